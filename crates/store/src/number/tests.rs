use super::*;
use proptest::prelude::*;

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

#[test]
fn one_number_has_one_form_however_it_is_written() {
    for text in ["1500", "1500.000", "1.5e3", "+1500", "01500", "15E2", "150000e-2"] {
        assert_eq!(number(text).to_string(), "1500", "{text}");
    }
    for text in ["0", "-0", "0.000", "0e99"] {
        assert_eq!(number(text), Number::default(), "{text}");
    }
    assert_eq!(number("-0.00250").to_string(), "-0.0025");
    assert_eq!(number(".5").to_string(), "0.5");
    assert_eq!(number("5.").to_string(), "5");
}

#[test]
fn what_is_no_number_is_refused() {
    for text in ["", "-", ".", "e5", "1e", "1_000", "0x1", "NaN", "inf", "1,5", " 1", "--1", "1e99999999999"]
    {
        assert!(text.parse::<Number>().is_err(), "{text:?}");
    }
}

#[test]
fn numbers_end_at_38_digits_and_at_the_engines_magnitudes() {
    let nines = "9".repeat(38);
    assert_eq!(number(&nines).to_string(), nines);
    assert!("9".repeat(39).parse::<Number>().is_err());
    assert!(number("1e125") > number(&nines));
    assert!(number("1e-130") > Number::default());
    for text in ["1e126", "1e-131", "1e2147483647", "1e-2147483648", "0.1e-2147483648"] {
        assert!(text.parse::<Number>().is_err(), "{text}");
    }
    assert!(Number::new(10, i32::MAX).is_err());
    assert!(Number::new(i128::MIN, 0).is_err());
}

#[test]
fn a_sum_that_needs_too_many_digits_is_refused() {
    assert!(number("1e125").plus(&number("1e-130")).is_err());
    assert!(number("1e38").plus(&number("0.1")).is_err());
    assert!(number(&"9".repeat(38)).plus(&number("0.1")).is_err());
    assert_eq!(number("0.1").plus(&number("0.2")).unwrap(), number("0.3"));
    assert_eq!(number("1e30").plus(&number("1e30")).unwrap(), number("2e30"));
    assert_eq!(number("7").plus(&number("-7")).unwrap(), Number::default());
}

#[test]
fn whole_numbers_are_exact() {
    assert_eq!(Number::from(i64::MIN).as_i64(), Some(i64::MIN));
    assert_eq!(Number::from(u64::MAX).as_u64(), Some(u64::MAX));
    assert_eq!(Number::from(u64::MAX).as_i64(), None);
    assert_eq!(number("0.5").as_i128(), None);
    assert_eq!(number("1e60").as_i128(), None);
}

/// Any number an engine holds: its digits and the power of its leading one.
fn numbers() -> impl Strategy<Value = Number> {
    let digits = prop_oneof![-1000_i128..1000, 1 - 10_i128.pow(38)..10_i128.pow(38)];
    (digits, prop_oneof![-3..3_i32, -130..126_i32]).prop_filter_map("in range", |(digits, leading)| {
        let log = digits.unsigned_abs().checked_ilog10().unwrap_or(0).cast_signed();
        Number::new(digits, leading - log).ok()
    })
}

/// The digits at fixed places, so that text order is number order: what `cmp` must agree with.
fn spelled(number: &Number) -> (i32, Vec<i32>) {
    let text = format!("{number}");
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let (whole, fraction) =
        text.trim_start_matches('-').split_once('.').unwrap_or((text.trim_start_matches('-'), ""));
    let padded = format!("{whole:0>130}{fraction:0<170}");
    (sign, padded.bytes().map(|digit| sign * i32::from(digit - b'0')).collect())
}

proptest! {
    #[test]
    fn text_reads_back_as_the_same_number(number in numbers()) {
        prop_assert_eq!(number.to_string().parse::<Number>().unwrap(), number);
    }

    #[test]
    fn order_is_that_of_the_written_digits(a in numbers(), b in numbers()) {
        let by_digits = spelled(&a).1.cmp(&spelled(&b).1);
        prop_assert_eq!(a.cmp(&b), by_digits, "{} {}", a, b);
        prop_assert_eq!(a == b, by_digits.is_eq());
    }

    #[test]
    fn sums_are_those_of_whole_numbers(a in any::<i64>(), b in any::<i64>()) {
        let sum = Number::from(a).plus(&Number::from(b)).unwrap();
        prop_assert_eq!(sum.as_i128(), Some(i128::from(a) + i128::from(b)));
    }

    #[test]
    fn adding_and_taking_away_gives_the_same_number(a in numbers(), b in numbers()) {
        let (coefficient, exponent) = b.parts();
        let minus_b = Number::new(-coefficient, exponent).unwrap();
        if let Ok(sum) = a.plus(&b) {
            prop_assert_eq!(sum, b.plus(&a).unwrap());
            if let Ok(back) = sum.plus(&minus_b) {
                prop_assert_eq!(back, a);
            }
        }
    }

    #[test]
    fn floats_come_back_to_the_last_bit(ratio in 1e-100..1e100_f64) {
        prop_assert_eq!(number(&ratio.to_string()).as_f64().to_bits(), ratio.to_bits());
    }
}

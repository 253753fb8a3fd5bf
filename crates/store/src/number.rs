//! DynamoDB's numbers: exact decimals of up to 38 digits, the same on both engines.

#[cfg(test)]
mod tests;

use std::{cmp::Ordering, fmt, str::FromStr};

/// The most digits a number has.
const DIGITS: u32 = 38;
/// The least and greatest power of ten of the leading digit.
const MAGNITUDE: std::ops::RangeInclusive<i64> = -130..=125;

/// An exact decimal, `coefficient × 10^exponent`, kept without trailing zeros so that equal numbers are equal bits.
///
/// Packed, so that it asks for no alignment of sixteen: that would make every [`crate::Value`] half as large again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(Rust, packed(8))]
pub struct Number {
    coefficient: i128,
    exponent: i16,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a number of at most 38 digits")]
pub struct BadNumber(String);

impl Number {
    /// The number `coefficient × 10^exponent`, where it is one that DynamoDB takes.
    pub fn new(coefficient: i128, exponent: i32) -> Result<Self, BadNumber> {
        let bad = || BadNumber(format!("{coefficient}e{exponent}"));
        if coefficient == 0 {
            return Ok(Self::default());
        }
        let (mut digits, mut power) = (coefficient, i64::from(exponent));
        while digits % 10 == 0 {
            digits /= 10;
            power += 1;
        }
        let leading = i64::from(digits.unsigned_abs().ilog10());
        if leading >= DIGITS.into() || !MAGNITUDE.contains(&(power + leading)) {
            return Err(bad());
        }
        Ok(Self { coefficient: digits, exponent: i16::try_from(power).map_err(|_| bad())? })
    }

    /// The digits and the power of ten, without trailing zeros.
    pub fn parts(&self) -> (i128, i32) {
        (self.coefficient, self.exponent.into())
    }

    /// The power of ten of the leading digit: what numbers of one sign sort by first.
    pub fn magnitude(&self) -> i32 {
        match self.coefficient.unsigned_abs().checked_ilog10() {
            Some(log) => log.cast_signed() + i32::from(self.exponent),
            None => 0,
        }
    }

    pub fn as_i64(&self) -> Option<i64> {
        self.as_i128().and_then(|whole| whole.try_into().ok())
    }

    pub fn as_u64(&self) -> Option<u64> {
        self.as_i128().and_then(|whole| whole.try_into().ok())
    }

    /// The whole number this is, if it is one.
    pub fn as_i128(&self) -> Option<i128> {
        if self.exponent == 0 {
            return Some(self.coefficient);
        }
        let power = u32::try_from(self.exponent).ok()?;
        10_i128.checked_pow(power)?.checked_mul(self.coefficient)
    }

    pub fn as_f64(&self) -> f64 {
        // Text to float is exact to the last bit, which a product of powers is not.
        self.to_string().parse().unwrap_or(f64::NAN)
    }

    /// The exact sum; an error where it would need more than 38 digits.
    pub fn plus(&self, other: &Self) -> Result<Self, BadNumber> {
        let bad = || BadNumber(format!("{self} + {other}"));
        let exponent = self.exponent.min(other.exponent);
        let scaled = |number: &Self| {
            let power = u32::try_from(number.exponent - exponent).ok()?;
            10_i128.checked_pow(power)?.checked_mul(number.coefficient)
        };
        match (self.coefficient, other.coefficient) {
            (0, _) => Ok(*other),
            (_, 0) => Ok(*self),
            _ => {
                let sum =
                    scaled(self).zip(scaled(other)).and_then(|(a, b)| a.checked_add(b)).ok_or_else(bad)?;
                Self::new(sum, exponent.into())
            }
        }
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.exponent == other.exponent {
            let (mine, theirs) = (self.coefficient, other.coefficient);
            return mine.cmp(&theirs);
        }
        let sign = |number: &Self| number.coefficient.signum();
        let by_sign = sign(self).cmp(&sign(other));
        if by_sign != Ordering::Equal || self.coefficient == 0 {
            return by_sign;
        }
        let by_size = self.magnitude().cmp(&other.magnitude()).then_with(|| {
            // Same leading power: bring both to 38 digits and compare those.
            let widened = |number: &Self| {
                let digits = number.coefficient.unsigned_abs();
                digits * 10_u128.pow(DIGITS - 1 - digits.ilog10())
            };
            widened(self).cmp(&widened(other))
        });
        if self.coefficient < 0 { by_size.reverse() } else { by_size }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Number {
    /// Plain decimal notation, as DynamoDB answers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.coefficient.unsigned_abs().to_string();
        let sign = if self.coefficient < 0 { "-" } else { "" };
        if let Ok(zeros) = usize::try_from(self.exponent) {
            return write!(f, "{sign}{digits}{:0<zeros$}", "");
        }
        let places = usize::from(self.exponent.unsigned_abs());
        let digits = format!("{digits:0>width$}", width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        write!(f, "{sign}{whole}.{fraction}")
    }
}

impl FromStr for Number {
    type Err = BadNumber;

    fn from_str(text: &str) -> Result<Self, BadNumber> {
        let bad = || BadNumber(text.to_owned());
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().map_err(|_| bad())?),
            None => (text, 0),
        };
        let (negative, digits) = match mantissa.as_bytes().first() {
            Some(b'-') => (true, &mantissa[1..]),
            Some(b'+') => (false, &mantissa[1..]),
            _ => (false, mantissa),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let joined = [whole, fraction].concat();
        if joined.is_empty() || !joined.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(bad());
        }
        let significant = joined.trim_start_matches('0');
        let trimmed = significant.trim_end_matches('0');
        if trimmed.is_empty() {
            return Ok(Self::default());
        }
        let dropped = i32::try_from(significant.len() - trimmed.len()).map_err(|_| bad())?;
        let places = i32::try_from(fraction.len()).map_err(|_| bad())?;
        let exponent = exponent.checked_sub(places).and_then(|e| e.checked_add(dropped)).ok_or_else(bad)?;
        let coefficient: i128 = trimmed.parse().map_err(|_| bad())?;
        Self::new(if negative { -coefficient } else { coefficient }, exponent).map_err(|_| bad())
    }
}

macro_rules! from_whole {
    ($($signed:ty, $unsigned:ty);*) => {
        $(impl From<$signed> for Number {
            fn from(whole: $signed) -> Self {
                let size = Self::whole(whole.unsigned_abs().into());
                Self { coefficient: if whole < 0 { -size.coefficient } else { size.coefficient }, ..size }
            }
        }

        impl From<$unsigned> for Number {
            fn from(whole: $unsigned) -> Self {
                Self::whole(whole.into())
            }
        })*
    };
}

from_whole!(i8, u8; i16, u16; i32, u32; i64, u64);

impl Number {
    /// Sixty-four bits are at most twenty digits, so this always fits; and they divide faster than 128.
    fn whole(mut size: u64) -> Self {
        let mut exponent = 0;
        while size != 0 && size.is_multiple_of(10) {
            size /= 10;
            exponent += 1;
        }
        Self { coefficient: size.into(), exponent }
    }
}

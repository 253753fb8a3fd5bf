//! What calls cost, as counters: on demand, capacity is money.

use aws_sdk_dynamodb::types::ConsumedCapacity;

/// Thousandths of capacity units, because counters count whole things and a small read costs half a unit.
const COUNTER: &str = "roundtable_dynamodb_capacity_milliunits_total";

/// Counts what one call consumed, by table (as DynamoDB names it) and kind of call.
pub(crate) fn count<'a>(call: &'static str, consumed: impl IntoIterator<Item = &'a ConsumedCapacity>) {
    for part in consumed {
        if let (Some(table), Some(units)) = (part.table_name(), part.capacity_units()) {
            metrics::counter!(COUNTER, "table" => table.to_owned(), "call" => call)
                .increment(milliunits(units));
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "units are small and never negative"
)]
fn milliunits(units: f64) -> u64 {
    (units * 1000.0).round() as u64
}

#[cfg(test)]
mod tests {
    #[test]
    fn half_a_unit_is_counted() {
        assert_eq!(super::milliunits(0.5), 500);
        assert_eq!(super::milliunits(12.0), 12_000);
    }
}

//! `doctor`: every feature's checks of its stored data, one after another.

use crate::tasks::Lines;
use web::{Feature, Finding, Services};

/// Runs all checks; an error when something is wrong and was not mended.
pub async fn examine(
    services: &Services,
    features: &[Feature],
    repair: bool,
    lines: &Lines,
) -> Result<(), String> {
    let mut open = 0;
    for check in features.iter().flat_map(|feature| &feature.doctor) {
        let findings =
            check.check(services, repair).await.map_err(|error| format!("{}: {error}.", check.name()))?;
        let verdict =
            if findings.is_empty() { "fine".to_owned() } else { format!("{} found", findings.len()) };
        let _ = lines.send(format!("{}: {verdict}", check.name())).await;
        for finding in findings {
            open += usize::from(!finding.repaired);
            let state = if finding.repaired { "mended" } else { "wrong" };
            let Finding { what, key, remedy, .. } = finding;
            let remedy = if finding.repaired { String::new() } else { format!(" To do: {remedy}.") };
            let _ = lines.send(format!("  {state}: {what} ({key}).{remedy}")).await;
        }
    }
    match open {
        0 => Ok(()),
        1 => Err("1 thing is wrong; doctor --repair mends what can be mended.".into()),
        more => Err(format!("{more} things are wrong; doctor --repair mends what can be mended.")),
    }
}

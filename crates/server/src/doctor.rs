//! `doctor`: what storage says of itself, and every feature's checks of its stored data, one after another.

use crate::tasks::{Lines, Place};
use web::Finding;

/// Runs all checks; an error when something is wrong and was not mended.
pub async fn examine(place: &Place, repair: bool, lines: &Lines) -> Result<(), String> {
    let (mut open, mut removed) = (0, place.removed());
    if let Some(embedded) = &place.embedded {
        let name = "the data file: every item reads, and every index says the same";
        let problems = embedded.check().await.unwrap_or_else(|error| vec![error.to_string()]);
        verdict(name, problems.len(), lines).await;
        open += problems.len();
        for what in problems {
            let remedy = "restore from a backup, or export and import into an empty folder";
            let _ = lines.send(format!("  wrong: {what}. To do: {remedy}.")).await;
        }
    }
    for check in place.features.iter().flat_map(|feature| &feature.doctor) {
        let findings = match check.check(&place.services, repair).await {
            Ok(findings) => findings,
            Err(error) => {
                open += 1;
                let _ = lines.send(format!("{}: not finished: {error}", check.name())).await;
                continue;
            }
        };
        verdict(check.name(), findings.len(), lines).await;
        for mut finding in findings {
            if let Some((table, key)) = finding.removes.take().filter(|_| repair) {
                match removed.take(place.services.store.as_ref(), table, &key).await {
                    Ok(_) => finding.repaired = true,
                    Err(why) => finding.remedy = why,
                }
            }
            open += usize::from(!finding.repaired);
            let _ = lines.send(sentence(&finding)).await;
        }
    }
    removed.tell(lines).await;
    match open {
        0 => Ok(()),
        1 => Err("1 thing is wrong; doctor --repair mends what can be mended.".into()),
        more => Err(format!("{more} things are wrong; doctor --repair mends what can be mended.")),
    }
}

async fn verdict(check: &str, found: usize, lines: &Lines) {
    let verdict = if found == 0 { "fine".to_owned() } else { format!("{found} found") };
    let _ = lines.send(format!("{check}: {verdict}")).await;
}

fn sentence(finding: &Finding) -> String {
    let Finding { what, key, remedy, repaired, .. } = finding;
    if *repaired {
        return format!("  mended: {what} ({key}).");
    }
    format!("  wrong: {what} ({key}). To do: {remedy}.")
}

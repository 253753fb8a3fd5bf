//! Accessibility by axe-core, the checker most auditors use, run in the page as the browser shows it: sizes, colours and all.

use crate::Browser;
use serde::Deserialize;
use serde_json::json;
use std::path::Path;

/// Every level of WCAG up to 2.2 AA, and the practices axe's authors add to them.
const EVERYTHING: &str =
    "{ type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }";
/// What can differ between light and dark.
const COLOURS: &str = "{ type: 'rule', values: ['color-contrast', 'link-in-text-block'] }";
const RUN: &str = "const done = arguments[arguments.length - 1];
    axe.run(document, { runOnly: RULES, resultTypes: ['violations'] })
        .then((result) => done({ violations: result.violations }), (error) => done({ error: String(error) }));";

#[derive(Deserialize)]
struct Outcome {
    #[serde(default)]
    violations: Vec<Violation>,
    error: Option<String>,
}

#[derive(Deserialize)]
struct Violation {
    id: String,
    impact: Option<String>,
    help: String,
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    html: String,
    failure_summary: Option<String>,
}

impl Browser {
    /// What axe-core finds wrong with the page as it is now, a readable sentence each; empty when all is well.
    pub async fn axe(&self) -> Vec<String> {
        self.violations(EVERYTHING).await
    }

    /// The same, of colours alone.
    pub async fn axe_colours(&self) -> Vec<String> {
        self.violations(COLOURS).await
    }

    /// Every page that is opened from now on has axe-core in it, which is much cheaper than to hand it to each of them.
    pub async fn bring_axe(&self) {
        let source = json!({ "source": axe_source() });
        self.devtools("Page.addScriptToEvaluateOnNewDocument", source).await;
    }

    async fn violations(&self, rules: &str) -> Vec<String> {
        if self.run("return typeof axe", Vec::new()).await != "object" {
            self.run(&axe_source(), Vec::new()).await;
        }
        let outcome = self.run_async(&RUN.replace("RULES", rules)).await;
        let outcome: Outcome = serde_json::from_value(outcome).expect("axe answers with violations");
        if let Some(error) = outcome.error {
            self.fail(&format!("axe-core could not look at the page: {error}")).await;
        }
        outcome.violations.iter().flat_map(sentences).collect()
    }

    /// Fails the test with everything axe-core finds.
    pub async fn assert_accessible(&self) {
        let findings = self.axe().await;
        if !findings.is_empty() {
            self.fail(&format!("axe-core finds fault with this page:\n{}", findings.join("\n"))).await;
        }
    }
}

fn axe_source() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(path).expect("accessibility tests need axe-core: run scripts/install-tools")
}

fn sentences(violation: &Violation) -> impl Iterator<Item = String> {
    let impact = violation.impact.as_deref().unwrap_or("minor");
    violation.nodes.iter().map(move |node| {
        let how = node.failure_summary.as_deref().unwrap_or_default().replace('\n', " ");
        format!("{} ({impact}): {}: {} [{how}]", violation.id, violation.help, node.html)
    })
}

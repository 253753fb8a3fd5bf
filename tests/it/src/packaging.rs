//! What is handed out with the program names only what is there: options, commands, metrics, calls of DynamoDB.

use crate::{
    everything::Everything,
    workspace::{ROOT, files},
};
use kit::{
    Engine, TestApp,
    serde_json::{self, Value},
};
use std::{collections::BTreeSet, fs, path::Path, process::Command};

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).expect(path)
}

/// The keys of the configuration: the long options, but for the file that holds them and what is for tests alone.
fn options() -> BTreeSet<String> {
    let command = server::cli::command();
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let names = shown.filter_map(|argument| argument.get_long()).map(|name| name.replace('-', "_"));
    names.filter(|name| !["config", "help", "version"].contains(&name.as_str())).collect()
}

#[test]
fn every_key_of_the_configuration_is_documented_and_no_other() {
    let guide = text("docs/operating.md");
    let table =
        guide.split("| key |").nth(1).expect("the table of keys").split("\n\n").next().unwrap_or_default();
    let first_cells = table.lines().skip(2).filter_map(|line| line.split('|').nth(1));
    let documented: BTreeSet<String> =
        first_cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect();
    assert_eq!(documented, options());
    for file in ["packaging/roundtable.toml", "docs/operating.md"] {
        let text = text(file);
        let lines = text.lines().map(|line| line.trim_start_matches("# "));
        let keys = lines.filter_map(|line| line.split_once(" = ")).map(|(key, _)| key);
        for key in keys.filter(|key| key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')) {
            assert!(options().contains(key), "{file} sets {key}");
        }
    }
}

/// Commands as they stand in the examples, without what the shell fills in.
fn examples(guide: &str) -> Vec<Vec<String>> {
    let blocks = guide.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(str::lines).map(|line| line.split(" #").next().unwrap_or_default().trim());
    let calls = lines.filter_map(|line| {
        let at = line.find("roundtable ")?;
        let before = &line[..at];
        (before.is_empty() || before.ends_with("sudo -u roundtable ")).then(|| &line[at..])
    });
    calls
        .map(|call| {
            let whole = call.split(" | ").next().unwrap_or_default();
            let whole = whole.replace("$(date +%F)", "today");
            whole.split_whitespace().map(|word| word.trim_matches('"').to_owned()).collect()
        })
        .collect()
}

#[test]
fn every_command_in_the_documentation_is_one() {
    let mut found = 0;
    for guide in ["docs/operating.md", "docs/scale.md", "README.md"] {
        for words in examples(&text(guide)) {
            found += 1;
            let parsed = server::cli::command().try_get_matches_from(&words);
            if let Err(error) = parsed {
                panic!("{guide}: {words:?}: {error}");
            }
        }
    }
    assert!(found >= 10, "only {found} examples were found");
}

/// The names of metrics in a text, without what a histogram adds to its own.
fn metrics_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let ours = words.filter(|word| word.starts_with("roundtable_") || word.starts_with("process_"));
    ours.map(|word| word.trim_end_matches("_bucket").to_owned()).collect()
}

#[tokio::test]
async fn every_metric_that_is_watched_is_counted() {
    let handle = server::telemetry::start_metrics().expect("the first of this process");
    let counted = {
        let app = TestApp::start(Engine::Embedded).await;
        Everything::begin(&app).await;
        let page = app.anyone();
        page.get("/no-such-thing").await.expect(404);
        handle.render()
    };
    let mut watched = BTreeSet::new();
    for file in ["packaging/prometheus/alerts.yml", "packaging/grafana/roundtable.json"] {
        watched.extend(metrics_in(&text(file)));
    }
    let guide = text("docs/operating.md");
    let table = guide.split("| metric |").nth(1).and_then(|rest| rest.split("\n\n").next());
    watched.extend(metrics_in(table.expect("the table of metrics")));
    assert!(watched.len() > 5, "{watched:?}");
    // These only count on DynamoDB, when work fails, around the embedded engine of the program, and while somebody watches.
    let elsewhere = files(&Path::new(ROOT).join("crates"), &["rs"]);
    let declared: String =
        elsewhere.iter().map(|file| fs::read_to_string(file).expect("a text file")).collect();
    for name in watched {
        let emitted = ["_bucket", "{", " "].iter().any(|end| counted.contains(&format!("\n{name}{end}")));
        assert!(emitted || declared.contains(&format!("\"{name}\"")), "nothing counts {name}");
    }
}

#[test]
fn every_metric_has_a_name_of_ours_and_words_that_explain_it() {
    let explained: BTreeSet<String> = server::telemetry::names().collect();
    let mut counted = 0;
    for file in files(&Path::new(ROOT).join("crates"), &["rs"]) {
        let code = fs::read_to_string(&file).expect("a text file");
        for call in ["counter!(\"", "gauge!(\"", "histogram!(\""] {
            for rest in code.split(&format!("metrics::{call}")).skip(1) {
                let name = rest.split('"').next().unwrap_or_default();
                counted += 1;
                assert!(explained.contains(name), "{name} in {}", file.display());
            }
        }
    }
    assert!(counted > 8, "only {counted} were found");
}

#[test]
fn prometheus_understands_the_alerts() {
    let here = Path::new(ROOT).join(".tools/bin/promtool");
    let promtool = if here.exists() { here } else { "promtool".into() };
    let check = Command::new(promtool)
        .args(["check", "rules"])
        .arg(Path::new(ROOT).join("packaging/prometheus/alerts.yml"))
        .output()
        .expect("this test needs promtool: run scripts/install-tools once");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
}

#[test]
fn the_policy_allows_every_call_that_is_made() {
    let policy: Value = serde_json::from_str(&text("packaging/aws/dynamodb-policy.json")).expect("JSON");
    let actions: BTreeSet<&str> = policy["Statement"]
        .as_array()
        .expect("statements")
        .iter()
        .flat_map(|statement| statement["Action"].as_array().expect("actions"))
        .filter_map(|action| action.as_str()?.strip_prefix("dynamodb:"))
        .collect();
    let code: String = files(&Path::new(ROOT).join("crates/store-dynamodb/src"), &["rs"])
        .iter()
        .map(|file| fs::read_to_string(file).expect("a text file"))
        .collect();
    let calls = [
        ("batch_get_item", "BatchGetItem"),
        ("create_table", "CreateTable"),
        ("delete_item", "DeleteItem"),
        ("describe_table", "DescribeTable"),
        ("describe_time_to_live", "DescribeTimeToLive"),
        ("get_item", "GetItem"),
        ("list_tables", "ListTables"),
        ("put_item", "PutItem"),
        ("query", "Query"),
        ("scan", "Scan"),
        ("update_item", "UpdateItem"),
        ("update_table", "UpdateTable"),
        ("update_time_to_live", "UpdateTimeToLive"),
    ];
    for (method, action) in calls {
        assert!(
            !code.contains(&format!(".{method}()")) || actions.contains(action),
            "{action} is not allowed"
        );
    }
    assert!(actions.contains("ConditionCheckItem"), "checks in transactions");
}

#[test]
fn systemd_understands_the_units() {
    let folder = Path::new(ROOT).join("packaging/systemd");
    let units = ["roundtable.service", "roundtable-backup.service", "roundtable-backup.timer"];
    let verify =
        Command::new("systemd-analyze").arg("verify").args(units.map(|unit| folder.join(unit))).output();
    let Ok(output) = verify else { return };
    let said = String::from_utf8_lossy(&output.stderr);
    // The program is not installed where tests run.
    let wrong: Vec<_> = said
        .lines()
        .filter(|line| line.contains("roundtable") && !line.contains("is not executable"))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Every value under this name, however deep it stands.
fn all_under<'v>(value: &'v Value, name: &str, found: &mut Vec<&'v Value>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get(name));
            fields.values().for_each(|field| all_under(field, name, found));
        }
        Value::Array(items) => items.iter().for_each(|item| all_under(item, name, found)),
        _ => {}
    }
}

#[test]
fn every_panel_of_the_dashboard_shows_something_and_has_a_place_of_its_own() {
    let board: Value = serde_json::from_str(&text("packaging/grafana/roundtable.json")).expect("JSON");
    let panels = board["panels"].as_array().expect("panels");
    let mut places = BTreeSet::new();
    for panel in panels.iter().filter(|panel| panel["type"] != "row") {
        let mut asked = Vec::new();
        all_under(panel, "expr", &mut asked);
        let title = &panel["title"];
        assert!(
            !asked.is_empty() && asked.iter().all(|expr| balanced(expr.as_str().unwrap_or("("))),
            "{title}"
        );
        assert!(places.insert((panel["gridPos"]["x"].as_u64(), panel["gridPos"]["y"].as_u64())), "{title}");
    }
    assert!(places.len() >= 8, "{} panels", places.len());
}

/// Whether brackets open and close.
fn balanced(expression: &str) -> bool {
    let mut open = Vec::new();
    for letter in expression.chars() {
        match letter {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(letter) => return false,
            _ => {}
        }
    }
    open.is_empty() && !expression.trim().is_empty()
}

#[test]
fn every_alert_says_when_how_urgently_and_what_to_do() {
    let rules = text("packaging/prometheus/alerts.yml");
    let alerts: Vec<_> = rules.split("- alert: ").skip(1).collect();
    assert!(alerts.len() >= 8, "{} alerts", alerts.len());
    for alert in alerts {
        let name = alert.lines().next().unwrap_or_default();
        for part in ["expr:", "for:", "severity:", "summary:", "action:"] {
            assert!(alert.contains(part), "{name} has no {part}");
        }
        let expression = alert.split("expr:").nth(1).and_then(|rest| rest.split("for:").next());
        assert!(balanced(expression.unwrap_or("(")), "{name}");
    }
}

#[test]
fn the_container_runs_what_there_is_as_somebody_without_rights() {
    let file = text("packaging/Containerfile");
    let line =
        |word: &str| file.lines().rfind(|line| line.starts_with(word)).unwrap_or_else(|| panic!("{word}"));
    let user = line("USER").trim_start_matches("USER ").split(':').next().unwrap_or_default();
    assert!(user.parse::<u32>().is_ok_and(|user| user > 0), "somebody by number, who is not root: {user}");
    assert_eq!(line("VOLUME"), "VOLUME /data");
    let words = |line: &str| -> Vec<String> {
        let list = line.split_once('[').map(|(_, list)| format!("[{list}")).expect("a list of words");
        serde_json::from_str(&list).expect("JSON")
    };
    let program = words(line("ENTRYPOINT"));
    for call in [[program.clone(), words(line("CMD"))].concat(), words(line("HEALTHCHECK"))] {
        assert_eq!(call[0], program[0]);
        server::cli::command().try_get_matches_from(&call).expect("a command that there is");
    }
    let settings = line("ENV").trim_start_matches("ENV ").split_whitespace();
    for setting in settings.filter_map(|setting| setting.strip_prefix("ROUNDTABLE_")) {
        let name = setting.split('=').next().unwrap_or_default().to_lowercase();
        assert!(options().contains(&name), "{name}");
    }
}

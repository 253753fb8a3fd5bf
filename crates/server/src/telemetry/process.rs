//! This process as the system counts it, under the names that Prometheus fixes for every program.

use rustix::{
    param::{clock_ticks_per_second, page_size},
    process::{Resource, getrlimit},
};
use std::{fmt::Write, fs};

/// Counts from `/proc`; `None` for each that this system does not have.
#[derive(Default)]
struct Process {
    cpu_seconds: Option<f64>,
    start_seconds: Option<f64>,
    virtual_bytes: Option<f64>,
    resident_bytes: Option<f64>,
    threads: Option<f64>,
    open_files: Option<f64>,
    most_files: Option<f64>,
}

/// Returns the counts in Prometheus' text format.
pub fn render() -> String {
    let process = Process::read();
    let all = [
        ("cpu_seconds_total", "counter", "Processor time used, in seconds.", process.cpu_seconds),
        ("start_time_seconds", "gauge", "When the process started, in Unix seconds.", process.start_seconds),
        ("virtual_memory_bytes", "gauge", "Virtual memory, in bytes.", process.virtual_bytes),
        ("resident_memory_bytes", "gauge", "Resident memory, in bytes.", process.resident_bytes),
        ("threads", "gauge", "Threads.", process.threads),
        ("open_fds", "gauge", "Open files and connections.", process.open_files),
        ("max_fds", "gauge", "Most files and connections that may be open.", process.most_files),
    ];
    let mut text = String::new();
    for (name, kind, help, value) in all {
        if let Some(value) = value {
            let _ = writeln!(
                text,
                "# HELP process_{name} {help}\n# TYPE process_{name} {kind}\nprocess_{name} {value}\n"
            );
        }
    }
    text
}

impl Process {
    fn read() -> Self {
        let (ticks, page) = (float(clock_ticks_per_second()), float(page_size() as u64));
        let open_files = fs::read_dir("/proc/self/fd").ok().map(|files| float(files.count() as u64));
        let most_files = getrlimit(Resource::Nofile).current.map(float);
        let counted = Self { open_files, most_files, ..Self::default() };
        let Ok(stat) = fs::read_to_string("/proc/self/stat") else { return counted };
        // The second field is the program's name in brackets, which may hold anything; those behind it are numbers from the third on.
        let Some((_, rest)) = stat.rsplit_once(')') else { return counted };
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok().map(float);
        let booted = booted();
        Self {
            cpu_seconds: field(14).zip(field(15)).map(|(user, system)| (user + system) / ticks),
            start_seconds: booted.zip(field(22)).map(|(booted, after)| booted + after / ticks),
            virtual_bytes: field(23),
            resident_bytes: field(24).map(|pages| pages * page),
            threads: field(20),
            ..counted
        }
    }
}

/// When the system started, in Unix seconds.
fn booted() -> Option<f64> {
    let stat = fs::read_to_string("/proc/stat").ok()?;
    stat.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()
}

#[expect(clippy::cast_precision_loss, reason = "far below where floating-point numbers lose precision")]
fn float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_process_is_counted() {
        let text = super::render();
        let value = |name: &str| -> f64 {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("process_{name} ")));
            line.unwrap_or_else(|| panic!("{name} is not in\n{text}")).parse().unwrap()
        };
        assert!(value("resident_memory_bytes") > 1e6 && value("virtual_memory_bytes") > 1e6);
        assert!(value("open_fds") >= 3.0 && value("max_fds") >= value("open_fds"));
        assert!(value("threads") >= 2.0, "the test's own, and the one that awaits it");
        // Later than the program was written, and not in the future by more than a day.
        assert!(value("start_time_seconds") > 1.7e9 && value("cpu_seconds_total") < 3600.0);
    }
}

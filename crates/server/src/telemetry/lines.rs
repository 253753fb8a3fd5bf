//! The lines of the log, as text or as JSON.

use crate::config::LogFormat;
use std::fmt;
use tracing::{Event, Subscriber};
use tracing_subscriber::{
    Layer,
    fmt::{FmtContext, FormatEvent, FormatFields, MakeWriter, format, format::Writer, layer as lines},
    registry::LookupSpan,
};
use web::Reference;

pub fn layer<S, W>(form: LogFormat, colours: bool, writer: W) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let line = format().with_target(false);
    match form {
        LogFormat::Text => {
            lines().with_writer(writer).with_ansi(colours).event_format(Referenced(line)).boxed()
        }
        LogFormat::Json => {
            let line = line.json().flatten_event(true).with_current_span(false).with_span_list(false);
            lines().json().with_writer(writer).event_format(Referenced(line)).boxed()
        }
    }
}

/// Ends a line that is written while a request is answered with the reference of that request.
struct Referenced<F>(F);

impl<S, N, F> FormatEvent<S, N> for Referenced<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let Some(reference) = Reference::current() else {
            return self.0.format_event(context, writer, event);
        };
        let mut line = String::new();
        self.0.format_event(context, Writer::new(&mut line), event)?;
        let line = line.trim_end();
        match line.strip_suffix('}').filter(|line| line.starts_with('{')) {
            Some(object) => writeln!(writer, r#"{object},"id":"{reference}"}}"#),
            None => writeln!(writer, "{line} id={reference}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Rng;
    use std::{io, sync::Arc};
    use tracing_subscriber::layer::SubscriberExt;

    /// What is written by something said while a request is answered, and by the same said outside.
    async fn written(form: LogFormat) -> (Reference, Vec<String>) {
        let reference = Reference::draw(&Rng::seeded(1));
        let (written, pen) = io::pipe().unwrap();
        let lines = tracing_subscriber::registry().with(layer(form, false, Arc::new(pen)));
        let writing = tracing::subscriber::set_default(lines);
        reference.within(async { tracing::warn!(bowls = 3, "the soup is cold") }).await;
        tracing::warn!(bowls = 3, "the soup is cold");
        tracing::info!(target: "audit", audit = true, kind = "poll", "deleted");
        drop(writing);
        let text = io::read_to_string(written).unwrap();
        (reference, text.lines().map(str::to_owned).collect())
    }

    #[tokio::test]
    async fn a_line_of_text_ends_with_the_reference_of_its_request() {
        let (reference, lines) = written(LogFormat::Text).await;
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[0].ends_with(&format!("WARN the soup is cold bowls=3 id={reference}")), "{lines:?}");
        assert!(lines[1].ends_with("WARN the soup is cold bowls=3"), "{lines:?}");
        // As docs/operating.md says they are found.
        let audit: Vec<_> = lines.iter().filter(|line| line.contains(" audit=true")).collect();
        assert_eq!(audit, [&lines[2]]);
    }

    #[tokio::test]
    async fn a_line_of_json_names_the_reference_of_its_request() {
        let (reference, lines) = written(LogFormat::Json).await;
        let read = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
        let (within, outside) = (read(&lines[0]), read(&lines[1]));
        assert_eq!(within["id"], reference.as_str());
        assert_eq!((&within["message"], &within["bowls"]), (&"the soup is cold".into(), &3.into()));
        assert_eq!((&outside["message"], outside.get("id")), (&within["message"], None));
        let audit: Vec<_> =
            lines.iter().map(|line| read(line)).filter(|line| line["audit"] == true).collect();
        assert_eq!((audit.len(), &audit[0]["message"]), (1, &"deleted".into()));
    }
}

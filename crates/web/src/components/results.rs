//! Results as bars: one line per option, its voters underneath.

use super::{Avatars, html_safe};
use askama::Template;

/// One option and its votes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    pub name: String,
    pub votes: u64,
    /// Who voted so, where that is shown.
    pub voters: Option<Avatars>,
}

/// The bars of one question. The leaders are full green, the rest pale.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(
    source = r#"<ul class="bars">{% for bar in bars %}<li{% if self.leads(bar) %} class="lead"{% endif %}><span class="name">{{ bar.name }}</span><span class="val num">{{ bar.votes }} <small>of {{ of }}</small></span><svg class="track" aria-hidden="true"><rect width="{{ self.percent(bar) }}%" height="100%" rx="8"/></svg>{% if let Some(voters) = bar.voters %}{{ voters }}{% endif %}</li>{% endfor %}</ul>"#,
    ext = "html"
)]
pub struct Bars {
    bars: Vec<Bar>,
    of: u64,
}

impl Bars {
    /// `of` is how many voted at all.
    pub fn new(bars: Vec<Bar>, of: u64) -> Self {
        Self { bars, of }
    }

    fn leads(&self, bar: &Bar) -> bool {
        bar.votes > 0 && self.bars.iter().all(|other| other.votes <= bar.votes)
    }

    fn percent(&self, bar: &Bar) -> u64 {
        let whole = self.of.max(1);
        (bar.votes * 100 + whole / 2) / whole
    }
}

html_safe!(Bars);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leader_is_marked_and_bars_are_as_long_as_their_share() {
        let bar = |name: &str, votes| Bar { name: name.into(), votes, voters: None };
        let html = Bars::new(vec![bar("Lake", 4), bar("<Coast>", 2), bar("City", 0)], 7).to_string();
        assert_eq!(html.matches("class=\"lead\"").count(), 1);
        assert!(
            html.contains(r#"width="57%""#)
                && html.contains(r#"width="29%""#)
                && html.contains(r#"width="0%""#),
            "{html}"
        );
        assert!(!html.contains("<Coast>"), "{html}");
        assert!(!Bars::new(vec![bar("a", 0)], 0).to_string().contains("lead"));
    }
}

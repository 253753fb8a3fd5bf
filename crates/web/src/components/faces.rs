//! The pictures that somebody can choose.

use super::{Face, html_safe};
use askama::Template;

/// A choice of pictures; the first one is the letter of the name.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(
    source = r#"<fieldset class="field"><legend>Picture</legend>
<div class="chips wrap">
<label class="chip"><input type="radio" name="avatar" value=""{% if chosen.is_empty() %} checked{% endif %}>First letter</label>
{%- for face in Face::ALL %}
<label class="chip"><input type="radio" name="avatar" value="{{ face.key }}"
  {%- if chosen == face.key %} checked{% endif %}>{{ face }} {{ face.name }}</label>
{%- endfor %}
</div></fieldset>
"#,
    ext = "html"
)]
pub struct Faces {
    chosen: &'static str,
}

html_safe!(Faces);

impl Faces {
    /// With the picture of this key chosen, where there is such a one.
    pub fn of(chosen: &str) -> Self {
        Self { chosen: Face::of(chosen).map_or("", |face| face.key) }
    }
}

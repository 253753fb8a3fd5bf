//! What a person does with a page: clicking, filling in, typing, dragging.

use crate::{Browser, Element, PATIENCE};
use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions,
};
use fantoccini::elements::ElementRef;
use fantoccini::error::CmdError;
pub use fantoccini::key::Key;
use fantoccini::{Locator, actions::Actions};
use serde_json::{Value, json};
use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

/// The key under which WebDriver hands elements over, as its standard fixes it.
const ELEMENT_KEY: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Slow enough for a page to see the pointer travel.
const DRAG_STEP: Duration = Duration::from_millis(60);

impl Browser {
    /// Clicks the link, button, box or tab with this name, as written on it or read out for it.
    pub async fn click(&self, name: &str) {
        self.click_when_found(&format!("“{name}” to click"), async || {
            self.find("control", name, None).await
        })
        .await;
    }

    /// Clicks the control with this name that is nearest to a text: `click_beside("Milk", "Remove")`.
    pub async fn click_beside(&self, text: &str, name: &str) {
        let what = format!("“{name}” beside “{text}” to click");
        self.click_when_found(&what, async || self.find("control", name, Some(text)).await).await;
    }

    /// Clicks the first thing that matches the CSS selector.
    pub async fn click_css(&self, selector: &str) {
        let what = format!("{selector} to click");
        self.click_when_found(&what, async || self.client.find(Locator::Css(selector)).await.ok()).await;
    }

    /// How many clicks it took since [`Browser::forget_clicks`].
    pub fn clicks(&self) -> usize {
        self.clicks.load(Ordering::Relaxed)
    }

    pub fn forget_clicks(&self) {
        self.clicks.store(0, Ordering::Relaxed);
    }

    /// Taps a control three times in half a second, whatever the page does meanwhile, as people do when nothing seems to happen.
    pub async fn tap_three_times(&self, name: &str) {
        let Some(control) = self.find("control", name, None).await else {
            self.fail(&format!("there is no “{name}” to tap")).await
        };
        let centred = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
        self.run(centred, vec![argument(&control)]).await;
        let there = PointerAction::MoveToElement { element: control, duration: None, x: 0.0, y: 0.0 };
        let tap = [
            PointerAction::Down { button: MOUSE_BUTTON_LEFT },
            PointerAction::Up { button: MOUSE_BUTTON_LEFT },
            PointerAction::Pause { duration: Duration::from_millis(200) },
        ];
        let taps = std::iter::once(there).chain([tap.clone(), tap.clone(), tap].into_iter().flatten());
        let mouse = taps.fold(MouseActions::new("mouse".into()), MouseActions::then);
        self.client.perform_actions(mouse).await.expect("the mouse can be moved");
    }

    /// Puts `value` into the field with this label, in place of what was there.
    pub async fn fill(&self, label: &str, value: &str) {
        let field = self.field(label).await;
        let kind = field.attr("type").await.ok().flatten().unwrap_or_default();
        if matches!(kind.as_str(), "date" | "time" | "datetime-local" | "month" | "week" | "color" | "range")
        {
            self.run(include_str!("fill.js"), vec![argument(&field), json!(value)]).await;
        } else {
            field.clear().await.expect("the field can be emptied");
            field.send_keys(value).await.expect("the field can be typed into");
        }
    }

    /// The same for several fields, by label and value.
    pub async fn fill_all(&self, fields: &[(&str, &str)]) {
        for (label, value) in fields {
            self.fill(label, value).await;
        }
    }

    /// Chooses an option, by its text, in the drop-down list with this label.
    pub async fn choose(&self, label: &str, option: &str) {
        let list = self.field(label).await;
        if let Err(error) = list.select_by_label(option).await {
            self.fail(&format!("“{option}” could not be chosen in “{label}”: {error}")).await;
        }
    }

    /// The field with this label, once it is there, for anything not covered here.
    pub async fn field(&self, label: &str) -> Element {
        let mut found = None;
        self.wait_until(PATIENCE, &format!("a field labelled “{label}”"), async || {
            found = self.find("field", label, None).await;
            found.is_some()
        })
        .await;
        found.expect("the wait ended because it was found")
    }

    /// Types into whatever has the focus.
    pub async fn type_text(&self, text: &str) {
        let focused = self.client.active_element().await.expect("something has the focus");
        focused.send_keys(text).await.expect("it takes text");
    }

    /// Presses and releases one key: `press(Key::Tab)`, `press('x')`.
    pub async fn press(&self, key: impl Into<char>) {
        self.press_keys(&[key.into()]).await;
    }

    /// Presses a key while holding another: `press_with(Key::Shift, Key::Tab)`.
    pub async fn press_with(&self, held: impl Into<char>, key: impl Into<char>) {
        self.press_keys(&[held.into(), key.into()]).await;
    }

    async fn press_keys(&self, keys: &[char]) {
        let down = keys.iter().map(|&value| KeyAction::Down { value });
        let up = keys.iter().rev().map(|&value| KeyAction::Up { value });
        let strokes = down.chain(up).fold(KeyActions::new("keyboard".into()), KeyActions::then);
        self.client.perform_actions(strokes).await.expect("keys can be pressed");
    }

    /// Drags the middle of one thing onto the middle of another with the mouse; both are CSS selectors.
    pub async fn drag(&self, from: &str, to: &str) {
        let path = self.drag_path(from, to).await;
        let mouse = path.into_iter().fold(MouseActions::new("mouse".into()), MouseActions::then);
        self.client.perform_actions(mouse).await.expect("the mouse can be moved");
    }

    /// As [`Browser::drag`], with a finger.
    pub async fn drag_by_touch(&self, from: &str, to: &str) {
        let path = self.drag_path(from, to).await;
        let finger = path.into_iter().fold(TouchActions::new("finger".into()), TouchActions::then);
        self.client.perform_actions(Actions::from(finger)).await.expect("a finger can be moved");
    }

    async fn drag_path(&self, from: &str, to: &str) -> [PointerAction; 6] {
        let onto = |element, x, y| PointerAction::MoveToElement { element, duration: Some(DRAG_STEP), x, y };
        let start = self.element(from).await;
        let goal = self.element(to).await;
        [
            onto(start.clone(), 0.0, 0.0),
            PointerAction::Down { button: MOUSE_BUTTON_LEFT },
            // A first small move, since pages tell a drag from a click by it.
            onto(start, 4.0, 4.0),
            onto(goal.clone(), 0.0, -2.0),
            onto(goal, 0.0, 0.0),
            PointerAction::Up { button: MOUSE_BUTTON_LEFT },
        ]
    }

    /// The first thing that matches the CSS selector, once it is there.
    pub async fn element(&self, selector: &str) -> Element {
        match self.client.wait().at_most(PATIENCE).for_element(Locator::Css(selector)).await {
            Ok(element) => element,
            Err(error) => self.fail(&format!("nothing matches {selector}: {error}")).await,
        }
    }

    /// Looks for a thing by its name; see `find.js`.
    async fn find(&self, what: &str, name: &str, beside: Option<&str>) -> Option<Element> {
        let arguments = vec![json!(what), json!(name), json!(beside)];
        // A page that is just being replaced has nothing to find yet.
        let found = self.client.execute(include_str!("find.js"), arguments).await.ok()?;
        let id = found.get(ELEMENT_KEY)?.as_str()?;
        Some(Element::from_element_id(self.client.clone(), ElementRef::from(id.to_owned())))
    }

    /// Clicks once, as soon as there is something to click that nothing else covers.
    async fn click_when_found(&self, what: &str, mut find: impl AsyncFnMut() -> Option<Element>) {
        let deadline = Instant::now() + PATIENCE;
        let mut last: Option<CmdError> = None;
        loop {
            if let Some(element) = find().await {
                match element.click().await {
                    Ok(()) => {
                        self.clicks.fetch_add(1, Ordering::Relaxed);
                        return;
                    }
                    Err(error) => last = Some(error),
                }
                // Something lies over it, such as a bar that stays in place: a person would scroll it free.
                let free = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
                let _ = self.client.execute(free, vec![argument(&element)]).await;
            }
            if Instant::now() > deadline {
                let why = last.map_or_else(|| "it is not there".to_owned(), |error| error.to_string());
                self.fail(&format!("waited {PATIENCE:?} in vain for {what}: {why}")).await;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

fn argument(element: &Element) -> Value {
    json!({ ELEMENT_KEY: &*element.element_id() })
}

//! Views of tables with individual values changed.

use upcard_engine::{OwnView, RawView, Rules};

/// Changes a value in the serialized table of a view.
pub(crate) fn set_value(view: &mut OwnView, rules: &Rules, place: &str, value: serde_json::Value) {
    let mut changed = serde_json::to_value(RawView::from(view.clone())).unwrap();
    *changed.pointer_mut(&format!("/table/{place}")).unwrap() = value;
    let changed: RawView = serde_json::from_value(changed).unwrap();
    *view = changed.validate(rules).unwrap();
}

//! Views of tables with individual values changed.

use upcard_engine::{OwnView, Rules, WrittenView};

/// Changes a value in the serialized table of a view.
pub(crate) fn tell(view: &mut OwnView, rules: &Rules, place: &str, value: serde_json::Value) {
    let mut told = serde_json::to_value(WrittenView::from(view.clone())).unwrap();
    *told.pointer_mut(&format!("/table/{place}")).unwrap() = value;
    let told: WrittenView = serde_json::from_value(told).unwrap();
    *view = told.judge(rules).unwrap();
}

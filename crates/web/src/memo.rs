//! What is worked out once and drawn again only when it has changed.

use leptos::prelude::*;

/// A value that is worked out when what it looks at has changed. The library makes a copy of its
/// machinery for each closure that it is given; boxed, there is one for each type of value.
pub(crate) fn memo<T: PartialEq + Send + Sync + 'static>(
    work: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    boxed(Box::new(work))
}

fn boxed<T: PartialEq + Send + Sync + 'static>(work: Box<dyn Fn() -> T + Send + Sync>) -> Memo<T> {
    Memo::new(move |_| work())
}

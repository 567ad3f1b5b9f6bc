//! Memoized values.

use leptos::prelude::*;

/// Returns a value recomputed when its inputs change. Leptos is monomorphized for every closure; boxing
/// leaves one copy per value type.
pub(crate) fn memo<T: PartialEq + Send + Sync + 'static>(
    work: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    memo_boxed(Box::new(work))
}

fn memo_boxed<T: PartialEq + Send + Sync + 'static>(
    work: Box<dyn Fn() -> T + Send + Sync>,
) -> Memo<T> {
    Memo::new(move |_| work())
}

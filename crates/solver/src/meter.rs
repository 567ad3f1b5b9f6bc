//! Step counting, which allows callers to bound and cancel searches.
//!
//! All searches count steps of about a tenth of a microsecond. Nothing is bounded unless the call is inside
//! [`metered`]: then at most the given number of steps is taken, and `goes_on` is polled regularly. If it
//! returns `false`, or the steps are used up, the work is interrupted: [`step`] returns `false`, searches end
//! at once, and their results have the right shape but no meaning. The caller discards them.
//!
//! Anything cached between queries must not depend on an interrupted search. Lookup tables are therefore
//! filled without counting.

use std::cell::Cell;

use scoped_tls_hkt::scoped_thread_local;

/// Number of steps between polls: some tenths of a millisecond.
pub const PATIENCE: u32 = 2_048;

/// The callback that is polled.
#[derive(Clone, Copy)]
struct GoesOn<'a>(&'a dyn Fn() -> bool);

scoped_thread_local!(static GOES_ON: for<'a> GoesOn<'a>);

thread_local! {
    /// Steps that may be taken before the meter is checked.
    static FREE: Cell<u32> = const { Cell::new(0) };
    static METER: Cell<Meter> = const { Cell::new(Meter::NONE) };
}

/// Steps counted in this thread, and their limit.
#[derive(Clone, Copy)]
struct Meter {
    /// Whether anything is bounded.
    on: bool,
    broken: bool,
    /// Number of steps granted at the last settlement.
    granted: u32,
    steps: u64,
    most: u64,
}

impl Meter {
    const NONE: Meter = Meter { on: false, broken: false, granted: 0, steps: 0, most: 0 };

    /// The meter of this thread, with all steps taken added and none granted.
    fn settled() -> Meter {
        let mut meter = METER.get();
        meter.steps += u64::from(meter.granted - FREE.replace(0));
        meter.granted = 0;
        METER.set(meter);
        meter
    }
}

/// The result of metered work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Metered<T> {
    /// The result; `None` if the work was interrupted.
    pub found: Option<T>,
    /// The steps taken.
    pub steps: u64,
}

/// Counts this many steps. Returns `false` if the work is interrupted.
#[inline]
pub fn step(steps: u32) -> bool {
    match FREE.get().checked_sub(steps) {
        Some(rest) => {
            FREE.set(rest);
            true
        }
        None => stop(steps),
    }
}

/// Returns `true` if the work in this thread is interrupted, so that its results have no meaning.
#[must_use]
pub fn is_broken() -> bool {
    METER.get().broken
}

#[cold]
#[inline(never)]
fn stop(steps: u32) -> bool {
    let mut meter = Meter::settled();
    if !meter.on {
        let free = u32::MAX;
        METER.set(Meter { granted: free, ..Meter::NONE });
        FREE.set(free);
        return true;
    }
    if !meter.broken {
        let in_bounds = meter.steps + u64::from(steps) <= meter.most;
        meter.broken = !(in_bounds && GOES_ON.with(|goes_on| (goes_on.0)()));
    }
    if !meter.broken {
        meter.steps += u64::from(steps);
        meter.granted = (meter.most - meter.steps).min(u64::from(PATIENCE)) as u32;
        FREE.set(meter.granted);
    }
    METER.set(meter);
    !meter.broken
}

/// Does this work in at most `most` steps, and while `goes_on` returns `true`. Inside other metered work, its
/// steps count there too, and the outer limits apply.
pub fn metered<T>(most: u64, goes_on: &dyn Fn() -> bool, work: impl FnOnce() -> T) -> Metered<T> {
    let outer = Meter::settled();
    let most = if outer.on { most.min(outer.most - outer.steps) } else { most };
    within(outer, most, goes_on, work)
}

/// The same with a separate limit: its steps do not use up the limit of the surrounding work, which can only
/// interrupt it by cancellation.
pub fn metered_apart<T>(
    most: u64,
    goes_on: &dyn Fn() -> bool,
    work: impl FnOnce() -> T,
) -> Metered<T> {
    let outer = Meter::settled();
    let metered = within(outer, most, goes_on, work);
    let now = METER.get();
    METER.set(Meter { most: now.most.saturating_add(metered.steps), ..now });
    metered
}

/// The same for work whose steps are counted nowhere else: results that are computed once and then cached, so
/// that a decision takes the same number of steps with or without the cached result.
pub fn metered_aside<T>(most: u64, work: impl FnOnce() -> T) -> Metered<T> {
    let outer = Meter::settled();
    let metered = within(outer, most, &|| true, work);
    METER.set(outer);
    metered
}

fn within<T>(
    outer: Meter,
    most: u64,
    goes_on: &dyn Fn() -> bool,
    work: impl FnOnce() -> T,
) -> Metered<T> {
    let _before = Within(outer);
    METER.set(Meter { on: true, broken: outer.broken, most, ..Meter::NONE });
    let found = if GOES_ON.is_set() {
        GOES_ON.with(|others| {
            let both = || (others.0)() && goes_on();
            GOES_ON.set(GoesOn(&both), work)
        })
    } else {
        GOES_ON.set(GoesOn(goes_on), work)
    };
    let meter = Meter::settled();
    Metered { found: (!meter.broken).then_some(found), steps: meter.steps }
}

/// Restores the outer meter at the end of metered work, also on a panic.
struct Within(Meter);

impl Drop for Within {
    fn drop(&mut self) {
        let steps = Meter::settled().steps;
        METER.set(Meter { steps: self.0.steps + steps, ..self.0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(steps: u32) -> bool {
        (0..steps).all(|_| step(1))
    }

    #[test]
    fn nothing_is_bounded_that_nobody_bounds() {
        assert!(takes(100_000) && step(u32::MAX) && step(u32::MAX) && !is_broken());
    }

    #[test]
    fn steps_are_counted_and_bounded() {
        let all = metered(10_000, &|| true, || takes(10_000));
        assert_eq!(all, Metered { found: Some(true), steps: 10_000 });
        let less = metered(9_999, &|| true, || takes(10_000));
        assert_eq!(less, Metered { found: None, steps: 9_999 });
        // Large steps are not counted in part.
        let large = metered(9_999, &|| true, || step(9_000) && !step(1_000) && !step(1));
        assert_eq!((large.found, large.steps), (None, 9_000));
        assert!(!is_broken() && takes(10));
    }

    #[test]
    fn it_is_asked_again_and_again_whether_to_go_on() {
        let asked = Cell::new(0);
        let goes_on = || asked.replace(asked.get() + 1) < 5;
        let some = metered(u64::MAX, &goes_on, || {
            takes(u32::MAX);
            assert!(is_broken() && !step(1));
        });
        assert_eq!((some.found, asked.get()), (None, 6));
        assert!(some.steps <= 5 * u64::from(PATIENCE + 1), "{}", some.steps);
        // Work cancelled from the start takes no step.
        let none = metered(u64::MAX, &|| false, || step(1));
        assert_eq!((none.found, none.steps), (None, 0));
    }

    #[test]
    fn an_inner_bound_breaks_off_the_inner_work_alone() {
        let outer = metered(1_000, &|| true, || {
            assert!(takes(100));
            let inner = metered(50, &|| true, || takes(60));
            assert_eq!((inner.found, inner.steps), (None, 50));
            assert!(!is_broken() && takes(850));
        });
        assert_eq!((outer.found, outer.steps), (Some(()), 1_000));
    }

    #[test]
    fn outer_bounds_hold_for_inner_work() {
        let outer = metered(1_000, &|| true, || {
            let inner = metered(u64::MAX, &|| true, || takes(2_000));
            assert_eq!((inner.found, inner.steps), (None, 1_000));
            assert!(!takes(1));
        });
        assert_eq!((outer.found, outer.steps), (None, 1_000));
        let wanted = Cell::new(true);
        let outer = metered(u64::MAX, &|| wanted.get(), || {
            wanted.set(false);
            assert!(metered(u64::MAX, &|| true, || takes(5_000)).found.is_none());
            takes(1)
        });
        assert_eq!(outer.found, None);
    }

    #[test]
    fn work_apart_has_a_bound_of_its_own() {
        let outer = metered(1_000, &|| true, || {
            let inner = metered_apart(5_000, &|| true, || takes(5_000));
            assert_eq!((inner.found, inner.steps), (Some(true), 5_000));
            let inner = metered_apart(5_000, &|| true, || takes(5_001));
            assert_eq!((inner.found, inner.steps), (None, 5_000));
            takes(1_000) && !takes(1)
        });
        assert_eq!((outer.found, outer.steps), (None, 11_000));
        let outer = metered(u64::MAX, &|| false, || {
            metered_apart(u64::MAX, &|| true, || takes(5_000)).found.is_none()
        });
        assert_eq!((outer.found, outer.steps), (Some(true), 0));
    }

    #[test]
    fn work_aside_is_not_counted() {
        let outer = metered(1_000, &|| true, || {
            assert!(takes(100));
            let inner = metered_aside(5_000, || takes(5_000));
            assert_eq!((inner.found, inner.steps), (Some(true), 5_000));
            assert_eq!(metered_aside(5_000, || takes(5_001)).found, None);
            takes(900) && !takes(1)
        });
        assert_eq!((outer.found, outer.steps), (None, 1_000));
        let unwanted = metered(u64::MAX, &|| false, || metered_aside(u64::MAX, || takes(5_000)));
        assert_eq!(unwanted.found.and_then(|inner| inner.found), None);
    }

    #[test]
    fn a_panic_leaves_no_bound_behind() {
        let panics = || metered(10, &|| true, || assert!(takes(11), "broken off")).found;
        assert!(std::panic::catch_unwind(panics).is_err());
        assert!(!is_broken() && takes(100_000));
    }
}

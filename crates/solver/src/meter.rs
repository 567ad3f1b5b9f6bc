//! Step counting, which allows callers to bound and cancel searches.
//!
//! All searches count steps of about a tenth of a microsecond. Nothing is bounded unless the call is inside
//! [`metered`]: then at most the given number of steps is taken, and `keep_going` is polled regularly. If it
//! returns `false`, or the steps are used up, the work is interrupted: [`step`] returns `false`, searches end
//! at once, and their results have the right shape but no meaning. The caller discards them.
//!
//! Anything cached between queries must not depend on an interrupted search. Lookup tables are therefore
//! filled without counting.

use std::cell::Cell;

use scoped_tls_hkt::scoped_thread_local;

/// Number of steps between polls: some tenths of a millisecond.
pub const POLL_INTERVAL: u32 = 2_048;

/// The callback that is polled.
#[derive(Clone, Copy)]
struct KeepGoing<'a>(&'a dyn Fn() -> bool);

scoped_thread_local!(static KEEP_GOING: for<'a> KeepGoing<'a>);

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
    interrupted: bool,
    /// Number of steps granted at the last settlement.
    granted: u32,
    steps: u64,
    max: u64,
}

impl Meter {
    const NONE: Meter = Meter { on: false, interrupted: false, granted: 0, steps: 0, max: 0 };

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
pub fn is_interrupted() -> bool {
    METER.get().interrupted
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
    if !meter.interrupted {
        let in_bounds = meter.steps + u64::from(steps) <= meter.max;
        meter.interrupted = !(in_bounds && KEEP_GOING.with(|keep_going| (keep_going.0)()));
    }
    if !meter.interrupted {
        meter.steps += u64::from(steps);
        meter.granted = (meter.max - meter.steps).min(u64::from(POLL_INTERVAL)) as u32;
        FREE.set(meter.granted);
    }
    METER.set(meter);
    !meter.interrupted
}

/// Does this work in at most `max` steps, and while `keep_going` returns `true`. Inside other metered work, its
/// steps count there too, and the outer limits apply.
pub fn metered<T>(max: u64, keep_going: &dyn Fn() -> bool, work: impl FnOnce() -> T) -> Metered<T> {
    let outer = Meter::settled();
    let max = if outer.on { max.min(outer.max - outer.steps) } else { max };
    run_metered(outer, max, keep_going, work)
}

/// The same with a separate limit: its steps do not use up the limit of the surrounding work, which can only
/// interrupt it by cancellation.
pub fn metered_separately<T>(
    max: u64,
    keep_going: &dyn Fn() -> bool,
    work: impl FnOnce() -> T,
) -> Metered<T> {
    let outer = Meter::settled();
    let metered = run_metered(outer, max, keep_going, work);
    let now = METER.get();
    METER.set(Meter { max: now.max.saturating_add(metered.steps), ..now });
    metered
}

/// The same for work whose steps are counted nowhere else: results that are computed once and then cached, so
/// that a decision takes the same number of steps with or without the cached result.
pub fn metered_uncounted<T>(max: u64, work: impl FnOnce() -> T) -> Metered<T> {
    let outer = Meter::settled();
    let metered = run_metered(outer, max, &|| true, work);
    METER.set(outer);
    metered
}

fn run_metered<T>(
    outer: Meter,
    max: u64,
    keep_going: &dyn Fn() -> bool,
    work: impl FnOnce() -> T,
) -> Metered<T> {
    let _before = MeterGuard(outer);
    METER.set(Meter { on: true, interrupted: outer.interrupted, max, ..Meter::NONE });
    let found = if KEEP_GOING.is_set() {
        KEEP_GOING.with(|others| {
            let both = || (others.0)() && keep_going();
            KEEP_GOING.set(KeepGoing(&both), work)
        })
    } else {
        KEEP_GOING.set(KeepGoing(keep_going), work)
    };
    let meter = Meter::settled();
    Metered { found: (!meter.interrupted).then_some(found), steps: meter.steps }
}

/// Restores the outer meter at the end of metered work, also on a panic.
struct MeterGuard(Meter);

impl Drop for MeterGuard {
    fn drop(&mut self) {
        let steps = Meter::settled().steps;
        METER.set(Meter { steps: self.0.steps + steps, ..self.0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take_steps(steps: u32) -> bool {
        (0..steps).all(|_| step(1))
    }

    #[test]
    fn work_is_unbounded_by_default() {
        assert!(take_steps(100_000) && step(u32::MAX) && step(u32::MAX) && !is_interrupted());
    }

    #[test]
    fn steps_are_counted_and_bounded() {
        let all = metered(10_000, &|| true, || take_steps(10_000));
        assert_eq!(all, Metered { found: Some(true), steps: 10_000 });
        let less = metered(9_999, &|| true, || take_steps(10_000));
        assert_eq!(less, Metered { found: None, steps: 9_999 });
        // Large steps are not counted in part.
        let large = metered(9_999, &|| true, || step(9_000) && !step(1_000) && !step(1));
        assert_eq!((large.found, large.steps), (None, 9_000));
        assert!(!is_interrupted() && take_steps(10));
    }

    #[test]
    fn callback_is_polled_regularly() {
        let asked = Cell::new(0);
        let keep_going = || asked.replace(asked.get() + 1) < 5;
        let some = metered(u64::MAX, &keep_going, || {
            take_steps(u32::MAX);
            assert!(is_interrupted() && !step(1));
        });
        assert_eq!((some.found, asked.get()), (None, 6));
        assert!(some.steps <= 5 * u64::from(POLL_INTERVAL + 1), "{}", some.steps);
        // Work cancelled from the start takes no step.
        let none = metered(u64::MAX, &|| false, || step(1));
        assert_eq!((none.found, none.steps), (None, 0));
    }

    #[test]
    fn inner_limit_interrupts_inner_work_only() {
        let outer = metered(1_000, &|| true, || {
            assert!(take_steps(100));
            let inner = metered(50, &|| true, || take_steps(60));
            assert_eq!((inner.found, inner.steps), (None, 50));
            assert!(!is_interrupted() && take_steps(850));
        });
        assert_eq!((outer.found, outer.steps), (Some(()), 1_000));
    }

    #[test]
    fn outer_limit_applies_to_inner_work() {
        let outer = metered(1_000, &|| true, || {
            let inner = metered(u64::MAX, &|| true, || take_steps(2_000));
            assert_eq!((inner.found, inner.steps), (None, 1_000));
            assert!(!take_steps(1));
        });
        assert_eq!((outer.found, outer.steps), (None, 1_000));
        let wanted = Cell::new(true);
        let outer = metered(u64::MAX, &|| wanted.get(), || {
            wanted.set(false);
            assert!(metered(u64::MAX, &|| true, || take_steps(5_000)).found.is_none());
            take_steps(1)
        });
        assert_eq!(outer.found, None);
    }

    #[test]
    fn separate_work_has_its_own_limit() {
        let outer = metered(1_000, &|| true, || {
            let inner = metered_separately(5_000, &|| true, || take_steps(5_000));
            assert_eq!((inner.found, inner.steps), (Some(true), 5_000));
            let inner = metered_separately(5_000, &|| true, || take_steps(5_001));
            assert_eq!((inner.found, inner.steps), (None, 5_000));
            take_steps(1_000) && !take_steps(1)
        });
        assert_eq!((outer.found, outer.steps), (None, 11_000));
        let outer = metered(u64::MAX, &|| false, || {
            metered_separately(u64::MAX, &|| true, || take_steps(5_000)).found.is_none()
        });
        assert_eq!((outer.found, outer.steps), (Some(true), 0));
    }

    #[test]
    fn uncounted_work_leaves_the_meter_unchanged() {
        let outer = metered(1_000, &|| true, || {
            assert!(take_steps(100));
            let inner = metered_uncounted(5_000, || take_steps(5_000));
            assert_eq!((inner.found, inner.steps), (Some(true), 5_000));
            assert_eq!(metered_uncounted(5_000, || take_steps(5_001)).found, None);
            take_steps(900) && !take_steps(1)
        });
        assert_eq!((outer.found, outer.steps), (None, 1_000));
        let unwanted =
            metered(u64::MAX, &|| false, || metered_uncounted(u64::MAX, || take_steps(5_000)));
        assert_eq!(unwanted.found.and_then(|inner| inner.found), None);
    }

    #[test]
    fn panic_restores_the_outer_meter() {
        let panics = || metered(10, &|| true, || assert!(take_steps(11), "broken off")).found;
        assert!(std::panic::catch_unwind(panics).is_err());
        assert!(!is_interrupted() && take_steps(100_000));
    }
}

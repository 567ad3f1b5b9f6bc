//! Counting the steps of searches, so that somebody who waits can bound them.
//!
//! All searches count here, whoever asks them, in steps of about a tenth of a microsecond. Nobody
//! reads them and nothing is bounded, unless the call is inside [`metered`]: then no more steps are
//! taken than it allows, and every now and then it is asked whether to go on. Where the answer is no,
//! or the steps are used up, the work is broken off: [`step`] says so, searches end at once, and
//! what they answer is of the right shape and means nothing. The caller throws it away.
//!
//! What is remembered from one question to the next must not depend on a broken search. Lookup
//! tables are therefore filled without counting.

use std::cell::Cell;

use scoped_tls_hkt::scoped_thread_local;

/// The steps from one question whether to go on to the next: some tenths of a millisecond.
pub const PATIENCE: u32 = 2_048;

/// A question whether to go on.
#[derive(Clone, Copy)]
struct GoesOn<'a>(&'a dyn Fn() -> bool);

scoped_thread_local!(static GOES_ON: for<'a> GoesOn<'a>);

thread_local! {
    /// The steps that may be taken before anything else is looked at.
    static FREE: Cell<u32> = const { Cell::new(0) };
    static METER: Cell<Meter> = const { Cell::new(Meter::NONE) };
}

/// What has been counted in this thread, and how far it may go.
#[derive(Clone, Copy)]
struct Meter {
    /// Is anything bounded?
    on: bool,
    broken: bool,
    /// How many steps were free when that was last settled.
    granted: u32,
    steps: u64,
    most: u64,
}

impl Meter {
    const NONE: Meter = Meter { on: false, broken: false, granted: 0, steps: 0, most: 0 };

    /// That of this thread, with all steps that were taken; none are free then.
    fn settled() -> Meter {
        let mut meter = METER.get();
        meter.steps += u64::from(meter.granted - FREE.replace(0));
        meter.granted = 0;
        METER.set(meter);
        meter
    }
}

/// Work that was metered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Metered<T> {
    /// What came of it: none where it was broken off.
    pub found: Option<T>,
    /// The steps taken.
    pub steps: u64,
}

/// Takes this many steps. False where the work is broken off.
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

/// Is the work in this thread broken off, so that what it finds means nothing?
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

/// Does this work in at most so many steps, and as long as `goes_on` says yes. Where it is done
/// inside other metered work, its steps count there too, and it ends where that has to end.
pub fn metered<T>(most: u64, goes_on: &dyn Fn() -> bool, work: impl FnOnce() -> T) -> Metered<T> {
    let outer = Meter::settled();
    let most = if outer.on { most.min(outer.most - outer.steps) } else { most };
    within(outer, most, goes_on, work)
}

/// The same for work whose bound is its own: its steps are not taken from those of the work around it,
/// which can only end it by saying that nobody waits any more.
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

/// The same for work whose steps are counted nowhere else: what is found out once and then remembered, so that
/// a thought takes as many steps whether it is known already or not.
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

/// The meter that holds again at the end of metered work, be it by a panic.
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
        // Large ones are not taken in part.
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
        // What nobody wants from the beginning takes no step.
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

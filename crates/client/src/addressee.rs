//! Addressee of announcements: which seat is addressed as 'you'.

use upcard_engine::Seat;

/// Addressee.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Addressee {
    /// The player of this client's seat.
    #[default]
    Own,
    /// The player of this client's seat during a deal, and everybody around the device after it.
    Everyone,
    /// The viewer of a replay from any seat, who had this seat in the match, if any.
    ReplayViewer(Option<Seat>),
}

impl Addressee {
    /// Seat addressed as 'you' for this own seat; `over` means that the deal is over.
    pub(crate) fn you(self, own: Option<Seat>, over: bool) -> Option<Seat> {
        match self {
            Addressee::Everyone if over => None,
            Addressee::Own | Addressee::Everyone => own,
            Addressee::ReplayViewer(seat) => seat,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_addressed_when_everyone_looks() {
        let [ann, bob] = [0, 1].map(|seat| Some(Seat::at(seat)));
        let you = |addressee: Addressee| [false, true].map(|over| addressee.you(ann, over));
        assert_eq!(you(Addressee::Own), [ann, ann]);
        assert_eq!(you(Addressee::Everyone), [ann, None]);
        assert_eq!(you(Addressee::ReplayViewer(bob)), [bob, bob]);
        assert_eq!(you(Addressee::ReplayViewer(None)), [None, None]);
    }
}

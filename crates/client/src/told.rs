//! Addressee of announcements: which seat is addressed as 'you'.

use upcard_engine::Seat;

/// Addressee.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Told {
    /// The player of this client's seat.
    #[default]
    Own,
    /// The player of this client's seat during a deal, and everybody around the device after it.
    Around,
    /// The viewer of a replay from any seat, who had this seat in the match, if any.
    Looker(Option<Seat>),
}

impl Told {
    /// Seat addressed as 'you' for this own seat; `over` means that the deal is over.
    pub(crate) fn you(self, own: Option<Seat>, over: bool) -> Option<Seat> {
        match self {
            Told::Around if over => None,
            Told::Own | Told::Around => own,
            Told::Looker(seat) => seat,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_of_several_is_you_when_all_of_them_look() {
        let [ann, bob] = [0, 1].map(|seat| Some(Seat::at(seat)));
        let you = |told: Told| [false, true].map(|over| told.you(ann, over));
        assert_eq!(you(Told::Own), [ann, ann]);
        assert_eq!(you(Told::Around), [ann, None]);
        assert_eq!(you(Told::Looker(bob)), [bob, bob]);
        assert_eq!(you(Told::Looker(None)), [None, None]);
    }
}

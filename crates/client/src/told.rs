//! To whom what happens is told: whom sentences call 'you'.

use upcard_engine::Seat;

/// To whom it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Told {
    /// To whoever has the own seat.
    #[default]
    Own,
    /// To whoever has the own seat while it plays, and when the deal is over to all who sit around the device.
    Around,
    /// To somebody who looks at a match again, through whichever eyes: who had this seat in it, or none.
    Looker(Option<Seat>),
}

impl Told {
    /// Who is called 'you' where this is the own seat, while a deal is played or when it is over.
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

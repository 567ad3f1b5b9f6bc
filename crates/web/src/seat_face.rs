//! Avatars of seats: a person's first letter, or a bot's face that suits its level. Each seat has its own
//! colour and shape, so that colour is not the only difference.

use leptos::prelude::*;
use upcard_client::wire::{Level, Sitter};
use upcard_client::{Session, first_grapheme};
use upcard_engine::Seat;

use crate::news;

/// Symbols that people can choose, as text and not emoji; there are [`upcard_client::wire::FACES`] of them.
const SYMBOLS: [&str; 16] = [
    "★",
    "☀\u{fe0e}",
    "☾",
    "☂\u{fe0e}",
    "☃\u{fe0e}",
    "♞",
    "♜",
    "♫",
    "⚓\u{fe0e}",
    "✈\u{fe0e}",
    "☕\u{fe0e}",
    "⚡\u{fe0e}",
    "✿",
    "☘\u{fe0e}",
    "❄\u{fe0e}",
    "☯\u{fe0e}",
];

/// Content of an avatar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Face {
    /// A person's first letter.
    Letter(String),
    /// A person's chosen symbol.
    Sign(&'static str),
    Bot(Level),
    Free,
}

impl Face {
    pub(crate) fn of(session: &Session, seat: Seat) -> Face {
        Face::of_occupant(session, seat, session.seated.get(seat.index()).map(|info| &info.sitter))
    }

    /// Returns the avatar of who plays the seat in the match, or has played it if it is over.
    pub(crate) fn player(session: &Session, seat: Seat) -> Face {
        Face::of_occupant(session, seat, session.sitter(seat))
    }

    fn of_occupant(session: &Session, seat: Seat, sitter: Option<&Sitter>) -> Face {
        match sitter {
            Some(Sitter::Bot { level }) => Face::Bot(*level),
            Some(Sitter::Free) => Face::Free,
            // The player's own seat shows the name here, not 'You'.
            Some(Sitter::Person { name }) => {
                Face::chosen(session.company.faces.get(seat.index()).copied().flatten(), name)
            }
            None => Face::Letter(first_grapheme(&news::name(session, seat))),
        }
    }

    /// Returns the avatar of a person with this name and choice.
    pub(crate) fn chosen(face: Option<u8>, name: &str) -> Face {
        let sign = face.and_then(|face| SYMBOLS.get(usize::from(face)));
        sign.map_or_else(|| Face::Letter(first_grapheme(name)), |sign| Face::Sign(sign))
    }

    pub(crate) fn view(&self) -> AnyView {
        match self {
            Face::Letter(letter) => view! { <b class="let">{letter.clone()}</b> }.into_any(),
            Face::Sign(sign) => view! { <b class="let">{*sign}</b> }.into_any(),
            Face::Free => view! { <b class="let">"+"</b> }.into_any(),
            Face::Bot(level) => {
                view! { <span class="bot" inner_html=drawing(*level)></span> }.into_any()
            }
        }
    }
}

/// Returns a seat's CSS classes: colour and shape.
pub(crate) fn class(seat: Seat) -> String {
    format!("av av-{0} sh-{0}", seat.index())
}

/// Returns a bot's face: the better it plays, the calmer it looks.
fn drawing(level: Level) -> String {
    let (eyes, mouth) = match level {
        Level::Random => (
            "<circle cx='12' cy='15' r='3.4'/><circle cx='24' cy='15' r='1.7'/>",
            "M11 25l3-2 3 2 3-2 3 2 2-2",
        ),
        Level::Beginner => (
            "<circle cx='12' cy='14' r='3.4' fill='none'/><circle cx='24' cy='14' r='3.4' fill='none'/>\
             <circle cx='13' cy='15' r='1.2'/><circle cx='25' cy='15' r='1.2'/>",
            "M15 24a3 2.4 0 1 0 6 0a3 2.4 0 1 0-6 0z",
        ),
        Level::Casual => {
            ("<path d='M9 15q3-3.500 6 0'/><circle cx='24' cy='15' r='2.400'/>", "M11 22q7 6 14 1")
        }
        Level::Novice => {
            ("<circle cx='12' cy='15' r='3'/><circle cx='24' cy='15' r='3'/>", "M12 22q6 8 12 0z")
        }
        Level::Steady => {
            ("<circle cx='12' cy='15' r='2'/><circle cx='24' cy='15' r='2'/>", "M11 22q7 5 14 0")
        }
        Level::Sharp => ("<path d='M9 13l6 3M27 13l-6 3'/>", "M12 24h9l4-2"),
        Level::Expert => (
            "<circle cx='11.500' cy='15' r='4.300' fill='none'/><circle cx='24.500' cy='15' r='4.300' fill='none'/>\
             <path d='M16 15h4'/><circle cx='11.500' cy='15' r='1.200'/><circle cx='24.500' cy='15' r='1.200'/>",
            "M13 24q5 3 10 0",
        ),
    };
    format!(
        "<svg viewBox='0 0 36 36' aria-hidden='true' fill='currentColor' stroke='currentColor' stroke-width='1.800' stroke-linecap='round' stroke-linejoin='round'>\
         <path d='M18 6V3M6 9h24v20H6z' fill='none'/><circle cx='18' cy='2.500' r='1.200'/>{eyes}<path d='{mouth}' fill='none'/></svg>"
    )
}

//! Text of each rule sheet section.

mod advice;
mod cards;
mod ends;
mod idle;
mod melds;
mod turns;

use upcard_engine::Rules;

use crate::page::Page;
use crate::sheet::{Chapter, Sheet};

pub use self::advice::advice;

/// Returns the rule sheet for these rules.
#[must_use]
pub fn sheet(rules: &Rules) -> Sheet {
    let mut page = Page::new(rules);
    for &chapter in Chapter::ALL {
        page.open(chapter);
        write(chapter, &mut page);
    }
    page.finish()
}

fn write(chapter: Chapter, page: &mut Page<'_>) {
    match chapter {
        Chapter::Short => cards::short(page),
        Chapter::Players => cards::players(page),
        Chapter::Deal => cards::deal(page),
        Chapter::Contracts => cards::contracts(page),
        Chapter::Melds => melds::melds(page),
        Chapter::Wilds => melds::wilds(page),
        Chapter::Turn => turns::turn(page),
        Chapter::Buying => turns::buying(page),
        Chapter::Shanghai => turns::shanghai(page),
        Chapter::LayingDown => melds::laying_down(page),
        Chapter::LayingOff => melds::laying_off(page),
        Chapter::Rearranging => melds::rearranging(page),
        Chapter::Swapping => melds::swapping(page),
        Chapter::Declaring => turns::declaring(page),
        Chapter::Dropping => turns::dropping(page),
        Chapter::GoingOut => turns::going_out(page),
        Chapter::StockOut => ends::stock_out(page),
        Chapter::Scoring => ends::scoring(page),
        Chapter::Match => ends::the_match(page),
        Chapter::Money => ends::money(page),
        Chapter::Idle => idle::idle(page),
        Chapter::Advice => advice::write(page),
    }
}

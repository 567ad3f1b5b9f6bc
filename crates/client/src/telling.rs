//! The most important difference of a game for people who know another one. Pure values; user interfaces word
//! them.

use upcard_cards::{Contract, Rank};
use upcard_engine::Rules;
use upcard_engine::choices::{
    Cut, Declares, Duty, KnockLimit, LayDownMode, Money, Priority, Rearrange, StockOut, SwapWho,
    Tables, WhoScores, WildSuits, WildsPerDeal, Winner,
};

/// The most important difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Telling {
    /// Melds stay in the hand until a player knocks with at most this much deadwood; `None` if a card sets
    /// the limit.
    Knocking(Option<u8>),
    /// Melds stay in the hand until a player declares the whole hand.
    Declaring,
    /// Melds stay in the hand until a player goes out with the whole hand.
    GoingOut,
    /// Cards on the table score for the player who laid them.
    Shown,
    /// Any melds may be laid down.
    Free,
    /// Each deal has a contract: the first and the last.
    Contracts(Contract, Contract),
    /// Players with this total are eliminated.
    Elimination(i32),
    /// Played for chips, over this many deals.
    Chips(usize),
    /// A single deal, with payment for each point.
    Paid,
    /// Played to this total.
    Target(i32),
    /// Three games are scored at once.
    ThreeGames,
    /// `true` if the first upcard sets the knock limit, `false` if the limit is fixed.
    KnockByUpcard(bool),
    /// `true` if a contract may be laid down in parts, `false` if all at once.
    InParts(bool),
    /// `true` if a discard that fits a meld may be called.
    Shanghai(bool),
    /// Points deducted for an exact cut; `None` if it earns nothing.
    Cut(Option<u8>),
    /// `true` if the melds on the table may be rearranged.
    Rearranging(bool),
    /// Each deal has its own wild rank.
    WildRank,
    /// Wild ranks, with (`true`) or without jokers; no ranks if only jokers or nothing is wild.
    Wild(Vec<Rank>, WildSuits, bool),
    /// Number of deals, and the last contract.
    Deals(usize, Contract),
    /// `true` if a player who can lay down the contract must do so.
    Duty(bool),
    /// The upcard goes to the first player who asks for it.
    Race,
    /// `true` if the upcard may be bought out of turn.
    Buying(bool),
    /// `true` if an exhausted stock ends the deal, `false` if the discards are reshuffled.
    Blocks(bool),
    /// `true` if a wild card on the table can be swapped for the card that it represents.
    Swapping(bool),
    /// Number of packs.
    Packs(u8),
    /// Number of cards dealt.
    Hand(u8),
}

/// How melds are laid down, and what ends a deal.
#[derive(PartialEq, Eq)]
enum Way {
    Contracts,
    Free,
    Knocking,
    Declaring,
    GoingOut,
}

fn way(rules: &Rules) -> Way {
    let c = &rules.set.choices;
    match c.laying_down.mode {
        LayDownMode::Hidden if c.knocking.limit != KnockLimit::None => Way::Knocking,
        LayDownMode::Hidden if rules.deals.iter().any(|deal| deal.needs.sequences > 0) => {
            Way::Declaring
        }
        LayDownMode::Hidden if c.declaring.allowed != Declares::None => Way::GoingOut,
        LayDownMode::Hidden => Way::Knocking,
        _ if rules.has_contracts() => Way::Contracts,
        _ => Way::Free,
    }
}

/// Most important difference of a game from another one; `None` if they are equal in everything considered
/// here.
#[must_use]
pub fn telling(here: &Rules, there: &Rules) -> Option<Telling> {
    let mut all = kind(here, there);
    all.extend(ending(here, there));
    all.extend(special(here, there, true));
    all.extend(special(here, there, false));
    all.extend(rest(here, there));
    all.into_iter().next()
}

fn contracts(rules: &Rules) -> Vec<&Contract> {
    rules.schedule.iter().map(|deal| &rules.deals[usize::from(*deal)].contract).collect()
}

/// Differences in the kind of game.
fn kind(here: &Rules, there: &Rules) -> Vec<Telling> {
    let shown = |rules: &Rules| rules.set.choices.scoring.who == WhoScores::ShownMinusHand;
    let mut all = Vec::new();
    if shown(here) && !shown(there) {
        all.push(Telling::Shown);
    }
    let own = way(here);
    if own == way(there) {
        return all;
    }
    all.push(match own {
        Way::Contracts => match contracts(here)[..] {
            [first, .., last] => Telling::Contracts(first.clone(), last.clone()),
            [only] => Telling::Contracts(only.clone(), only.clone()),
            [] => return all,
        },
        Way::Free => Telling::Free,
        Way::Knocking => Telling::Knocking(match here.set.choices.knocking.limit {
            KnockLimit::Points(points) => Some(points),
            _ => None,
        }),
        Way::Declaring => Telling::Declaring,
        Way::GoingOut => Telling::GoingOut,
    });
    all
}

/// Differences in the end of the match.
fn ending(here: &Rules, there: &Rules) -> Vec<Telling> {
    let (a, b) = (&here.set.choices, &there.set.choices);
    let mut all = Vec::new();
    if a.matching.eliminate_at != b.matching.eliminate_at {
        all.extend(a.matching.eliminate_at.0.map(|limit| Telling::Elimination(i32::from(limit))));
    }
    if a.matching.winner == Winner::Chips && b.matching.winner != Winner::Chips {
        all.push(Telling::Chips(here.schedule.len()));
    }
    let paid = |rules: &Rules| {
        rules.set.choices.settling.money != Money::None
            && rules.schedule.len() == 1
            && rules.target.is_none()
    };
    if paid(here) && !paid(there) {
        all.push(Telling::Paid);
    }
    if a.matching.tables == Tables::Three && b.matching.tables != Tables::Three {
        all.push(Telling::ThreeGames);
    }
    let by_upcard = |rules: &Rules| rules.set.choices.knocking.limit == KnockLimit::Upcard;
    if by_upcard(here) != by_upcard(there) && way(here) == Way::Knocking {
        all.push(Telling::KnockByUpcard(by_upcard(here)));
    }
    all
}

/// Features that only one of the games has: `here` if `has` is `true`, otherwise `there`.
fn special(here: &Rules, there: &Rules, has: bool) -> Vec<Telling> {
    let (a, b) = (&here.set.choices, &there.set.choices);
    let mut all = Vec::new();
    // A feature that this game has (or lacks), unlike the other.
    let mut differs = |here: bool, there: bool, telling: Telling| {
        if here == has && there != has {
            all.push(telling);
        }
    };
    differs(a.shanghai.allowed, b.shanghai.allowed, Telling::Shanghai(has));
    let cuts = |rules: &Rules| {
        let dealing = &rules.set.choices.dealing;
        dealing.cut != Cut::None && dealing.cut_bonus > 0
    };
    let bonus = has.then_some(a.dealing.cut_bonus);
    differs(cuts(here), cuts(there), Telling::Cut(bonus));
    if has {
        let deals = |rules: &Rules| rules.set.choices.wilds.per_deal != WildsPerDeal::None;
        differs(deals(here), deals(there), Telling::WildRank);
    }
    let may = |rules: &Rules| rules.set.choices.rearranging.allowed != Rearrange::Never;
    differs(may(here), may(there), Telling::Rearranging(has));
    if way(here) == Way::Contracts {
        let parts = |rules: &Rules| rules.set.choices.laying_down.mode == LayDownMode::Piecemeal;
        differs(parts(here), parts(there), Telling::InParts(has));
    }
    if has {
        if contracts(here) != contracts(there)
            && let Some(last) = contracts(here).last().filter(|last| !last.is_empty())
        {
            all.push(Telling::Deals(here.schedule.len(), (*last).clone()));
        }
        let ranks = wild_ranks(here);
        if (&ranks, suits(here)) != (&wild_ranks(there), suits(there)) && !ranks.is_empty() {
            all.push(Telling::Wild(ranks, suits(here), jokers(here)));
        }
        let mut differs = |here: bool, there: bool, telling: Telling| {
            if here && !there {
                all.push(telling);
            }
        };
        let must = |rules: &Rules| rules.set.choices.laying_down.duty == Duty::Compulsory;
        differs(must(here), must(there), Telling::Duty(true));
        let race =
            |rules: &Rules| buys(rules) && rules.set.choices.buying.priority == Priority::Race;
        differs(race(here), race(there), Telling::Race);
        differs(blocks(here), blocks(there), Telling::Blocks(true));
    }
    all
}

/// Other differences.
fn rest(here: &Rules, there: &Rules) -> Vec<Telling> {
    let (a, b) = (&here.set.choices, &there.set.choices);
    let mut all = Vec::new();
    if here.target.is_some() && here.target != there.target {
        all.extend(here.target.map(Telling::Target));
    }
    let wilds = |rules: &Rules| (wild_ranks(rules), suits(rules), jokers(rules));
    if wilds(here) != wilds(there) {
        all.push(Telling::Wild(wild_ranks(here), suits(here), jokers(here)));
    }
    if buys(here) != buys(there) {
        all.push(Telling::Buying(buys(here)));
    }
    if jokers(here) && (a.swapping.who == SwapWho::Nobody) != (b.swapping.who == SwapWho::Nobody) {
        all.push(Telling::Swapping(a.swapping.who != SwapWho::Nobody));
    }
    if a.laying_down.duty != b.laying_down.duty {
        all.push(Telling::Duty(a.laying_down.duty == Duty::Compulsory));
    }
    if blocks(here) != blocks(there) {
        all.push(Telling::Blocks(blocks(here)));
    }
    let packs = |rules: &Rules| rules.set.choices.pack.packs.at(rules.players);
    if packs(here) != packs(there) {
        all.extend(packs(here).map(Telling::Packs));
    }
    let dealt = |rules: &Rules| rules.deals.first().map(|deal| deal.hand);
    if dealt(here) != dealt(there) {
        all.extend(dealt(here).map(Telling::Hand));
    }
    all
}

fn blocks(rules: &Rules) -> bool {
    rules.set.choices.stock_out.then == StockOut::Block
}

fn buys(rules: &Rules) -> bool {
    rules.deals.iter().any(|deal| deal.buying)
}

fn wild_ranks(rules: &Rules) -> Vec<Rank> {
    rules.set.choices.pack.wild_ranks.iter().collect()
}

fn suits(rules: &Rules) -> WildSuits {
    rules.set.choices.pack.wild_suits
}

fn jokers(rules: &Rules) -> bool {
    rules.pack.jokers() > 0
}

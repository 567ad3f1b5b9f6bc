//! Melds, wild cards, laying down, laying off, rearranging, taking wild cards.

use upcard_cards::{
    AceMode, AllWild, Card, MeldKind, MeldSpec, RANKS, Rank, SameSuitRuns, Suit, WildCap,
};
use upcard_engine::choices::{
    ExtraMelds, Freed, LayDownMode, LayOffNeeds, MeldKinds, MeldedWild, Rearrange, SetSuits, Slide,
    SwapFrom, SwapTiming, SwapWhere, SwapWho, WildsPerDeal, WildsWhere,
};

use crate::chapters::cards::by_deal;
use crate::examples::{judge_meld, run, set, some_wild};
use crate::names::wilds_names;
use crate::page::Page;
use crate::words::{Args, counted, list, number, plain};

fn example(page: &mut Page<'_>, spec: &MeldSpec) {
    if let Some(deal) = page.rules.deals.first() {
        page.draw(judge_meld(spec, &deal.melds, &page.rules.pack));
    }
}

/// A natural rank whose neighbours are natural too, if possible.
fn plain_rank(page: &Page<'_>) -> Rank {
    let wild =
        |rank: Rank| page.rules.deals.first().is_some_and(|deal| deal.melds.has_wild_of(rank));
    RANKS[3..12].iter().copied().find(|&rank| !wild(rank)).unwrap_or(RANKS[6])
}

/// Limit on wild cards in the melds of a contract together.
fn first_lay_total(page: &mut Page<'_>) {
    let totals: Vec<(u8, Option<u8>)> =
        page.deals().iter().map(|deal| (deal.number, deal.lay_down.max_wilds)).collect();
    let Some(&(_, first)) = totals.first() else { return };
    let choices = &["wilds.first-lay-total"];
    if totals.iter().all(|(_, total)| *total == first) {
        if let Some(n) = first {
            page.sentence("first-lay-total", choices, counted(n.into(), "most"));
        }
        return;
    }
    let words = |total: Option<u8>| total.map_or_else(|| plain("any-number"), number);
    let words: Vec<(u8, String)> = totals.into_iter().map(|(n, total)| (n, words(total))).collect();
    page.sentence("first-lay-total-by-deal", choices, Args::new().with("most", by_deal(&words)));
}

pub(super) fn melds(page: &mut Page<'_>) {
    let c = page.c;
    let rank = plain_rank(page);
    let size = c.melds.set_size;
    let distinct = c.melds.distinct_suits;
    let three = c.melds.set_suits == SetSuits::ClosedThree;
    if c.melds.kinds == MeldKinds::RunsOnly {
        page.sentence("runs-only", &["melds.kinds"], Args::new());
        return runs(page);
    }
    let id = match (three, distinct) {
        (true, _) => "set-three",
        (false, true) => "set-suits",
        (false, false) => "set",
    };
    // Tagged with all their choices, so that a comparison shows these sentences side by side.
    let choices = &["melds.set-size", "melds.distinct-suits", "melds.set-suits"];
    page.sentence(id, choices, Args::new().with("size", number(size)));
    example(page, &set(rank, size, &[]));
    let packs = page.rules.pack.count(Card::natural(rank, Suit::Clubs));
    if packs > 1 {
        let id = if distinct { "set-no-twins" } else { "set-twins" };
        page.sentence(id, &["melds.distinct-suits"], Args::new());
    }
    let (id, args) = match c.melds.set_max.0 {
        Some(most) => ("set-max", Args::new().with("most", number(most))),
        None => ("set-max-none", Args::new()),
    };
    page.sentence(id, &["melds.set-max"], args);
    runs(page);
}

/// Definition of a run, and of a pair in games with pairs.
fn runs(page: &mut Page<'_>) {
    let c = page.c;
    if c.melds.kinds == MeldKinds::SetsOnly {
        page.sentence("sets-only", &["melds.kinds"], Args::new());
    } else {
        run_sizes(page);
    }
    if page.max_melds(MeldKind::Pair) > 0 {
        page.sentence("pair", &[], Args::new());
        page.choice("melds.pair-grows");
        if page.has_wilds() && c.wilds.place == WildsWhere::Everywhere {
            page.choice("wilds.in-pairs");
        }
    }
}

fn run_sizes(page: &mut Page<'_>) {
    let c = page.c;
    let size = c.melds.run_size;
    page.sentence("run", &["melds.run-size"], Args::new().with("size", number(size)));
    example(page, &run(Suit::Spades, 4, size, &[]));
    // A run cannot be longer than the number of ranks, given the ace rule.
    let places = if c.melds.ace == AceMode::Either { 14 } else { 13 };
    let most = c.melds.run_max.min(places);
    let most = Args::new().with("most", number(most));
    page.sentence("run-max", &["melds.run-max", "melds.ace"], most);
    page.choice("melds.ace");
    let shown = size.min(6);
    example(page, &run(Suit::Hearts, 0, shown, &[]));
    example(page, &run(Suit::Hearts, 14 - shown, shown, &[]));
    example(page, &run(Suit::Hearts, 15 - shown, shown, &[]));
}

pub(super) fn wilds(page: &mut Page<'_>) {
    if !page.has_wilds() {
        return;
    }
    let c = page.c;
    let melds = page.rules.deals.first().map(|deal| deal.melds);
    let wild = melds.and_then(|melds| some_wild(&melds, &page.rules.pack));
    let rank = plain_rank(page);
    page.sentence("wild", &[], Args::new());
    if c.wilds.place == WildsWhere::RunsOnly {
        page.choice("wilds.where");
    }
    let in_run = wild.filter(|_| c.melds.kinds != MeldKinds::SetsOnly);
    let wild = wild.filter(|_| c.melds.kinds != MeldKinds::RunsOnly);
    if let Some(wild) = wild {
        example(page, &set(rank, c.melds.set_size, &[wild]));
    }
    if let Some(wild) = in_run {
        example(page, &run(Suit::Clubs, 4, c.melds.run_size, &[(1, wild)]));
    }
    let runs_alone = c.wilds.cap_in == WildsWhere::RunsOnly && c.wilds.cap != WildCap::None;
    let word = if runs_alone { "capped-run" } else { "capped-meld" };
    let capped = || Args::new().with("of", plain(word));
    match c.wilds.cap {
        WildCap::None => {
            let naturals = Args::new().with("naturals", c.wilds.set_naturals);
            page.sentence("cap-none", &["wilds.cap"], naturals);
        }
        WildCap::Naturals => page.sentence("cap-naturals", &["wilds.cap"], capped()),
        WildCap::FewerThanNaturals => page.sentence("cap-fewer", &["wilds.cap"], capped()),
        WildCap::TwoNaturals => page.sentence("cap-two", &["wilds.cap"], capped()),
        WildCap::Count(n) => {
            let args = capped().with("n", n).with("most", number(n));
            page.sentence("cap-count", &["wilds.cap"], args);
        }
    }
    page.choice("wilds.cap-in");
    let naturals = c.wilds.set_naturals > 1 && c.wilds.place == WildsWhere::Everywhere;
    let two_wild = wild.map(|wild| match c.wilds.place {
        WildsWhere::Everywhere => set(rank, c.melds.set_size, &[wild, wild]),
        WildsWhere::RunsOnly => {
            run(Suit::Clubs, 4, c.melds.run_size.max(4), &[(1, wild), (2, wild)])
        }
    });
    // The requirement for sets comes further down.
    let by_naturals = naturals && c.wilds.cap == WildCap::None;
    if let Some(two_wild) = two_wild.as_ref().filter(|_| !by_naturals) {
        example(page, two_wild);
    }
    if c.wilds.cap != WildCap::None && !page.has_hidden_melds() {
        page.choice("wilds.cap-scope");
    }
    first_lay_total(page);
    if naturals {
        let naturals = Args::new().with("naturals", number(c.wilds.set_naturals));
        page.sentence("set-naturals", &["wilds.set-naturals"], naturals);
    }
    if let Some(two_wild) = two_wild.filter(|_| by_naturals) {
        example(page, &two_wild);
    }
    if c.wilds.apart > 0 {
        let naturals = counted(c.wilds.apart.into(), "naturals");
        page.sentence("wilds-apart", &["wilds.apart"], naturals);
    }
    match c.wilds.whole_suit.0 {
        Some(n) => {
            page.sentence("whole-suit-wilds", &["wilds.whole-suit"], counted(n.into(), "most"));
        }
        None => {
            page.sentence("whole-suit-wilds-as-others", &["wilds.whole-suit"], Args::new());
        }
    }
    page.choice("wilds.only");
    if let Some(wild) = wild {
        let spec = set(rank, 3, &[wild, wild, wild]);
        let named = matches!(c.wilds.only, AllWild::Sets | AllWild::Any)
            .then(|| Card::natural(rank, Suit::Clubs));
        example(page, &MeldSpec { named, ..spec });
    }
    let ranks = wilds_names(c.pack.wild_ranks.iter(), c.pack.wild_suits);
    if c.wilds.per_deal != WildsPerDeal::None {
        let ranks = Args::new().with("ranks", plain("wild-rank-of-deal"));
        page.choice_with("wilds.natural-place", &[], ranks);
    } else if !ranks.is_empty() {
        let args = Args::new().with("ranks", list(&ranks));
        page.choice_with("wilds.natural-place", &["pack.wild-ranks"], args);
    }
    page.choice("wilds.own-set");
    if page.has_hidden_melds() {
        return;
    }
    if c.wilds.slide == Slide::None && c.rearranging.allowed != Rearrange::Never {
        page.sentence("slide-by-rearranging", &["wilds.slide"], Args::new());
    } else {
        page.choice("wilds.slide");
    }
    if c.swapping.who == SwapWho::Nobody {
        page.choice("swapping.who");
    }
}

pub(super) fn laying_down(page: &mut Page<'_>) {
    let c = page.c;
    if page.has_hidden_melds() {
        page.choice("laying-down.mode");
        return;
    }
    let free = c.laying_down.mode == LayDownMode::Free;
    let contracts = page.rules.has_contracts();
    match (free, contracts) {
        (true, true) => page.sentence("free-contracts", &["laying-down.mode"], Args::new()),
        (true, false) => page.sentence("free", &["laying-down.mode"], Args::new()),
        _ => page.choice("laying-down.mode"),
    }
    let kinds = c.melds.kinds;
    let sets = free && kinds != MeldKinds::RunsOnly || page.max_melds(MeldKind::Set) > 0;
    let runs = free && kinds != MeldKinds::SetsOnly || page.max_melds(MeldKind::Run) > 0;
    let size = |n: u8| Args::new().with("size", number(n));
    match (sets, free) {
        (true, true) => page.choice_as("free-sets", "laying-down.sets", size(c.melds.set_size)),
        (true, false) => page.choice("laying-down.sets"),
        (false, _) => {}
    }
    match (runs, free) {
        (true, true) => page.choice_as("free-runs", "laying-down.runs", size(c.melds.run_size)),
        (true, false) => page.choice("laying-down.runs"),
        (false, _) => {}
    }
    if contracts && !free {
        page.choice("laying-down.duty");
        page.choice("laying-down.extra-melds");
        if c.laying_down.extra_melds == ExtraMelds::AfterContract
            && page.max_melds(MeldKind::Pair) > 0
        {
            page.sentence("extra-no-pairs", &["laying-down.extra-melds"], Args::new());
        }
    }
    if free {
        match c.laying_down.melds_per_turn.0 {
            None => page.sentence("melds-any", &["laying-down.melds-per-turn"], Args::new()),
            Some(n) => {
                let most = counted(n.into(), "most");
                page.sentence("melds-most", &["laying-down.melds-per-turn"], most);
            }
        }
    }
    if c.laying_down.first_points > 0 {
        first_points(page);
    }
    if free || page.max_melds(MeldKind::Set) > 1 {
        page.choice("laying-down.same-rank-sets");
    }
    // With at most one run per suit, no two runs can be adjacent.
    let one_each = c.laying_down.runs_per_suit.0 == Some(1);
    if (free || page.max_melds(MeldKind::Run) > 1) && !one_each {
        page.choice("laying-down.same-suit-runs");
    }
    if page.rules.deals.iter().any(|deal| deal.alternative.is_some()) {
        page.sentence("whole-suit", &["laying-down.whole-suit"], Args::new());
    }
    if runs && c.laying_down.same_suit_runs != SameSuitRuns::DifferentSuits {
        match c.laying_down.runs_per_suit.0 {
            None => page.sentence("runs-any", &["laying-down.runs-per-suit"], Args::new()),
            Some(n) => {
                let most = counted(n.into(), "most");
                page.sentence("runs-most", &["laying-down.runs-per-suit"], most);
            }
        }
    }
}

/// Minimum points of the first melds of a deal, and how they are counted.
fn first_points(page: &mut Page<'_>) {
    let c = page.c;
    let least = Args::new().with("points", c.laying_down.first_points);
    page.sentence("first-points", &["laying-down.first-points"], least);
    let as_card = page.has_wilds() && c.scoring.melded_wild == MeldedWild::AsCard;
    let wilds = Args::new().with("wilds", if as_card { "card" } else { "own" });
    let choices = &["scoring.melded-wild", "laying-down.first-points"];
    page.sentence("first-points-count", choices, wilds);
    // If melds score for the player who laid them, the card values cover this.
    if let Some(points) = c.scoring.low_ace.0.filter(|_| !page.scores_table_melds()) {
        let points = Args::new().with("points", points);
        page.sentence("first-points-low-ace", &["scoring.low-ace"], points);
    }
}

pub(super) fn laying_off(page: &mut Page<'_>) {
    let c = page.c;
    if page.has_hidden_melds() {
        return;
    }
    page.sentence("lay-off", &[], Args::new());
    page.choice("laying-off.needs");
    match c.laying_off.needs {
        LayOffNeeds::None => {}
        LayOffNeeds::OwnMeld => {
            page.choice_as("meld-laying-off-from", "laying-off.from", Args::new())
        }
        LayOffNeeds::Contract => page.choice("laying-off.from"),
    }
    let taken = page.has_wilds() && c.swapping.who != SwapWho::Nobody;
    let stays = if taken { "lay-off-stays-but-wilds" } else { "lay-off-stays" };
    page.sentence(stays, &[], Args::new());
    if c.rearranging.allowed == Rearrange::Never {
        page.choice("rearranging.allowed");
    }
}

pub(super) fn rearranging(page: &mut Page<'_>) {
    let c = page.c;
    if c.rearranging.allowed == Rearrange::Never || page.has_hidden_melds() {
        return;
    }
    if page.rules.has_contracts() {
        page.choice("rearranging.allowed");
    } else {
        page.choice_as("free-rearranging", "rearranging.allowed", Args::new());
    }
    page.sentence("rearrange", &[], Args::new());
    page.choice("rearranging.new-melds");
    page.sentence("rearrange-dissolve", &[], Args::new());
    if page.has_wilds() {
        page.choice("rearranging.wilds");
    }
}

pub(super) fn swapping(page: &mut Page<'_>) {
    let c = page.c;
    if !page.has_wilds() || c.swapping.who == SwapWho::Nobody {
        return;
    }
    page.choice("swapping.who");
    page.choice("swapping.where");
    if c.swapping.place != SwapWhere::Runs {
        let suits = if c.melds.distinct_suits { "different" } else { "any" };
        page.sentence("swap-sets", &["swapping.where"], Args::new().with("suits", suits));
    }
    if page.rules.has_contracts() {
        page.choice("swapping.from");
    } else {
        page.choice_as("free-swapping-from", "swapping.from", Args::new());
    }
    page.choice("swapping.freed");
    if c.swapping.full_sets && page.c.melds.distinct_suits {
        page.sentence("full-sets", &["swapping.full-sets"], Args::new());
    }
    if c.swapping.freed != Freed::Hand {
        page.sentence("freed-plays", &["swapping.freed"], Args::new());
    }
    // Only if melds can follow.
    let melds_follow = c.laying_down.mode != LayDownMode::AtOnce
        || c.swapping.from == SwapFrom::AnyTime
        || c.laying_down.extra_melds != ExtraMelds::None;
    if melds_follow {
        page.sentence("swap-is-free", &[], Args::new());
    }
    page.choice("swapping.timing");
    if c.swapping.timing == SwapTiming::Claims {
        page.sentence("claims-hand", &["swapping.timing"], Args::new());
    }
}

//! Wording of the prompt.

use upcard_cards::{Card, Cards, Contract, Element, Meld, MeldError, MeldKind, Purity, Suit};
use upcard_engine::{Action, MeldId, MeldPlace, Refusal, Seat, Seats};
use upcard_rulebook::{ranks_name, refusal_sentence};

use super::{Texts, news, tr};
use crate::prompt::{AnswerAction, Detail, EndsBy, Question, Terms, ends_with};
use crate::{Session, SlotFault};

/// Main line.
#[must_use]
pub fn question(t: &impl Texts, session: &Session, question: &Question) -> String {
    let card = |card: &Option<Card>| card.map(|card| t.card(card)).unwrap_or_default();
    let name = |seat: &Seat| news::name(t, session, *seat);
    let names = |seats: &Seats| news::names(t, session, *seats);
    match question {
        Question::Nothing => String::new(),
        Question::Covered => tr!("prompt-covered", t),
        Question::MatchEnded => tr!("news-ended", t),
        Question::MatchWon(winners) => news::winners(t, session, "news-match", *winners),
        Question::DealOver => tr!("prompt-deal-over", t),
        Question::WaitingForReady(Seats::NONE) => tr!("prompt-waiting-deal", t),
        Question::WaitingForReady(seats) => tr!("prompt-waiting-ready", t, names = names(seats)),
        Question::Watching(seat) => tr!("prompt-watching", t, name = name(seat)),
        Question::OthersTurn(seat) => tr!("prompt-others-turn", t, name = name(seat)),
        Question::OthersPlay => tr!("prompt-others-play", t),
        Question::OthersCut(seats) => tr!("prompt-others-cut", t, names = names(seats)),
        Question::OthersPick(seats) => tr!("prompt-others-pick", t, names = names(seats)),
        Question::OthersClaim(seats) => tr!("prompt-others-claim", t, names = names(seats)),
        Question::Cut => tr!("prompt-cut", t),
        Question::Draw => tr!("prompt-draw", t),
        Question::Offer(offered) => tr!("prompt-offer", t, card = card(offered)),
        Question::Buying(of) => tr!("prompt-buying", t, card = card(of)),
        Question::Call(discard) => tr!("prompt-call", t, card = card(discard)),
        Question::Pick(caller) => tr!("prompt-pick", t, name = name(caller)),
        Question::Claim => tr!("prompt-claim", t),
        Question::Play => tr!("prompt-play", t),
        Question::MayLayDown => tr!("prompt-can-down", t),
        Question::OneChosen(one) => tr!("prompt-one", t, card = t.card(*one)),
        Question::SeveralChosen(count) => tr!("prompt-several", t, count = *count),
        Question::LayingDown => tr!("prompt-laying", t),
        Question::Arranging => tr!("prompt-arranging", t),
        Question::OwnUpcard(offered) => tr!("prompt-offer", t, card = card(offered)),
        Question::OthersUpcard(seat) => tr!("prompt-others-offered", t, names = name(seat)),
        Question::Knocked(seat, points) => {
            tr!("prompt-knocked", t, name = name(seat), points = *points)
        }
        Question::OthersAnswer(seat) => tr!("prompt-others-answer", t, name = name(seat)),
        Question::Ending(by) => ends_by(t, *by),
        Question::ShowingMelds => tr!("prompt-showing", t),
        Question::Rejoin(total) => tr!("prompt-rejoin", t, total = *total),
        Question::Split => tr!("prompt-split", t),
        Question::ShowGroups(seat, by) => {
            let how = if *by == EndsBy::Declaring { "declared" } else { "out" };
            tr!("prompt-show-groups", t, name = name(seat), how = how)
        }
        Question::Grouping => tr!("prompt-grouping", t),
        Question::OthersGroup(seat) => tr!("prompt-others-group", t, name = name(seat)),
        Question::OthersRejoin(seat) => tr!("prompt-others-rejoin", t, name = name(seat)),
        Question::OthersSplit(seat) => tr!("prompt-others-split", t, name = name(seat)),
    }
}

/// Small line; `last` is the latest event.
#[must_use]
pub fn detail(t: &impl Texts, session: &Session, detail: &Detail, last: &str) -> String {
    match detail {
        Detail::Nothing => String::new(),
        Detail::LastEvent => last.to_owned(),
        Detail::OthersFirst => tr!("prompt-others-first", t),
        Detail::CutBlind => tr!("prompt-cut-sub", t),
        Detail::DrawOrTake(card) => tr!("prompt-draw-sub", t, card = t.card(*card)),
        Detail::NoUpcard => tr!("upcard-none", t),
        Detail::Refused(refusal) => refusal_sentence(*refusal),
        Detail::Terms(terms) => price(t, session, terms),
        Detail::CallByMeld => tr!("prompt-call-sub", t),
        Detail::PickBlind => tr!("prompt-pick-sub", t),
        Detail::ClaimNothing => tr!("prompt-claim-nothing", t),
        Detail::ClaimHow => tr!("prompt-claim-sub", t),
        Detail::SelectDiscard => tr!("prompt-discard-sub", t),
        Detail::SelectPlay => tr!("prompt-play-sub", t),
        Detail::OrDiscard => tr!("prompt-or-discard", t),
        Detail::MayHold => tr!("prompt-may-hold", t),
        Detail::EndOrDiscard => tr!("prompt-end-or-discard", t),
        Detail::Missed(turns) => tr!("prompt-missed", t, turns = *turns),
        Detail::DiscardIt => tr!("prompt-one-discard", t),
        Detail::DiscardOrGather => tr!("prompt-one-gather", t),
        Detail::DiscardOrMeld => tr!("prompt-one-sub", t),
        Detail::TapMeld => tr!("prompt-tap-meld", t),
        Detail::MeldOrTapMeld => tr!("prompt-several-sub", t),
        Detail::MeldThem => tr!("prompt-several-meld", t),
        Detail::SelectOne => tr!("notice-one-card", t),
        Detail::Prepared => tr!("prepared", t),
        Detail::Leaves(left) => leaves(t, left),
        Detail::FirstLeaves { points, left } => {
            tr!("first-leaves", t, points = *points, leaves = leaves(t, left))
        }
        Detail::FirstPoints { points, least } => {
            tr!("first-points", t, points = *points, least = *least)
        }
        Detail::SlotsEmpty => tr!("slot-empty", t),
        Detail::Slot(_, fault) => slot_fault(t, fault),
        Detail::ArrangeGood => tr!("arrange-good", t),
        Detail::ArrangeNothing => tr!("arrange-nothing", t),
        Detail::ArrangeNoMeld => tr!("arrange-no-meld", t),
        Detail::ArrangeLoose => tr!("arrange-loose", t),
        Detail::TakeToKnock => tr!("take-to-knock", t),
        Detail::KnockScores { limit, undercut } => {
            tr!("knock-scores", t, limit = *limit, bonus = *undercut)
        }
        Detail::GroupsCost(points) => tr!("groups-cost", t, points = *points),
        Detail::GroupedSo { cost, best } if cost == best => tr!("grouped-best", t, points = *cost),
        Detail::GroupedSo { cost, best } => tr!("grouped-so", t, points = *cost, best = *best),
        Detail::RejoinFee(fee) => tr!(if *fee { "rejoin-fee" } else { "rejoin-free" }, t),
        Detail::SplitByDrops => tr!("split-by-drops", t),
        Detail::Owes(card) => tr!("owes", t, card = t.card(*card)),
        Detail::GinScores(bonus) => tr!("gin-scores", t, bonus = *bonus),
        Detail::OutCollects(each) => tr!("out-collects", t, count = *each),
        Detail::OutScores(last) => tr!(if *last { "out-scores-last" } else { "out-scores" }, t),
        Detail::BestAnswer(best) => {
            let (offs, points) = (&best.lay_offs, best.points);
            let (count, cards) = (offs.len() as i64, t.cards(offs.iter().copied()));
            tr!("best-answer", t, count = count, cards = cards, points = points)
        }
    }
}

/// Cards left in the hand after a lay-down.
fn leaves(t: &impl Texts, left: &Cards) -> String {
    match left.len() {
        0 => tr!("leaves-nothing", t),
        count => tr!("leaves", t, cards = t.cards(left.iter()), count = count),
    }
}

/// How the deal is ended.
fn ends_by(t: &impl Texts, by: EndsBy) -> String {
    match by {
        EndsBy::GoingOut => tr!("ends-out", t),
        EndsBy::Declaring => tr!("ends-declare", t),
        EndsBy::Knock(points) => tr!("ends-knock", t, points = points),
        EndsBy::Gin => tr!("ends-gin", t),
    }
}

/// Label of a contract slot.
#[must_use]
pub fn slot_words(t: &impl Texts, element: Element) -> String {
    let one = Contract { elements: [element].into_iter().collect() };
    t.capital(&upcard_rulebook::contract_words(&one))
}

/// What is wrong with the cards in a slot.
#[must_use]
pub fn slot_fault(t: &impl Texts, fault: &SlotFault) -> String {
    match *fault {
        SlotFault::Suit { stray, suit } => {
            tr!("slot-suit", t, odd = t.card(stray), suit = suit_word(t, suit))
        }
        SlotFault::Rank { stray, rank } => {
            tr!("slot-rank", t, odd = t.card(stray), ranks = ranks_name(rank))
        }
        SlotFault::Duplicate(card) => tr!("slot-twice", t, card = t.card(card)),
        SlotFault::DuplicateRank(rank) => tr!("slot-rank-twice", t, ranks = ranks_name(rank)),
        SlotFault::TooFew { missing } => tr!("slot-too-few", t, count = missing),
        SlotFault::Purity(Purity::Pure) => tr!("slot-pure", t),
        SlotFault::Purity(_) => tr!("slot-suits", t),
        SlotFault::Rule(MeldKind::Run, MeldError::RunOrder) => tr!("slot-gap", t),
        SlotFault::Rule(_, error) => refusal_sentence(Refusal::Meld(MeldPlace::LayDown, error)),
    }
}

/// Label for laying off on this meld.
fn lay_off(t: &impl Texts, session: &Session, meld: MeldId) -> String {
    let laid = session.view.as_ref().and_then(|own| own.table.meld(meld));
    match laid.map(|(_, laid)| &laid.meld) {
        Some(Meld::Run(run)) if !run.suits().is_mixed() => {
            tr!("lay-off-run", t, suit = suit_word(t, run.suit()))
        }
        Some(Meld::Set(set)) if set.rank().is_some() => {
            tr!("lay-off-set", t, ranks = set.rank().map(ranks_name).unwrap_or_default())
        }
        _ => tr!("lay-off", t),
    }
}

fn suit_word(t: &impl Texts, suit: Suit) -> String {
    tr!(&format!("suit-{}", ["club", "diamond", "heart", "spade"][suit.index()]), t)
}

/// Price and precedence of a buy.
fn price(t: &impl Texts, session: &Session, terms: &Terms) -> String {
    let mut costs = Vec::new();
    if terms.cards > 0 {
        costs.push(tr!("price-cards", t, count = terms.cards));
    }
    if terms.pennies > 0 {
        costs.push(tr!("price-pennies", t, count = terms.pennies));
    }
    if costs.is_empty() {
        costs.push(tr!("price-nothing", t));
    }
    let mut parts = vec![t.capital(&costs.join(", "))];
    parts.extend(terms.buys_left.map(|left| tr!("buys-left", t, count = left)));
    if terms.race {
        parts.push(tr!("race-first", t));
    } else if terms.before != Seats::NONE {
        let (names, count) = (news::names(t, session, terms.before), terms.before.len());
        parts.push(tr!("asked-before", t, names = names, count = count));
    }
    parts.join(" · ")
}

/// Label of an answer's button.
#[must_use]
pub fn answer(t: &impl Texts, session: &Session, asked: &Question, does: &AnswerAction) -> String {
    match does {
        AnswerAction::Act(Action::Take) => {
            let upcard = session.view.as_ref().and_then(|view| view.table.upcard());
            tr!("take-card", t, card = upcard.map(|card| t.card(card)).unwrap_or_default())
        }
        AnswerAction::Act(Action::TakeDeep(card)) => tr!("take-deep", t, card = t.card(*card)),
        AnswerAction::Act(Action::Buy) if matches!(asked, Question::Offer(_)) => tr!("may-i", t),
        AnswerAction::Act(Action::Buy) => tr!("buy", t),
        AnswerAction::Act(Action::Draw) => tr!("draw", t),
        AnswerAction::Act(Action::Pass) => tr!("pass", t),
        AnswerAction::Act(Action::Undo) => tr!("undo", t),
        AnswerAction::Act(Action::Keep) => tr!("keep", t),
        AnswerAction::Act(Action::Discard { shanghai: true, .. }) => tr!("discard-shanghai", t),
        AnswerAction::Act(Action::Discard { card, .. }) => {
            tr!("discard-card", t, card = t.card(*card))
        }
        AnswerAction::Act(Action::Rejoin) => tr!("rejoin", t),
        AnswerAction::Act(Action::Leave) => tr!("stay-out", t),
        AnswerAction::Act(Action::Split) => tr!("share-pool", t),
        AnswerAction::Act(Action::PlayOn) => tr!("play-on", t),
        AnswerAction::Act(Action::Show(_)) if matches!(asked, Question::ShowGroups(..)) => {
            tr!("group-best", t)
        }
        AnswerAction::Act(Action::Show(_)) => tr!("show-best", t),
        AnswerAction::Act(end @ (Action::Knock { .. } | Action::Declare { .. })) => {
            let by = session.view().map(|view| ends_with(&view, end));
            ends_by(t, by.unwrap_or(EndsBy::GoingOut))
        }
        AnswerAction::Act(other) => other.to_string(),
        AnswerAction::Propose { free: true } | AnswerAction::OpenAdvised(_) => tr!("lay-melds", t),
        AnswerAction::Propose { free: false } => tr!("go-down", t),
        AnswerAction::OpenLayDown => tr!("try-down", t),
        AnswerAction::MeldChosen => tr!("meld-these", t),
        AnswerAction::LayOff(meld) => lay_off(t, session, *meld),
        AnswerAction::LayDown(Action::Knock { .. } | Action::Declare { .. }) => match asked {
            Question::Ending(by) => ends_by(t, *by),
            _ => tr!("ends-out", t),
        },
        AnswerAction::LayDown(Action::Show(_)) if *asked == Question::Grouping => {
            tr!("group-these", t)
        }
        AnswerAction::LayDown(Action::Show(_)) => tr!("show-these", t),
        AnswerAction::LayDown(_) => tr!("lay-down", t),
        AnswerAction::OpenEnding(by) => tr!("opens", t, what = ends_by(t, *by)),
        AnswerAction::OpenAnswer if matches!(asked, Question::ShowGroups(..)) => {
            tr!("group-own", t)
        }
        AnswerAction::OpenAnswer => tr!("show-own", t),
        AnswerAction::Drop(price) => tr!("drop-for", t, points = *price),
        AnswerAction::TakeDeep(card) => tr!("take-deep", t, card = t.card(*card)),
        AnswerAction::ChooseDeep => tr!("take-deeper", t),
        AnswerAction::OpenArrange => tr!("arrange", t),
        AnswerAction::Rearrange(_) => tr!("arrange-do", t),
        // A lay-down prepared in advance is kept.
        AnswerAction::Cancel
            if !matches!(
                asked,
                Question::LayingDown
                    | Question::Arranging
                    | Question::Ending(_)
                    | Question::ShowingMelds
                    | Question::Grouping
            ) =>
        {
            tr!("close", t)
        }
        AnswerAction::Cancel => tr!("cancel", t),
        AnswerAction::TakeSeatBack => tr!("take-seat-back", t),
        AnswerAction::Sit => tr!("sit-down", t),
        AnswerAction::AskForSeat => tr!("a-seat-for-me", t),
        AnswerAction::NextDeal => tr!("next-deal", t),
        AnswerAction::ShowScores { standings: true } => tr!("standings", t),
        AnswerAction::ShowScores { standings: false } => tr!("scores", t),
        AnswerAction::Prepare => tr!("try-down", t),
        AnswerAction::StandingAnswers => tr!("standing-answers", t),
        AnswerAction::Leave => tr!("leave", t),
    }
}

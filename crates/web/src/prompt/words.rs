//! The prompt in words.

use upcard_cards::{MeldError, MeldKind, Suit};

use upcard_client::prompt::{Detail, Does, EndsBy, Question, Terms};
use upcard_client::standing::Why;
use upcard_client::{Session, SlotFault};
use upcard_engine::{Action, MeldPlace, Refusal, Seats};

use crate::text::{self, tr};
use crate::{news, refusals};

/// The main line.
pub(super) fn question(session: &Session, question: &Question) -> String {
    let card = |card: &Option<upcard_cards::Card>| card.map(text::short).unwrap_or_default();
    let names = |seats: Seats| news::names(session, seats);
    match question {
        Question::Nothing => String::new(),
        Question::Covered => tr!("prompt-covered"),
        Question::MatchEnded => tr!("news-ended"),
        Question::MatchWon(winners) => news::won(session, "news-match", *winners),
        Question::DealOver => tr!("prompt-deal-over"),
        Question::WaitingForReady(Seats::NONE) => tr!("prompt-waiting-deal"),
        Question::WaitingForReady(seats) => tr!("prompt-waiting-ready", names = names(*seats)),
        Question::Watching(seat) => tr!("prompt-watching", name = news::name(session, *seat)),
        Question::OthersTurn(seat) => tr!("prompt-others-turn", name = news::name(session, *seat)),
        Question::OthersOffered(seats) => tr!("prompt-others-offered", names = names(*seats)),
        Question::OthersCall(seats) => tr!("prompt-others-called", names = names(*seats)),
        Question::OthersCut(seats) => tr!("prompt-others-cut", names = names(*seats)),
        Question::OthersPick(seats) => tr!("prompt-others-pick", names = names(*seats)),
        Question::OthersClaim(seats) => tr!("prompt-others-claim", names = names(*seats)),
        Question::Cut => tr!("prompt-cut"),
        Question::Draw => tr!("prompt-draw"),
        Question::Offer(offered) => tr!("prompt-offer", card = card(offered)),
        Question::Answering { card: of, buy: true } => tr!("prompt-buying", card = card(of)),
        Question::Answering { card: of, buy: false } => tr!("prompt-passing", card = card(of)),
        Question::Call(discard) => tr!("prompt-call", card = card(discard)),
        Question::Pick(caller) => tr!("prompt-pick", name = news::name(session, *caller)),
        Question::Claim => tr!("prompt-claim"),
        Question::Play => tr!("prompt-play"),
        Question::MayLayDown => tr!("prompt-can-down"),
        Question::OneChosen(one) => tr!("prompt-one", card = text::short(*one)),
        Question::SeveralChosen(count) => tr!("prompt-several", count = *count),
        Question::LayingDown => tr!("prompt-laying"),
        Question::Arranging => tr!("prompt-arranging"),
        Question::OwnUpcard(offered) => tr!("prompt-offer", card = card(offered)),
        Question::OthersUpcard(seat) => {
            tr!("prompt-others-offered", names = news::name(session, *seat))
        }
        Question::Knocked(seat, points) => {
            tr!("prompt-knocked", name = news::name(session, *seat), points = *points)
        }
        Question::OthersAnswer(seat) => {
            tr!("prompt-others-answer", name = news::name(session, *seat))
        }
        Question::Ending(by) => ends_by(*by),
        Question::ShowingMelds => tr!("prompt-showing"),
        Question::Rejoin(total) => tr!("prompt-rejoin", total = *total),
        Question::Split => tr!("prompt-split"),
        Question::ShowGroups(seat, by) => {
            let how = if *by == EndsBy::Declaring { "declared" } else { "out" };
            tr!("prompt-show-groups", name = news::name(session, *seat), how = how)
        }
        Question::Grouping => tr!("prompt-grouping"),
        Question::OthersGroup(seat) => {
            tr!("prompt-others-group", name = news::name(session, *seat))
        }
        Question::OthersRejoin(seat) => {
            tr!("prompt-others-rejoin", name = news::name(session, *seat))
        }
        Question::OthersSplit(seat) => {
            tr!("prompt-others-split", name = news::name(session, *seat))
        }
    }
}

/// The small line; `last` is what happened last.
pub(super) fn detail(session: &Session, detail: &Detail, last: &str) -> String {
    match detail {
        Detail::Nothing => String::new(),
        Detail::LastEvent => last.to_owned(),
        Detail::CutBlind => tr!("prompt-cut-sub"),
        Detail::DrawOrTake(card) => tr!("prompt-draw-sub", card = text::short(*card)),
        Detail::NoUpcard => tr!("upcard-none"),
        Detail::Refused(refusal) => refusals::sentence(*refusal),
        Detail::Terms(terms) => price(session, terms),
        Detail::CallByMeld => tr!("prompt-call-sub"),
        Detail::PickBlind => tr!("prompt-pick-sub"),
        Detail::ClaimNothing => tr!("prompt-claim-nothing"),
        Detail::ClaimHow => tr!("prompt-claim-sub"),
        Detail::SelectDiscard => tr!("prompt-discard-sub"),
        Detail::SelectPlay => tr!("prompt-play-sub"),
        Detail::OrDiscard => tr!("prompt-or-discard"),
        Detail::EndOrDiscard => tr!("prompt-end-or-discard"),
        Detail::Missed(turns) => tr!("prompt-missed", turns = *turns),
        Detail::DiscardIt => tr!("prompt-one-discard"),
        Detail::DiscardOrGather => tr!("prompt-one-gather"),
        Detail::DiscardOrMeld => tr!("prompt-one-sub"),
        Detail::TapMeld => tr!("prompt-tap-meld"),
        Detail::MeldOrTapMeld => tr!("prompt-several-sub"),
        Detail::MeldThem => tr!("prompt-several-meld"),
        Detail::SelectOne => tr!("notice-one-card"),
        Detail::Standing(why) => tr!(match why {
            Why::OwnDiscard => "standing-why-own",
            Why::Deal => "standing-why-deal",
            Why::Down => "standing-why-down",
            Why::NoHelp => "standing-why-no-help",
        }),
        Detail::Prepared => tr!("prepared"),
        Detail::Leaves(left) if left.is_empty() => tr!("leaves-nothing"),
        Detail::Leaves(left) => {
            tr!("leaves", cards = text::shorts(left.iter()), count = left.len())
        }
        Detail::SlotsEmpty => tr!("slot-empty"),
        Detail::Slot(_, fault) => slot_fault(fault),
        Detail::ArrangeGood => tr!("arrange-good"),
        Detail::ArrangeNothing => tr!("arrange-nothing"),
        Detail::ArrangeNoMeld => tr!("arrange-no-meld"),
        Detail::ArrangeLoose => tr!("arrange-loose"),
        Detail::TakeToKnock => tr!("take-to-knock"),
        Detail::KnockScores { limit, undercut } => {
            tr!("knock-scores", limit = *limit, bonus = *undercut)
        }
        Detail::GroupsCost(points) => tr!("groups-cost", points = *points),
        Detail::GroupedSo { cost, best } if cost == best => tr!("grouped-best", points = *cost),
        Detail::GroupedSo { cost, best } => tr!("grouped-so", points = *cost, best = *best),
        Detail::RejoinFee(fee) => tr!(if *fee { "rejoin-fee" } else { "rejoin-free" }),
        Detail::SplitByDrops => tr!("split-by-drops"),
        Detail::Owes(card) => tr!("owes", card = text::short(*card)),
        Detail::GinScores(bonus) => tr!("gin-scores", bonus = *bonus),
        Detail::OutScores(last) => tr!(if *last { "out-scores-last" } else { "out-scores" }),
        Detail::BestAnswer(best) => {
            let cards = text::shorts(best.lay_offs.iter().copied());
            tr!(
                "best-answer",
                count = best.lay_offs.len() as i64,
                cards = cards,
                points = best.points
            )
        }
    }
}

/// By what the deal is ended.
fn ends_by(by: EndsBy) -> String {
    match by {
        EndsBy::GoingOut => tr!("ends-out"),
        EndsBy::Declaring => tr!("ends-declare"),
        EndsBy::Knock(points) => tr!("ends-knock", points = points),
        EndsBy::Gin => tr!("ends-gin"),
    }
}

/// What a slot of the contract asks for.
pub(crate) fn slot_words(element: upcard_cards::Element) -> String {
    let one = upcard_cards::Contract { elements: [element].into_iter().collect() };
    text::capital(&text::contract(&one))
}

/// What is wrong with the cards of a slot.
pub(crate) fn slot_fault(fault: &SlotFault) -> String {
    match *fault {
        SlotFault::Suit { odd, suit } => {
            tr!("slot-suit", odd = text::short(odd), suit = suit_word(suit))
        }
        SlotFault::Rank { odd, rank } => {
            tr!("slot-rank", odd = text::short(odd), ranks = upcard_rulebook::ranks_name(rank))
        }
        SlotFault::Twice(card) => tr!("slot-twice", card = text::short(card)),
        SlotFault::TooFew { missing } => tr!("slot-too-few", count = missing),
        SlotFault::Rule(MeldKind::Run, MeldError::RunOrder) => tr!("slot-gap"),
        SlotFault::Rule(_, error) => refusals::sentence(Refusal::Meld(MeldPlace::LayDown, error)),
    }
}

fn suit_word(suit: Suit) -> String {
    tr!(&format!("suit-{}", ["club", "diamond", "heart", "spade"][suit.index()]))
}

/// What a purchase costs and who comes first.
fn price(session: &Session, terms: &Terms) -> String {
    let mut costs = Vec::new();
    if terms.cards > 0 {
        costs.push(tr!("price-cards", count = terms.cards));
    }
    if terms.pennies > 0 {
        costs.push(tr!("price-pennies", count = terms.pennies));
    }
    if costs.is_empty() {
        costs.push(tr!("price-nothing"));
    }
    let mut parts = vec![text::capital(&costs.join(", "))];
    parts.extend(terms.buys_left.map(|left| tr!("buys-left", count = left)));
    if terms.race {
        parts.push(tr!("race-first"));
    } else if terms.before != Seats::NONE {
        let (names, count) = (news::names(session, terms.before), terms.before.len());
        parts.push(tr!("asked-before", names = names, count = count));
    }
    parts.join(" · ")
}

/// What an answer says on its button.
pub(super) fn answer(session: &Session, asked: &Question, does: &Does) -> String {
    match does {
        Does::Act(Action::Take) => {
            let upcard = session.view.as_ref().and_then(|view| view.table.upcard());
            tr!("take-card", card = upcard.map(text::short).unwrap_or_default())
        }
        Does::Act(Action::TakeDeep(card)) => tr!("take-deep", card = text::short(*card)),
        Does::Act(Action::Buy) if matches!(asked, Question::Offer(_)) => tr!("may-i"),
        Does::Act(Action::Buy) => tr!("buy"),
        Does::Act(Action::Draw) => tr!("draw"),
        Does::Act(Action::Pass) => tr!("pass"),
        Does::Act(Action::Undo) => tr!("undo"),
        Does::Act(Action::Keep) => tr!("keep"),
        Does::Act(Action::Discard { shanghai: true, .. }) => tr!("discard-shanghai"),
        Does::Act(Action::Discard { card, .. }) => {
            tr!("discard-card", card = text::short(*card))
        }
        Does::Act(Action::Rejoin) => tr!("rejoin"),
        Does::Act(Action::Leave) => tr!("stay-out"),
        Does::Act(Action::Split) => tr!("share-pool"),
        Does::Act(Action::PlayOn) => tr!("play-on"),
        Does::Act(Action::Show(_)) if matches!(asked, Question::ShowGroups(..)) => {
            tr!("group-best")
        }
        Does::Act(Action::Show(_)) => tr!("show-best"),
        Does::Act(other) => other.to_string(),
        Does::Propose { free: true } => tr!("lay-melds"),
        Does::Propose { free: false } => tr!("go-down"),
        Does::OpenLayDown => tr!("try-down"),
        Does::MeldChosen => tr!("meld-these"),
        Does::LayDown(Action::Knock { .. } | Action::Declare { .. }) => match asked {
            Question::Ending(by) => ends_by(*by),
            _ => tr!("ends-out"),
        },
        Does::LayDown(Action::Show(_)) if *asked == Question::Grouping => tr!("group-these"),
        Does::LayDown(Action::Show(_)) => tr!("show-these"),
        Does::LayDown(_) => tr!("lay-down"),
        Does::OpenEnding(by) => tr!("opens", what = ends_by(*by)),
        Does::OpenAnswer if matches!(asked, Question::ShowGroups(..)) => tr!("group-own"),
        Does::OpenAnswer => tr!("show-own"),
        Does::Drop(price) => tr!("drop-for", points = *price),
        Does::TakeDeep(card) => tr!("take-deep", card = text::short(*card)),
        Does::ChooseDeep => tr!("take-deeper"),
        Does::OpenArrange => tr!("arrange"),
        Does::Rearrange(_) => tr!("arrange-do"),
        // What is put together beforehand is kept.
        Does::Cancel
            if !matches!(
                asked,
                Question::LayingDown
                    | Question::Arranging
                    | Question::Ending(_)
                    | Question::ShowingMelds
                    | Question::Grouping
            ) =>
        {
            tr!("close")
        }
        Does::Cancel => tr!("cancel"),
        Does::TakeSeatBack => tr!("take-seat-back"),
        Does::Sit => tr!("sit-down"),
        Does::NextDeal => tr!("next-deal"),
        Does::ShowScores { standings: true } => tr!("standings"),
        Does::ShowScores { standings: false } => tr!("scores"),
        Does::Prepare => tr!("try-down"),
        Does::StandingAnswers => tr!("standing-answers"),
        Does::Leave => tr!("leave"),
    }
}

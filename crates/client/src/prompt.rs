//! The prompt for the person at the table: the question, details, and the answers. Pure values, judged by the
//! engine; user interfaces word and draw them.

mod answers;
mod detail;
mod drafts;
mod hidden;
mod lay_down;
mod question;
mod state;

use upcard_cards::Card;
use upcard_engine::choices::Priority;
use upcard_engine::table::{Down, Phase};
use upcard_engine::{Action, Refusal, Seats, View};
use upcard_table::wire::Stage;

pub use self::answers::{Answer, AnswerAction, advised};
pub use self::detail::{Answered, Detail, Terms};
pub use self::drafts::lay_down_refused;
use self::drafts::{arranging, laying_down, preparing};
pub(crate) use self::hidden::ends_with;
pub use self::lay_down::{LayDown, can_lay_down};
pub use self::question::{EndsBy, Question};
pub use self::state::{Draft, Prompt, PromptInputs};
use crate::hand::HandCard;
use crate::lay_down::{Slot, is_free};
use crate::partial_melds::has_partner;
use crate::places::places;
use crate::standing::Reply;
use crate::taps::Targets;
use crate::{LayDownDraft, Session};

impl Prompt {
    /// Computes the current prompt.
    #[must_use]
    pub fn now(session: &Session, prepared: PromptInputs<'_>) -> Prompt {
        let Some(own) = &session.view else { return Prompt::default() };
        let table = &own.table;
        if session.covered() && session.stage == Stage::Playing {
            let detail = match session.missed_turns_allowed() {
                turns if session.dropped && !table.phase().is_after_deal() => Detail::Missed(turns),
                _ => Detail::LastEvent,
            };
            let mut prompt = Prompt::of(Question::Covered, detail);
            prompt.mine = true;
            // Between deals there is no reason to take the seat back.
            return match table.phase() {
                Phase::DealOver { .. } => {
                    let back = prompt.with(AnswerAction::TakeSeatBack, false, "t");
                    back.with(AnswerAction::NextDeal, true, "n")
                }
                _ => prompt.with(AnswerAction::TakeSeatBack, true, "t"),
            };
        }
        if session.stage == Stage::Over || table.phase() == Phase::MatchOver {
            let question = match table.winners() {
                Seats::NONE => Question::MatchEnded,
                winners => Question::MatchWon(winners),
            };
            return Prompt::of(question, Detail::Nothing)
                .with(AnswerAction::Leave, false, "l")
                .with(AnswerAction::ShowScores { standings: true }, true, "s");
        }
        let Some(view) = session.view() else { return watching(session) };
        if let Phase::DealOver { .. } = table.phase() {
            return deal_over(session);
        }
        if !session.must_decide() || prepared.reply != Reply::Ask {
            let seats = table.waiting().without(view.seat);
            let question = match table.phase() {
                // No other decision is pending: the turn continues.
                _ if seats.is_empty() => playing(&view),
                Phase::Cut { .. } => Question::OthersCut(seats),
                Phase::Pick { .. } => Question::OthersPick(seats),
                Phase::Claim { .. } => Question::OthersClaim(seats),
                Phase::Upcard { seat } => Question::OthersUpcard(seat),
                Phase::Show { seat } if hidden::is_answer(&view) => Question::OthersAnswer(seat),
                Phase::Show { seat } => Question::OthersGroup(seat),
                Phase::Rejoin { seat } => Question::OthersRejoin(seat),
                Phase::Split { seat } => Question::OthersSplit(seat),
                _ => playing(&view),
            };
            if prepared.reply == Reply::Buy && session.must_decide() {
                return buying(&view);
            }
            let mut prompt = preparing(&view, prepared.draft, question);
            if prompt.question == Question::Play && prompt.detail == Detail::LastEvent {
                prompt.detail = Detail::OthersFirst;
            }
            return prompt;
        }
        let mut prompt = match table.phase() {
            Phase::Cut { .. } => Prompt::of(Question::Cut, Detail::CutBlind),
            Phase::Draw => draw(&view),
            Phase::Offers { .. } => offer(&view),
            Phase::Play => play(
                &view,
                PromptInputs { advice: prepared.advice.filter(|_| session.hints), ..prepared },
            ),
            Phase::Call { .. } => Prompt::of(Question::Call(table.upcard()), Detail::CallByMeld)
                .act(Action::Pass, false, "p"),
            Phase::Pick { caller } => Prompt::of(Question::Pick(caller), Detail::PickBlind),
            Phase::Claim { .. } => {
                let fits = view.hand.iter().any(|card| !places(&view, card).is_empty());
                let detail = if fits { Detail::ClaimHow } else { Detail::ClaimNothing };
                Prompt::of(Question::Claim, detail).act(Action::Pass, true, "p")
            }
            Phase::Upcard { .. } => hidden::own_upcard(&view),
            Phase::Show { .. } => match prepared.draft {
                Draft::Down(draft) => laying_down(&view, draft),
                _ if hidden::is_answer(&view) => hidden::knocked(&view, prepared),
                _ => hidden::grouping(&view),
            },
            Phase::Rejoin { .. } => Prompt::of(
                Question::Rejoin(table.rejoin_total()),
                Detail::RejoinFee(view.rules.set.choices.pool.rejoin_fee),
            )
            .act(Action::Leave, false, "l")
            .act(Action::Rejoin, true, "r"),
            Phase::Split { .. } => Prompt::of(Question::Split, Detail::SplitByDrops)
                .act(Action::PlayOn, false, "p")
                .act(Action::Split, true, "s"),
            Phase::DealOver { .. } | Phase::MatchOver => Prompt::default(),
        };
        prompt.mine = true;
        prompt
    }
}

/// Other players act or decide; their tiles show who. The line changes only when something concerns the
/// player's seat, not with each of their moves.
fn playing(view: &View<'_>) -> Question {
    let table = view.table;
    let others = table.players() - 1;
    match table.turn().seat {
        own if own == view.seat && others > 1 => Question::Play,
        own if own == view.seat => Question::OthersTurn(own.ahead(1, 2)),
        other if others == 1 => Question::OthersTurn(other),
        _ => Question::OthersPlay,
    }
}

fn watching(session: &Session) -> Prompt {
    let Some(own) = &session.view else { return Prompt::default() };
    let question = match own.table.phase() {
        Phase::DealOver { .. } => Question::DealOver,
        _ => Question::Watching(own.table.turn().seat),
    };
    let prompt = Prompt::of(question, Detail::LastEvent);
    // A former player may reclaim their seat.
    let own = session.claimable().into_iter().any(|seat| session.held.has(seat));
    match (session.may_sit(), session.may_ask() || own) {
        (true, _) => prompt.with(AnswerAction::Sit, true, "s"),
        (false, true) => prompt.with(AnswerAction::AskForSeat, false, "s"),
        (false, false) => prompt,
    }
}

fn deal_over(session: &Session) -> Prompt {
    let own = session.seat.and_then(|seat| session.seated.get(seat.index()));
    let scores = AnswerAction::ShowScores { standings: false };
    if own.is_some_and(|info| info.ready) {
        let late = session.people().filter(|seat| !session.seated[seat.index()].ready).collect();
        return Prompt::of(Question::WaitingForReady(late), Detail::LastEvent)
            .with(scores, false, "s");
    }
    let mut prompt = Prompt::of(Question::DealOver, Detail::LastEvent);
    prompt.mine = true;
    prompt.with(scores, false, "s").with(AnswerAction::NextDeal, true, "n")
}

fn draw(view: &View<'_>) -> Prompt {
    let mut prompt = Prompt::of(Question::Draw, Detail::NoUpcard);
    // If no card can be drawn, the upcard must be taken.
    let draw = view.judge(&Action::Draw).map(|_| ());
    if let Some(card) = view.table.upcard() {
        match view.judge(&Action::Take) {
            Ok(_) => {
                prompt.detail = draw.map_or_else(Detail::Refused, |()| Detail::DrawOrTake(card));
                prompt = prompt.act(Action::Take, draw.is_err(), "t");
            }
            Err(refusal) => prompt.detail = Detail::Refused(refusal),
        }
    }
    if view.allows(&Action::Buy) {
        prompt = prompt.act(Action::Buy, false, "b");
    }
    // A single option is offered by name; among several, the player chooses in the discard pile.
    match view.deep_takes().as_slice() {
        [] => {}
        [card] => prompt = prompt.with(AnswerAction::TakeDeep(*card), false, "k"),
        _ => prompt = prompt.with(AnswerAction::ChooseDeep, false, "k"),
    }
    if let Some(price) = view.drop_price() {
        prompt = prompt.with(AnswerAction::Drop(price), false, "x");
    }
    // A hand may be complete as dealt.
    if let Some(out) = view.declarations().into_iter().next() {
        return prompt.act(Action::Draw, false, "d").act(out, true, "g");
    }
    if draw.is_ok() { prompt.act(Action::Draw, true, "d") } else { prompt }
}

/// Price of buying the upcard for this seat, and precedence.
#[must_use]
pub fn terms(view: &View<'_>) -> Terms {
    let table = view.table;
    let deal = view.contract_rules();
    let choices = &view.rules.set.choices.buying;
    let race = choices.priority == Priority::Race;
    let asked = match table.phase() {
        Phase::Offers { asked, .. } if !race => asked,
        _ => Seats::NONE,
    };
    let earlier = table.seats_after(table.turn().seat).take_while(|seat| *seat != view.seat);
    Terms {
        cards: deal.price_cards,
        pennies: choices.price_pennies,
        buys_left: table.buys_left(view.rules, view.seat),
        race,
        before: earlier.filter(|&seat| asked.has(seat)).collect(),
    }
}

fn offer(view: &View<'_>) -> Prompt {
    let terms = terms(view);
    let mut prompt = Prompt::of(Question::Offer(view.table.upcard()), Detail::Terms(terms))
        .with(AnswerAction::StandingAnswers, false, "n")
        .act(Action::Pass, false, "p")
        .act(Action::Buy, true, "b");
    prompt.race = terms.race;
    prompt
}

/// An offer handled by a standing answer: no decision is needed.
fn buying(view: &View<'_>) -> Prompt {
    let question = Question::Buying(view.table.upcard());
    let prompt = Prompt::of(question, Detail::Terms(terms(view)));
    prompt.with(AnswerAction::StandingAnswers, false, "n")
}

fn play(view: &View<'_>, prepared: PromptInputs<'_>) -> Prompt {
    let PromptInputs { draft, chosen, targets, lay_down, advice, .. } = prepared;
    match draft {
        Draft::Down(draft) => return laying_down(view, draft),
        Draft::Arrange(draft) => return arranging(view, draft),
        Draft::None => {}
    }
    let mut prompt = Prompt::of(Question::Play, Detail::Nothing);
    if let Some(price) = view.drop_price() {
        prompt = prompt.with(AnswerAction::Drop(price), false, "");
    }
    if view.allows(&Action::Undo) {
        prompt = prompt.act(Action::Undo, false, "u");
    }
    match chosen {
        [] => {
            let mut prompt = nothing_chosen(view, prompt, lay_down);
            if let Some(card) = view.table.turn().owed {
                prompt.detail = Detail::Owes(card);
            }
            prompt
        }
        [one] => one_chosen(view, prompt, one.card, targets, advice),
        several => {
            prompt.question = Question::SeveralChosen(several.len());
            let fits = !targets.melds().is_empty();
            prompt.detail = match (view.may_lay_down(), fits) {
                (true, _) if let Some(counted) = counted(view, several) => counted,
                (true, true) => Detail::MeldOrTapMeld,
                (true, false) => Detail::MeldThem,
                (false, true) => Detail::TapMeld,
                (false, false) => Detail::SelectOne,
            };
            let may = view.may_lay_down();
            if let Some(meld) = targets.lay_off() {
                prompt = prompt.with(AnswerAction::LayOff(meld), !may, "o");
            }
            if may { prompt.with(AnswerAction::MeldChosen, true, "g") } else { prompt }
        }
    }
}

/// Points of the selected cards towards the minimum for the first melds, if there is one and the cards are a
/// meld.
fn counted(view: &View<'_>, chosen: &[HandCard]) -> Option<Detail> {
    let least = view.first_points()?;
    let slot = Slot { element: None, cards: chosen.to_vec(), reading: 0 };
    let meld = slot.meld(view)?;
    Some(Detail::FirstPoints { points: view.meld_points(&[meld]), least })
}

fn nothing_chosen(view: &View<'_>, mut prompt: Prompt, lay_down: LayDown) -> Prompt {
    let state = view.table.seat(view.seat);
    let free = is_free(view) || state.down != Down::No;
    if may_rearrange(view) && !view.table.melds().is_empty() {
        prompt = prompt.with(AnswerAction::OpenArrange, false, "r");
    }
    if view.allows(&Action::Keep) {
        prompt = prompt.act(Action::Keep, true, "e");
    }
    // Lay-offs are suggested only if allowed.
    prompt.detail = if view.may_lay_off() { Detail::SelectPlay } else { Detail::SelectDiscard };
    if let Some(by) = hidden::ends_by(view) {
        prompt.detail = Detail::EndOrDiscard;
        prompt = prompt.with(AnswerAction::OpenEnding(by), true, "g");
    }
    match lay_down {
        LayDown::Now => {
            prompt.question = Question::MayLayDown;
            prompt.detail = Detail::OrDiscard;
            return prompt.with(AnswerAction::Propose { free }, true, "g");
        }
        LayDown::NotAdvised => {
            prompt.detail = Detail::MayHold;
            return prompt.with(AnswerAction::Propose { free }, false, "g");
        }
        LayDown::No => {}
    }
    let slots = !LayDownDraft::new(view).slots.is_empty();
    if slots && (state.down == Down::No || free) && view.may_lay_down() {
        prompt = prompt.with(AnswerAction::OpenLayDown, false, "g");
    }
    prompt
}

/// The primary action for a card that fits a meld is to lay it off, unless it is the advised discard.
fn one_chosen(
    view: &View<'_>,
    mut prompt: Prompt,
    card: Card,
    targets: &Targets,
    advice: Option<&Action>,
) -> Prompt {
    let is_advised = matches!(advice, Some(Action::Discard { card: other, .. }) if *other == card);
    let lay_off = targets.lay_off().map(AnswerAction::LayOff);
    let fits = !targets.melds().is_empty();
    prompt.question = Question::OneChosen(card);
    let with_it = |action: &Action| match action {
        Action::Declare { finish: discard, .. } | Action::Knock { discard, .. } => {
            *discard == Some(card)
        }
        _ => false,
    };
    if let Some(action) = view.declarations().into_iter().find(with_it) {
        prompt = prompt.act(action, false, "g");
    }
    let protected = |action: &&Action| matches!(action, Action::Discard { shanghai: true, .. });
    if let Some(protect) = targets.discards(card).find(protected) {
        prompt = prompt.act(protect.clone(), false, "s");
    }
    if let Some(discard) = targets.discards(card).find(|action| !protected(action)) {
        prompt.detail = match fits {
            true => Detail::DiscardOrMeld,
            false if view.may_lay_down() && has_partner(view, card) => Detail::DiscardOrGather,
            false => Detail::DiscardIt,
        };
        return match lay_off {
            Some(lay_off) if is_advised => {
                prompt.with(lay_off, false, "o").act(discard.clone(), true, "x")
            }
            Some(lay_off) => prompt.act(discard.clone(), false, "x").with(lay_off, true, "o"),
            None => prompt.act(discard.clone(), true, "x"),
        };
    }
    if let Some(lay_off) = lay_off {
        prompt = prompt.with(lay_off, true, "o");
    }
    prompt.detail = if fits {
        Detail::TapMeld
    } else {
        let discard = Action::Discard { card, shanghai: false };
        view.judge(&discard).map_or_else(Detail::Refused, |_| Detail::Nothing)
    };
    prompt
}

/// Returns `true` if this seat may rearrange at all now.
fn may_rearrange(view: &View<'_>) -> bool {
    match view.judge(&Action::Arrange(Vec::new())) {
        Err(
            Refusal::ArrangeNotAllowed | Refusal::ArrangeNeedsContract | Refusal::ArrangeNextTurn,
        ) => false,
        judged => !judged.is_err_and(Refusal::is_untimely),
    }
}

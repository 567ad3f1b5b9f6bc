//! What a table asks of the person who looks at it: the question, what there is to say about it,
//! and the answers. Pure values, judged by the engine; a user interface words and draws them.

mod drafts;
mod hidden;
mod question;

use upcard_cards::{Card, Cards};
use upcard_engine::choices::Priority;
use upcard_engine::table::{Down, Phase};
use upcard_engine::{Action, Refusal, Seat, Seats, View};
use upcard_table::wire::{SeatInfo, Sitter, Stage};

pub use self::drafts::can_lay_down;
use self::drafts::{arranging, laying_down, preparing};
pub use self::question::{EndsBy, Question};
use crate::hand::Held;
use crate::lay_down::is_free;
use crate::standing::{Reply, Why};
use crate::taps::Targets;
use crate::{ArrangeDraft, LayDownDraft, Session, SlotFault};

/// What is being put together on the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Draft {
    /// Nothing.
    #[default]
    None,
    /// A lay-down.
    Down(LayDownDraft),
    /// A rearrangement.
    Arrange(ArrangeDraft),
}

/// The small line below the question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// Nothing.
    #[default]
    Nothing,
    /// What happened last.
    LastEvent,
    /// Nobody sees how high you cut.
    CutBlind,
    /// From the stock, or this upcard.
    DrawOrTake(Card),
    /// There is no upcard.
    NoUpcard,
    /// Why the obvious is not allowed.
    Refused(Refusal),
    /// What a purchase costs and who comes first.
    Terms(Terms),
    /// How to call.
    CallByMeld,
    /// The caller's hand lies face down.
    PickBlind,
    /// How to claim.
    ClaimHow,
    /// Select a card to discard.
    SelectDiscard,
    /// Select a card to lay off or to discard.
    SelectPlay,
    /// The selected card may be discarded; it fits no meld.
    DiscardIt,
    /// The selected card may be discarded, or go to a marked meld.
    DiscardOrMeld,
    /// The selected card may not be discarded but goes to a marked meld.
    TapMeld,
    /// Several cards: a meld of their own, or a marked meld.
    MeldOrTapMeld,
    /// Several cards: a meld of their own.
    MeldThem,
    /// Several cards that go nowhere together.
    SelectOne,
    /// Why nothing was asked.
    Standing(Why),
    /// The lay-down leaves these cards.
    Leaves(Cards),
    /// What lies in the slots can be laid down in one's turn.
    Prepared,
    /// No slot holds a card.
    SlotsEmpty,
    /// What is wrong with this slot (from 0).
    Slot(usize, SlotFault),
    /// All melds are good.
    ArrangeGood,
    /// Nothing is changed yet.
    ArrangeNothing,
    /// A meld is not complete yet.
    ArrangeNoMeld,
    /// Cards of the table lie nowhere, or no card of the hand joins them.
    ArrangeLoose,
    /// Only for a knock may it be taken.
    TakeToKnock,
    /// What a knock comes to: the most deadwood allowed, and what an undercut earns the other.
    KnockScores {
        /// The most deadwood allowed.
        limit: i32,
        /// What an undercut earns.
        undercut: u8,
    },
    /// What gin comes to.
    GinScores(u8),
    /// Going out costs nothing; the others have another turn (true), or none.
    OutScores(bool),
    /// The best answer to the knock.
    BestAnswer(Answered),
    /// What a declared hand leaves to be paid, grouped as cheaply as can be.
    GroupsCost(i32),
    /// Whether coming back costs another entry.
    RejoinFee(bool),
    /// The pool is shared by the drops that each has left.
    SplitByDrops,
    /// This card was taken from the discards and has to be played.
    Owes(Card),
}

/// The best answer to a knock.
pub use crate::groups::Answer as Answered;

/// What a purchase costs, and who comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Cards that come with it from the stock.
    pub cards: u8,
    /// Pennies that it costs.
    pub pennies: u8,
    /// Buys that are left in this deal, where they are limited.
    pub buys_left: Option<u8>,
    /// Whoever is first gets it.
    pub race: bool,
    /// The seats that are asked before, as bits.
    pub before: Seats,
}

/// What an answer does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Does {
    /// Makes a move.
    Act(Action),
    /// Opens the lay-down that the solver proposes; `free` where no contract asks for it.
    Propose {
        /// Melds of one's own choice.
        free: bool,
    },
    /// Opens an empty lay-down.
    OpenLayDown,
    /// Opens a lay-down of the selected cards.
    MeldChosen,
    /// Makes the lay-down that was put together.
    LayDown(Action),
    /// Opens a rearrangement.
    OpenArrange,
    /// Makes the rearrangement that was put together.
    Rearrange(Action),
    /// Puts the draft away.
    Cancel,
    /// Takes the own seat back from the bot.
    TakeSeatBack,
    /// Takes a free seat.
    Sit,
    /// Ready for the next deal.
    NextDeal,
    /// Shows the score sheet.
    ShowScores {
        /// The match is over.
        standings: bool,
    },
    /// Opens a lay-down while others play.
    Prepare,
    /// Opens the best way to end the deal, to be looked at and changed.
    OpenEnding(EndsBy),
    /// Opens the own melds with which a knock is answered.
    OpenAnswer,
    /// Asks whether to leave the deal for so many points.
    Drop(i32),
    /// Asks whether to take the discards down to this card, which must be used.
    TakeDeep(Card),
    /// Shows the discards, one of which can be taken with those above it.
    ChooseDeep,
    /// Shows the standing answers to offers.
    StandingAnswers,
    /// Leaves the table.
    Leave,
}

/// One answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What it does.
    pub does: Does,
    /// The one that most people will want.
    pub main: bool,
    /// The key that gives it.
    pub key: &'static str,
}

/// What a person has before them, beside what the table shows.
#[derive(Clone, Copy)]
pub struct Prepared<'a> {
    /// What is being put together.
    pub draft: &'a Draft,
    /// The selected cards.
    pub chosen: &'a [Held],
    /// Where those may go: [`Targets::of`] of the same selection.
    pub targets: &'a Targets,
    /// [`can_lay_down`] of the same session: the search depends on the table alone, and is not to be
    /// repeated for each card that is selected.
    pub can_lay_down: bool,
    /// The standing answers' [`Standing::reply`] to the present offer.
    pub reply: Reply,
}

/// What carries out an action that was advised; none where it needs more than a tap. A lay-down is
/// shown before it is made.
#[must_use]
pub fn advised(action: &Action) -> Option<Does> {
    match action {
        Action::Down(_) => Some(Does::Propose { free: false }),
        Action::Arrange(_) => Some(Does::OpenArrange),
        Action::Cut(_) | Action::Pick(_) => None,
        Action::Knock { .. } | Action::Declare { .. } => Some(Does::OpenEnding(EndsBy::GoingOut)),
        other => Some(Does::Act(other.clone())),
    }
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prompt {
    /// The main line.
    pub question: Question,
    /// The small line.
    pub detail: Detail,
    /// The answers, the main one last.
    pub answers: Vec<Answer>,
    /// Whoever answers first gets the card.
    pub race: bool,
    /// The own seat is asked.
    pub mine: bool,
}

fn answer(does: Does, main: bool, key: &'static str) -> Answer {
    Answer { does, main, key }
}

impl Prompt {
    fn of(question: Question, detail: Detail) -> Prompt {
        Prompt { question, detail, ..Prompt::default() }
    }

    fn with(mut self, does: Does, main: bool, key: &'static str) -> Prompt {
        self.answers.push(answer(does, main, key));
        self
    }

    fn act(self, action: Action, main: bool, key: &'static str) -> Prompt {
        self.with(Does::Act(action), main, key)
    }

    /// What is asked now.
    #[must_use]
    pub fn now(session: &Session, prepared: Prepared<'_>) -> Prompt {
        let Some(own) = &session.view else { return Prompt::default() };
        let table = &own.table;
        if session.covered() && session.stage == Stage::Playing {
            let mut prompt = Prompt::of(Question::Covered, Detail::LastEvent);
            prompt.mine = true;
            // Between deals there is nothing to take a seat back for.
            return match table.phase {
                Phase::DealOver { .. } => {
                    let back = prompt.with(Does::TakeSeatBack, false, "t");
                    back.with(Does::NextDeal, true, "n")
                }
                _ => prompt.with(Does::TakeSeatBack, true, "t"),
            };
        }
        if session.stage == Stage::Over || table.phase == Phase::MatchOver {
            let question = if table.winners.is_empty() {
                Question::MatchEnded
            } else {
                Question::MatchWon(table.winners)
            };
            return Prompt::of(question, Detail::Nothing).with(Does::Leave, false, "l").with(
                Does::ShowScores { standings: true },
                true,
                "s",
            );
        }
        let Some(view) = session.view() else { return watching(session) };
        if let Phase::DealOver { .. } = table.phase {
            return deal_over(session);
        }
        if !session.asked() || prepared.reply != Reply::Ask {
            let seats = table.waiting().without(view.seat);
            // Who is asked need not be whose turn it is: a defender shows, too.
            let turn = match seats.iter().next().unwrap_or(table.turn.seat) {
                own if own == view.seat => Question::Play,
                seat => Question::OthersTurn(seat),
            };
            let question = match table.phase {
                // Nobody else is asked: the turn goes on.
                _ if seats.is_empty() => turn,
                Phase::Offers { .. } => Question::OthersOffered(seats),
                Phase::Call { .. } => Question::OthersCall(seats),
                Phase::Cut { .. } => Question::OthersCut(seats),
                Phase::Pick { .. } => Question::OthersPick(seats),
                Phase::Claim { .. } => Question::OthersClaim(seats),
                Phase::Upcard { seat } => Question::OthersUpcard(seat),
                Phase::Show { seat } => Question::OthersAnswer(seat),
                Phase::Rejoin { seat } => Question::OthersRejoin(seat),
                Phase::Split { seat } => Question::OthersSplit(seat),
                _ => turn,
            };
            if table.asks(view.seat) && session.asked() {
                return answering(&view, prepared.reply);
            }
            return preparing(&view, prepared.draft, question);
        }
        let mut prompt = match table.phase {
            Phase::Cut { .. } => Prompt::of(Question::Cut, Detail::CutBlind),
            Phase::Draw => draw(&view),
            Phase::Offers { .. } => offer(&view),
            Phase::Play => play(&view, prepared),
            Phase::Call { .. } => Prompt::of(Question::Call(table.upcard()), Detail::CallByMeld)
                .act(Action::Pass, false, "p"),
            Phase::Pick { caller } => Prompt::of(Question::Pick(caller), Detail::PickBlind),
            Phase::Claim { .. } => {
                Prompt::of(Question::Claim, Detail::ClaimHow).act(Action::Pass, true, "p")
            }
            Phase::Upcard { .. } => hidden::own_upcard(&view),
            Phase::Show { .. } => hidden::knocked(&view, prepared),
            Phase::Rejoin { .. } => Prompt::of(
                Question::Rejoin(table.pool.rejoin_total),
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

fn watching(session: &Session) -> Prompt {
    let Some(own) = &session.view else { return Prompt::default() };
    let question = match own.table.phase {
        Phase::DealOver { .. } => Question::DealOver,
        _ => Question::Watching(own.table.turn.seat),
    };
    let prompt = Prompt::of(question, Detail::LastEvent);
    if session.free_seats().is_empty() { prompt } else { prompt.with(Does::Sit, true, "s") }
}

fn deal_over(session: &Session) -> Prompt {
    let ready = |info: &SeatInfo| info.ready;
    let own = session.seat.and_then(|seat| session.seated.get(seat.index()));
    let scores = Does::ShowScores { standings: false };
    if own.is_some_and(ready) {
        let late = session
            .seated
            .iter()
            .enumerate()
            .filter(|(_, info)| matches!(info.sitter, Sitter::Person { .. }) && !ready(info));
        let late = late.map(|(seat, _)| Seat::at(seat)).collect();
        return Prompt::of(Question::WaitingForReady(late), Detail::LastEvent)
            .with(scores, false, "s");
    }
    let mut prompt = Prompt::of(Question::DealOver, Detail::LastEvent);
    prompt.mine = true;
    prompt.with(scores, false, "s").with(Does::NextDeal, true, "n")
}

fn draw(view: &View<'_>) -> Prompt {
    let mut prompt = Prompt::of(Question::Draw, Detail::NoUpcard);
    // With no card left to draw, the upcard has to be taken.
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
    // One card of them is taken by name, of several one is chosen among the discards.
    match view.deep_takes().as_slice() {
        [] => {}
        [card] => prompt = prompt.with(Does::TakeDeep(*card), false, "k"),
        _ => prompt = prompt.with(Does::ChooseDeep, false, "k"),
    }
    if let Some(price) = view.drop_price() {
        prompt = prompt.with(Does::Drop(price), false, "x");
    }
    if draw.is_ok() { prompt.act(Action::Draw, true, "d") } else { prompt }
}

/// What a purchase of the upcard would cost this seat, and who comes first.
#[must_use]
pub fn terms(view: &View<'_>) -> Terms {
    let table = view.table;
    let deal = view.contract_rules();
    let choices = &view.rules.set.choices.buying;
    let race = choices.priority == Priority::Race;
    let asked = match table.phase {
        Phase::Offers { asked, .. } if !race => asked,
        _ => Seats::NONE,
    };
    let earlier = table.after(table.turn.seat).take_while(|seat| *seat != view.seat);
    Terms {
        cards: deal.price_cards,
        pennies: choices.price_pennies,
        buys_left: deal
            .buy_limit
            .map(|limit| limit.saturating_sub(table.seats[view.seat.index()].bought)),
        race,
        before: earlier.filter(|&seat| asked.has(seat)).collect(),
    }
}

fn offer(view: &View<'_>) -> Prompt {
    let terms = terms(view);
    let mut prompt = Prompt::of(Question::Offer(view.table.upcard()), Detail::Terms(terms))
        .with(Does::StandingAnswers, false, "n")
        .act(Action::Pass, false, "p")
        .act(Action::Buy, true, "b");
    prompt.race = terms.race;
    prompt
}

/// An offer that a standing answer settles: nothing is asked.
fn answering(view: &View<'_>, reply: Reply) -> Prompt {
    let card = view.table.upcard();
    let (buy, detail) = match reply {
        Reply::Pass(why) => (false, Detail::Standing(why)),
        Reply::Buy | Reply::Ask => (true, Detail::Terms(terms(view))),
    };
    Prompt::of(Question::Answering { card, buy }, detail).with(Does::StandingAnswers, false, "n")
}

fn play(view: &View<'_>, prepared: Prepared<'_>) -> Prompt {
    let Prepared { draft, chosen, targets, can_lay_down, .. } = prepared;
    match draft {
        Draft::Down(draft) => return laying_down(view, draft),
        Draft::Arrange(draft) => return arranging(view, draft),
        Draft::None => {}
    }
    let mut prompt = Prompt::of(Question::Play, Detail::Nothing);
    if let Some(price) = view.drop_price() {
        prompt = prompt.with(Does::Drop(price), false, "");
    }
    if view.allows(&Action::Undo) {
        prompt = prompt.act(Action::Undo, false, "u");
    }
    match chosen {
        [] => {
            let mut prompt = nothing_chosen(view, prompt, can_lay_down);
            if let Some(card) = view.table.turn.owed {
                prompt.detail = Detail::Owes(card);
            }
            prompt
        }
        [one] => one_chosen(view, prompt, one.card, targets),
        several => {
            prompt.question = Question::SeveralChosen(several.len());
            let fits = !targets.melds().is_empty();
            prompt.detail = match (view.may_lay_down(), fits) {
                (true, true) => Detail::MeldOrTapMeld,
                (true, false) => Detail::MeldThem,
                (false, true) => Detail::TapMeld,
                (false, false) => Detail::SelectOne,
            };
            if view.may_lay_down() { prompt.with(Does::MeldChosen, true, "g") } else { prompt }
        }
    }
}

fn nothing_chosen(view: &View<'_>, mut prompt: Prompt, can_lay_down: bool) -> Prompt {
    let state = &view.table.seats[view.seat.index()];
    let free = is_free(view) || state.down != Down::No;
    if may_rearrange(view) && !view.table.melds.is_empty() {
        prompt = prompt.with(Does::OpenArrange, false, "r");
    }
    if view.allows(&Action::Keep) {
        prompt = prompt.act(Action::Keep, true, "e");
    }
    if let Some(by) = hidden::ends_by(view) {
        prompt = prompt.with(Does::OpenEnding(by), true, "g");
    }
    // Who may not lay off yet is not invited to.
    prompt.detail = if view.may_lay_off() { Detail::SelectPlay } else { Detail::SelectDiscard };
    if can_lay_down {
        prompt.question = Question::MayLayDown;
        return prompt.with(Does::Propose { free }, true, "g");
    }
    let slots = !LayDownDraft::new(view).slots.is_empty();
    if slots && (state.down == Down::No || free) && view.may_lay_down() {
        prompt = prompt.with(Does::OpenLayDown, false, "g");
    }
    prompt
}

fn one_chosen(view: &View<'_>, mut prompt: Prompt, card: Card, targets: &Targets) -> Prompt {
    let fits = !targets.melds().is_empty();
    prompt.question = Question::OneChosen(card);
    let with_it = |action: &Action| match action {
        Action::Declare { finish: thrown, .. } | Action::Knock { discard: thrown, .. } => {
            *thrown == Some(card)
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
        prompt.detail = if fits { Detail::DiscardOrMeld } else { Detail::DiscardIt };
        return prompt.act(discard.clone(), true, "x");
    }
    prompt.detail = if fits {
        Detail::TapMeld
    } else {
        let discard = Action::Discard { card, shanghai: false };
        view.judge(&discard).map_or_else(Detail::Refused, |_| Detail::Nothing)
    };
    prompt
}

/// May this seat rearrange at all now, whatever it would move?
fn may_rearrange(view: &View<'_>) -> bool {
    !matches!(
        view.judge(&Action::Arrange(Vec::new())),
        Err(Refusal::ArrangeNotAllowed
            | Refusal::ArrangeNeedsContract
            | Refusal::ArrangeNextTurn
            | Refusal::WrongPhase
            | Refusal::NotYours)
    )
}

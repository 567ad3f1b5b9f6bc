//! Announcements at a table: at most one line per event, as a text id with arguments, to be worded by the
//! user interface.

use upcard_cards::{Card, Meld};
use upcard_engine::{Ending, Event, Seat, Seats};
use upcard_table::wire::{BotPlay, Change, CoverWhy, SeatChange};

use crate::Session;

/// Argument of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// Name of a seat.
    Name(Seat),
    /// 'you' if the seat belongs to the addressee, otherwise 'other'.
    Who(Seat),
    /// Name of the person who sat in a seat before.
    Former(Seat),
    /// Names of seats, and whether this client's seat is the only one, one of them, or none.
    Names(Seats),
    /// A card.
    Card(Card),
    /// Cards, in melds.
    Melds(Vec<Vec<Card>>),
    /// A number.
    Number(i64),
    /// No person: an empty name that is not the addressee.
    Nobody,
}

/// An announcement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// Text id.
    pub id: &'static str,
    /// Arguments.
    pub args: Vec<(&'static str, Arg)>,
}

impl Announcement {
    fn new(id: &'static str) -> Announcement {
        Announcement { id, args: Vec::new() }
    }

    /// Line about a seat, with its name and whether it is the addressee's.
    fn of(id: &'static str, seat: Seat) -> Announcement {
        Announcement::new(id).with("name", Arg::Name(seat)).with("who", Arg::Who(seat))
    }

    fn with(mut self, name: &'static str, arg: Arg) -> Announcement {
        self.args.push((name, arg));
        self
    }

    fn card(self, card: Card) -> Announcement {
        self.with("card", Arg::Card(card))
    }

    fn melds(self, melds: &[Meld]) -> Announcement {
        self.with("melds", Arg::Melds(melds.iter().map(|meld| meld.spec().cards).collect()))
    }

    fn number(self, name: &'static str, number: impl Into<i64>) -> Announcement {
        self.with(name, Arg::Number(number.into()))
    }
}

/// Returns the line for a game event; `None` if the event is not announced.
#[must_use]
pub fn event_line(session: &Session, event: &Event) -> Option<Announcement> {
    let (rules, view) = (session.rules.as_ref(), session.view.as_ref());
    let line = Announcement::of;
    Some(match event {
        Event::DealBegan { deal, dealer, playoff, .. } => {
            let number = rules.map_or(1, |rules| rules.deals[usize::from(*deal)].number);
            let begun = view.map_or(1, |view| view.table.deals_begun());
            let id = if *playoff { "news-playoff" } else { "news-deal" };
            line(id, *dealer).number("deal", begun).number("number", number)
        }
        Event::WasCut { seat, at, bonus } => {
            line("news-cut", *seat).number("at", *at).number("bonus", *bonus)
        }
        Event::TurnBegan { seat } if session.is_you(*seat) => Announcement::new("news-your-turn"),
        Event::Drew { seat, card: Some(card) } => line("news-drew-card", *seat).card(*card),
        Event::Drew { seat, card: None } => line("news-drew", *seat),
        Event::Took { seat, card } => line("news-took", *seat).card(*card),
        Event::TookDeep { seat, cards } => {
            let card = cards.first().copied().unwrap_or(upcard_cards::JOKER);
            line("news-took-deep", *seat).card(card).number("more", cards.len() as u16 - 1)
        }
        Event::Bought { seat, card, pennies } => {
            let cards =
                rules.zip(view).map_or(0, |(rules, view)| view.table.deal_rules(rules).price_cards);
            let bought = line("news-bought", *seat).card(*card);
            bought.number("cards", cards).number("pennies", *pennies)
        }
        Event::Penalty { card: Some(card), .. } => Announcement::new("news-penalty").card(*card),
        Event::LaidDown { seat, melds, .. } => line("news-down", *seat).melds(melds),
        Event::Declared { seat, melds, .. } => line("news-declared", *seat).melds(melds),
        Event::Knocked { seat, melds, .. } => line("news-knocked", *seat).melds(melds),
        Event::Shown { seat, melds } => line("news-shown", *seat).melds(melds),
        Event::WildTurned { cards } => Announcement::new("news-wild-turned").card(*cards.last()?),
        Event::DeclaredWrong { seat, groups, .. } => {
            line("news-declared-wrong", *seat).with("melds", Arg::Melds(groups.clone()))
        }
        Event::Dropped { seat } => line("news-dropped", *seat),
        Event::RejoinAnswered { seat, total: Some(total) } => {
            line("news-rejoined", *seat).number("total", *total)
        }
        Event::RejoinAnswered { seat, total: None } => line("news-stays-out", *seat),
        Event::SplitAnswered { seat, agrees: true } => line("news-split", *seat),
        Event::SplitAnswered { seat, agrees: false } => line("news-plays-on", *seat),
        Event::UpcardDeclined => Announcement::new("news-upcard-declined"),
        Event::LaidOff { seat, card, .. } => line("news-off", *seat).card(*card),
        Event::Slid { seat, card, .. } => line("news-slid", *seat).card(*card),
        Event::Swapped { seat, card, wild, .. } => {
            line("news-swapped", *seat).card(*card).with("wild", Arg::Card(*wild))
        }
        Event::Arranged { seat, played, .. } => {
            line("news-arranged", *seat).with("cards", Arg::Melds(vec![played.iter().collect()]))
        }
        Event::TookBack { seat, .. } => line("news-undo", *seat),
        Event::Discarded { seat, card, protected: true } => {
            line("news-discarded-protected", *seat).card(*card)
        }
        Event::Discarded { seat, card, .. } => line("news-discarded", *seat).card(*card),
        Event::Kept { seat } => line("news-kept", *seat),
        Event::CallOffered { .. } => Announcement::new("news-call-offered"),
        Event::Called { seat, card, .. } => line("news-called", *seat).card(*card),
        Event::Picked { from, to, card } => {
            let id = if card.is_some() { "news-picked-card" } else { "news-picked" };
            let picked = line(id, *to).with("from", Arg::Name(*from));
            match card {
                Some(card) => picked.with("whom", Arg::Who(*from)).card(*card),
                None => picked,
            }
        }
        Event::Reshuffled { .. } => Announcement::new("news-reshuffled"),
        Event::DealEnded { winner: Some(winner), how, .. } => line(ending_text_id(*how), *winner),
        Event::DealEnded { winner: None, how, .. } => Announcement::new(ending_text_id(*how))
            .with("name", Arg::Nobody)
            .with("who", Arg::Nobody),
        Event::MatchEnded { winners, .. } => {
            Announcement::new("news-match").with("names", Arg::Names(*winners))
        }
        Event::UpcardOffered { .. }
        | Event::GroupsAsked { .. }
        | Event::RejoinOffered { .. }
        | Event::SplitOffered { .. }
        | Event::BetweenDeals
        | Event::BeganWithoutDraw
        | Event::Totalled { .. }
        | Event::TurnBegan { .. }
        | Event::DealerFound { .. }
        | Event::Dealt { .. }
        | Event::Offered { .. }
        | Event::Answered { .. }
        | Event::OffersClosed
        | Event::Penalty { card: None, .. }
        | Event::CallAnswered { .. }
        | Event::CallsClosed
        | Event::ClaimOffered { .. } => return None,
    })
}

/// Returns `true` if an event concerns the player, and so is shown with the prompt until the next such event:
/// their own actions, actions that affect them, and melds and permanent losses of other players, but not the
/// draws, buys and discards of others. Spectators see all events.
#[must_use]
pub fn concerns_player(session: &Session, event: &Event) -> bool {
    let Some(own) = session.seat else { return true };
    match event {
        Event::TurnBegan { .. } | Event::Reshuffled { .. } | Event::CallOffered { .. } => false,
        Event::Drew { seat, .. }
        | Event::Took { seat, .. }
        | Event::TookDeep { seat, .. }
        | Event::Bought { seat, .. }
        | Event::Discarded { seat, .. }
        | Event::Kept { seat }
        | Event::LaidOff { seat, .. }
        | Event::Slid { seat, .. }
        | Event::Swapped { seat, .. }
        | Event::Arranged { seat, .. }
        | Event::TookBack { seat, .. }
        | Event::Called { seat, .. } => *seat == own,
        Event::Picked { from, to, .. } => [*from, *to].contains(&own),
        _ => true,
    }
}

/// Id of the text for how a deal ended.
#[must_use]
pub const fn ending_text_id(how: Ending) -> &'static str {
    match how {
        Ending::Played => "news-out-played",
        Ending::Discarded => "news-out-discarded",
        Ending::CalledOut => "news-out-called",
        Ending::ContractComplete => "news-out-contract",
        Ending::NoCards => "news-blocked-cards",
        Ending::StockOut => "news-blocked-stock",
        Ending::Stalemate => "news-blocked-stalemate",
        Ending::Declared => "news-out-declared",
        Ending::Void => "news-void",
        Ending::Knocked => "news-out-knocked",
        Ending::Gin => "news-out-gin",
        Ending::Undercut => "news-out-undercut",
        Ending::LastPlayer => "news-out-last-player",
    }
}

/// Returns the line for a change at the table.
#[must_use]
pub fn change_line(session: &Session, change: &Change) -> Option<Announcement> {
    let (seat, why) = match change {
        Change::Seat { seat, why, .. } => (*seat, *why),
        Change::Began { .. } => return Some(Announcement::new("news-began")),
        Change::Ended => return Some(Announcement::new("news-ended")),
        Change::SetUp { .. }
        | Change::Paced { .. }
        | Change::Hinted { .. }
        | Change::Gathering { .. }
        | Change::Revealed { .. }
        | Change::Committed { .. } => return None,
    };
    let id = match why {
        SeatChange::Ready | SeatChange::Renamed => return None,
        SeatChange::Returned { bot } if session.seat == Some(seat) => {
            return Some(bot_play_line(bot, None));
        }
        SeatChange::ReturnedDropped { bot } if session.seat == Some(seat) => {
            return Some(bot_play_line(bot, Some(session.missed_turns_allowed())));
        }
        SeatChange::Missed => {
            let line = Announcement::of("news-missed", seat);
            return Some(line.number("turns", session.missed_turns_allowed()));
        }
        SeatChange::Sat => "news-sits",
        SeatChange::Joined => "news-joined",
        SeatChange::TookOver => "news-took-over",
        SeatChange::Left => "news-left",
        SeatChange::GaveUp => "news-gave-up",
        SeatChange::Kicked => "news-kicked",
        SeatChange::Opened => "news-opened",
        SeatChange::Moved => "news-moved",
        SeatChange::Covered => "news-covered",
        SeatChange::CoveredFor { why } => match why {
            CoverWhy::TimeUp => "news-covered-time-up",
            CoverWhy::Away => "news-covered-away",
            CoverWhy::Host => "news-covered-host",
            CoverWhy::Silent => "news-covered-silent",
            CoverWhy::NotReady => "news-covered-not-ready",
        },
        SeatChange::Claimed => "news-claimed",
        SeatChange::Objected => "news-objected",
        SeatChange::Returned { .. } | SeatChange::ReturnedDropped { .. } => "news-returned",
        SeatChange::Host => "news-host",
    };
    Some(Announcement::of(id, seat).with("former", Arg::Former(seat)))
}

/// Returns `true` if this reports what a bot did for this player while they were away.
#[must_use]
pub fn is_own_return(session: &Session, change: &Change) -> bool {
    use SeatChange::{Returned, ReturnedDropped};
    matches!(change, Change::Seat { seat, why: Returned { .. } | ReturnedDropped { .. }, .. }
        if session.seat == Some(*seat))
}

/// Returns the seat that a new person has taken.
#[must_use]
pub const fn arrived_seat(change: &Change) -> Option<Seat> {
    use SeatChange::{Claimed, Joined, Sat, TookOver};
    match change {
        Change::Seat { seat, why: Sat | Joined | TookOver | Claimed, .. } => Some(*seat),
        _ => None,
    }
}

/// What the bot did, and after how many missed turns it dropped the hand, if it did.
fn bot_play_line(bot: BotPlay, dropped: Option<u8>) -> Announcement {
    if bot == BotPlay::default() && dropped.is_none() {
        return Announcement::new("news-back-nothing");
    }
    let BotPlay { drawn, discarded, laid_down, laid_off } = bot;
    let line = Announcement::new("news-back").number("drawn", drawn).number("discarded", discarded);
    line.number("down", laid_down).number("off", laid_off).number("dropped", dropped.unwrap_or(0))
}

/// Line for a person who connected or disconnected.
#[must_use]
pub fn presence_line(seat: Seat, present: bool) -> Announcement {
    Announcement::of(if present { "news-came" } else { "news-went" }, seat)
}

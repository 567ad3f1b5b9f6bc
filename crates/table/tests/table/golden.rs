//! Golden file of every message, as JSON and in binary: a change of either encoding shows here and requires a
//! new protocol version.
//!
//! The file has a line of JSON and a line of hexadecimal bytes for each message. `UPCARD_BLESS` rewrites it;
//! review the difference.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use upcard_cards::{Card, Elements, End, Meld, MeldRules, MeldSpec, Stage as MeldStage};
use upcard_engine::table::{Addition, SeatState, Turn};
use upcard_engine::{
    Board, Deal, Ending, Event, Level, MeldId, OwnView, RawEvent, Seat, Seats, TableMeld,
};
use upcard_table::wire::{
    Admission, BotPlay, Change, ClientMessage, Clock, Company, CoverWhy, DealRow, Lost, Opening,
    Pace, Pause, Phrase, Power, Quota, Refused, Resume, SeatChange, SeatInfo, SeatPlan,
    ServerMessage, SetUp, Sitter, Snapshot, Stage, TableError, Visitor, Window, Wish,
};
use upcard_table::{Hex, compact};

/// Names of an enum's variants: new variants must be added here and to the messages below.
macro_rules! kinds {
    ($name:ident, $type:ident: $($variant:ident),+ $(,)?) => {
        fn $name(value: &$type) -> &'static str {
            match value {
                $($type::$variant { .. } => concat!(stringify!($type), "::", stringify!($variant)),)+
            }
        }
        mod $name {
            pub(super) const ALL: &[&str] =
                &[$(concat!(stringify!($type), "::", stringify!($variant))),+];
        }
    };
}

kinds!(client, ClientMessage: Hello, Sit, Leave, SetUp, Commit, Reveal, Start, Act, Next, HandOver,
    TakeBack, Host, Rematch, Say, Ping, GiveUp, Introduce, Wish, Answer, Object, Pause, Resume,
    LetBotPlay);
kinds!(server, ServerMessage: Welcome, Snapshot, Event, Change, Window, Presence, Accepted, Refused,
    Said, Error, Pong, Phrases, Company, Openings);
kinds!(refused, Refused: Rule, Late, Stale, Unreadable, NoSeat, NoMatch, Quota, UsedId, TimeUp,
    Paused);
kinds!(error, TableError: Protocol, BadMessage, NoSuchTable, BadLink, TableFull, SeatTaken,
    NoSuchSeat, NoSeat, BadName, BadRules, HostOnly, MatchRunning, NoMatch, DealRunning, BadEntropy,
    Kicked, TooFast, Stopping, Unavailable, Damaged, Quota, UsedEntropy, SetAside, HeldSeat,
    SeatClosed, TimeUp, TooManyOfOne, TooManyWatching, PhrasesOff, Waiting, BotsTooDear,
    TableLocked, SeatInUse, NoSuchVisitor, VisitorSeated, VisitorHeldSeat, VisitorUnnamed,
    NoSeatToGive, BotName);
kinds!(event, RawEvent: DealerFound, DealBegan, WasCut, Dealt, TurnBegan, Offered, Answered,
    OffersClosed, Drew, Took, Bought, Penalty, LaidDown, LaidOff, Slid, Swapped, Arranged, TookBack,
    Discarded, Kept, CallOffered, CallAnswered, CallsClosed, Called, Picked, ClaimOffered,
    Reshuffled, DealEnded, MatchEnded, Declared,
    UpcardOffered, UpcardDeclined, BeganWithoutDraw, Knocked, Shown, Totalled, TookDeep,
    WildTurned, DeclaredWrong, Dropped, GroupsAsked, RejoinOffered, RejoinAnswered, SplitOffered,
    SplitAnswered, BetweenDeals);
kinds!(change, Change: SetUp, Seat, Gathering, Began, Revealed, Committed, Ended,
    Paced, Hinted);
kinds!(power, Power: Kick, Cover, End, Open, Pace, Phrases, Hints, Give, Dismiss, Admit, Appoint);
kinds!(happened, SeatChange: Sat, Renamed, Joined, TookOver, Left, GaveUp, Kicked, Opened, Moved,
    Covered, Returned, Ready, Host, Missed, ReturnedDropped, CoveredFor, Claimed, Objected);

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn meld(text: &str) -> Meld {
    let spec: MeldSpec = text.parse().unwrap();
    Meld::new(&spec, &MeldRules::default(), MeldStage::Later).unwrap()
}

fn set_up() -> SetUp {
    SetUp {
        changes: vec![("buying.limit.per-deal".to_owned(), "3".to_owned())],
        clock: Clock::PerMove { seconds: 20, bank: 60 },
        ..SetUp::new(
            "contract-rummy",
            vec![SeatPlan::Person, SeatPlan::Bot { level: Level::Steady }, SeatPlan::Person],
        )
    }
}

fn seated() -> Vec<SeatInfo> {
    let info = |sitter, bank| SeatInfo { ready: true, bank, ..SeatInfo::of(sitter) };
    vec![
        info(Sitter::Person { name: "Ann".to_owned() }, Some(60_000)),
        info(Sitter::Bot { level: Level::Steady }, None),
        info(Sitter::Free, None),
    ]
}

fn client_messages() -> Vec<ClientMessage> {
    use ClientMessage as C;
    vec![
        C::Hello { protocol: 3, resume: None },
        C::Hello { protocol: 3, resume: Some(Resume { after: 300, seat: Some(Seat::at(2)) }) },
        C::Sit { seat: Some(Seat::at(1)), name: "Ann".to_owned() },
        C::Leave,
        C::SetUp { set_up: set_up() },
        C::Commit { commitment: Hex([1; 32]) },
        C::Reveal { entropy: Hex([2; 32]) },
        C::Start,
        C::Act { id: 7, decision: 300, action: "down set 4D 4C JK".to_owned() },
        C::Next,
        C::HandOver,
        C::TakeBack,
        C::Host { power: Power::Kick { seat: Seat::at(1) } },
        C::Host { power: Power::Cover { seat: Seat::at(2) } },
        C::Host { power: Power::End },
        C::Host { power: Power::Open { seat: Seat::at(1) } },
        C::Host { power: Power::Pace { pace: Pace::Calm } },
        C::Host { power: Power::Hints { allowed: false } },
        C::Host { power: Power::Phrases { allowed: false } },
        C::Rematch,
        C::Say { phrase: Phrase::GoodLuck },
        C::Ping,
        C::GiveUp,
        C::Introduce { name: Some("Di".to_owned()), face: Some(3) },
        C::Wish { wish: Wish::Nothing },
        C::Wish { wish: Wish::Seat },
        C::Wish { wish: Wish::Mine { seat: Seat::at(2) } },
        C::Answer { visitor: 300, yes: true },
        C::Object,
        C::Pause { minutes: 5 },
        C::Resume,
        C::LetBotPlay { seat: Seat::at(1) },
        C::Host { power: Power::Give { seat: Seat::at(1), visitor: 300 } },
        C::Host { power: Power::Dismiss { visitor: 300 } },
        C::Host { power: Power::Admit { how: Admission::Approved } },
        C::Host { power: Power::Appoint { seat: Seat::at(2) } },
        // Each level by its name and its number.
        C::SetUp {
            set_up: SetUp::new("rummy", Level::ALL.map(|level| SeatPlan::Bot { level }).to_vec()),
        },
    ]
}

fn events() -> Vec<Event> {
    use Event as E;
    let (set, run) = (meld("set 4D 4C JK"), meld("run 5S JK 7S 8S"));
    let on_table = vec![TableMeld { id: MeldId(1), owner: Seat::at(2), meld: set }];
    vec![
        E::DealerFound { dealer: Seat::at(1), draws: vec![vec![card("7D"), card("AC")]] },
        E::DealBegan { deal: 2, dealer: Seat::at(1), contracts: vec![2, 2], playoff: false },
        E::WasCut { seat: Seat::at(1), at: 41, bonus: 0 },
        E::Dealt {
            deck: Some(vec![card("JK"), card("2C")]),
            hands: vec![Some("4D 4C JK".parse().unwrap()), None],
            upcard: Some(card("KD")),
            stock: 80,
            each: 10,
        },
        E::TurnBegan { seat: Seat::at(1) },
        E::Offered { asked: Seats::from_bits(6), declared: true },
        E::Answered { seat: Seat::at(1), buy: Some(true) },
        E::OffersClosed,
        E::Drew { seat: Seat::at(1), card: None },
        E::Took { seat: Seat::at(1), card: card("KD") },
        E::Bought { seat: Seat::at(2), card: card("KD"), pennies: 1 },
        E::Penalty { seat: Seat::at(2), card: Some(card("9H")) },
        E::LaidDown { seat: Seat::at(0), melds: vec![set, run], remaining: Elements::NONE },
        E::LaidOff {
            seat: Seat::at(0),
            meld: MeldId(2),
            card: card("9S"),
            end: Some(End::High),
            now: run,
        },
        E::Slid {
            seat: Seat::at(0),
            meld: MeldId(2),
            card: card("6S"),
            wild: card("JK"),
            to: End::Low,
            now: run,
        },
        E::Swapped {
            seat: Seat::at(0),
            meld: MeldId(2),
            card: card("6S"),
            wild: card("JK"),
            now: run,
        },
        E::Arranged {
            seat: Seat::at(0),
            melds: on_table.clone(),
            next_meld: MeldId(3),
            played: "4D".parse().unwrap(),
        },
        E::TookBack {
            seat: Seat::at(0),
            to: Box::new(Board {
                melds: on_table.into(),
                next_meld: MeldId(2),
                seat: Cow::Owned(SeatState::default()),
                turn: Cow::Owned(Turn::default()),
                idle_reshuffles: 1,
                idle_turns: 2,
                additions: Cow::Owned(vec![Addition {
                    meld: MeldId(1),
                    card: card("4D"),
                    place: 0,
                    seat: Seat::at(1),
                    points: 4,
                }]),
            }),
            back: "4D 4C".parse().unwrap(),
            away: "JK".parse().unwrap(),
        },
        E::Discarded { seat: Seat::at(0), card: card("KD"), protected: true },
        E::Kept { seat: Seat::at(0) },
        E::CallOffered { asked: Seats::from_bits(5) },
        E::CallAnswered { seat: Seat::at(1), call: Some(Some((MeldId(4), Some(End::Low)))) },
        E::CallsClosed,
        E::Called { seat: Seat::at(1), meld: MeldId(4), card: card("9S"), now: run },
        E::Picked { from: Seat::at(1), to: Seat::at(0), card: None },
        E::ClaimOffered { seat: Seat::at(1) },
        E::Reshuffled { stock: None, size: 40, used: 300, turned: false, upcard: Some(card("2H")) },
        E::DealEnded {
            winner: Some(Seat::at(1)),
            how: Ending::Discarded,
            hands: vec!["4D".parse().unwrap(), "".parse().unwrap()],
            points: vec![5, 0],
            paid: vec![-300, 300],
        },
        E::MatchEnded { winners: Seats::from_bits(2), settlement: vec![-2, 2] },
        E::UpcardOffered { seat: Seat::at(1) },
        E::UpcardDeclined,
        E::BeganWithoutDraw,
        E::Knocked {
            seat: Seat::at(1),
            melds: vec![set],
            discard: Some(card("KD")),
            rest: "2C 3D".parse().unwrap(),
        },
        E::Shown { seat: Seat::at(0), melds: vec![run] },
        E::Totalled { scores: vec![312, 114] },
        E::TookDeep { seat: Seat::at(1), cards: vec![card("7S"), card("9C"), card("2D")] },
        E::Declared { seat: Seat::at(1), melds: vec![set, run], finish: Some(card("KD")) },
        E::WildTurned { cards: vec![card("JK"), card("8D")] },
        E::DeclaredWrong {
            seat: Seat::at(1),
            groups: vec![vec![card("4D"), card("4C")], vec![card("JK")]],
            finish: None,
            open: false,
        },
        E::Dropped { seat: Seat::at(0) },
        E::GroupsAsked { seat: Seat::at(1) },
        E::RejoinOffered { seat: Seat::at(0) },
        E::RejoinAnswered { seat: Seat::at(0), total: Some(80) },
        E::SplitOffered { seat: Seat::at(1) },
        E::SplitAnswered { seat: Seat::at(1), agrees: false },
        E::BetweenDeals,
    ]
}

fn changes() -> Vec<Change> {
    let bot = BotPlay { drawn: 300, discarded: 2, laid_down: 1, laid_off: 0 };
    let happened = [
        SeatChange::Sat,
        SeatChange::Renamed,
        SeatChange::Joined,
        SeatChange::TookOver,
        SeatChange::Left,
        SeatChange::GaveUp,
        SeatChange::Kicked,
        SeatChange::Opened,
        SeatChange::Moved,
        SeatChange::Covered,
        SeatChange::Returned { bot },
        SeatChange::Ready,
        SeatChange::Host,
        SeatChange::Missed,
        SeatChange::ReturnedDropped { bot },
        SeatChange::CoveredFor { why: CoverWhy::TimeUp },
        SeatChange::CoveredFor { why: CoverWhy::Away },
        SeatChange::CoveredFor { why: CoverWhy::Host },
        SeatChange::CoveredFor { why: CoverWhy::Silent },
        SeatChange::CoveredFor { why: CoverWhy::NotReady },
        SeatChange::Claimed,
        SeatChange::Objected,
    ];
    let seat = |why| Change::Seat { seat: Seat::at(2), info: seated().remove(0), host: None, why };
    let others = vec![
        Change::SetUp { set_up: set_up(), seated: seated(), host: Some(Seat::at(0)) },
        Change::Gathering {
            commitments: vec![Hex([1; 32])],
            bound: vec![(Seat::at(0), Hex([2; 32]))],
            number: 1,
        },
        Change::Began {
            number: 1,
            source: set_up().source(),
            entropy: vec![(Seat::at(0), Hex([3; 32]))],
        },
        Change::Revealed { deal: Deal::FIRST, secret: Hex([4; 32]) },
        Change::Committed { deal: Deal::new(2).unwrap(), commitment: Hex([5; 32]) },
        Change::Ended,
        Change::Paced { pace: Pace::Fast },
        Change::Hinted { allowed: false },
    ];
    others.into_iter().chain(happened.map(seat)).collect()
}

fn server_messages() -> Vec<ServerMessage> {
    use ServerMessage as S;
    let row = DealRow {
        deal: 0,
        winner: Some(Seat::at(1)),
        how: Ending::Discarded,
        hands: vec!["4D".parse().unwrap()],
        points: vec![5, 0],
        paid: vec![],
    };
    let snapshot = Snapshot {
        sequence: 300,
        stage: Stage::Playing,
        set_up: set_up(),
        seated: seated(),
        host: Some(Seat::at(0)),
        seat: Some(Seat::at(2)),
        present: vec![true, false, true],
        is_host: false,
        held: Seats::from_bits(5),
        lost: Some(Lost::Moved),
        number: 1,
        view: Some(OwnView::new(3, Some(Seat::at(2))).into()),
        sheet: vec![row],
        commitments: vec![Hex([1; 32])],
        secrets: vec![Hex([2; 32])],
        entropy: vec![(Seat::at(0), Hex([3; 32]))],
        bound: vec![(Seat::at(2), Hex([4; 32]))],
        gathering: 1,
        committed: Some(Hex([5; 32])),
        pace: Pace::Usual,
        hints_off: true,
    };
    let mut all = vec![
        S::Welcome { protocol: 3, seat: None, host: true },
        S::Snapshot(Box::new(snapshot)),
        S::Window(Window { decision: 12, left: 9000, of: 15000 }),
        S::Presence { present: vec![true, false, true] },
        S::Accepted { id: 7 },
        S::Said { seat: Seat::at(1), phrase: Phrase::Thanks },
        S::Pong,
        S::Phrases { allowed: false },
    ];
    all.extend(
        (1..).zip(events()).map(|(sequence, event)| S::Event { sequence, event: event.into() }),
    );
    all.extend((300..).zip(changes()).map(|(sequence, change)| S::Change { sequence, change }));
    let refusals = vec![
        Refused::Rule { code: "lay-down.wild-cap".to_owned() },
        Refused::Late { seat: Seat::at(2), by: 31 },
        Refused::Stale { decision: 12 },
        Refused::Unreadable { column: 5 },
        Refused::NoSeat,
        Refused::NoMatch,
        Refused::Quota { of: Quota::Table },
        Refused::UsedId,
        Refused::TimeUp,
        Refused::Paused,
    ];
    all.extend(refusals.into_iter().map(|why| S::Refused { id: 7, why }));
    let errors = vec![
        TableError::Protocol { ours: 3 },
        TableError::BadMessage,
        TableError::NoSuchTable,
        TableError::BadLink,
        TableError::TableFull,
        TableError::SeatTaken,
        TableError::NoSuchSeat,
        TableError::NoSeat,
        TableError::BadName,
        TableError::BadRules { flaws: vec!["players.max: 9".to_owned()] },
        TableError::HostOnly,
        TableError::MatchRunning,
        TableError::NoMatch,
        TableError::DealRunning,
        TableError::BadEntropy,
        TableError::Kicked,
        TableError::TooFast,
        TableError::Stopping,
        TableError::Unavailable,
        TableError::Damaged,
        TableError::Quota { of: Quota::Guest },
        TableError::UsedEntropy,
        TableError::SetAside,
        TableError::HeldSeat,
        TableError::SeatClosed,
        TableError::TimeUp,
        TableError::TooManyOfOne,
        TableError::TooManyWatching,
        TableError::PhrasesOff,
        TableError::Waiting,
        TableError::BotsTooDear,
        TableError::TableLocked,
        TableError::SeatInUse,
        TableError::NoSuchVisitor,
        TableError::VisitorSeated,
        TableError::VisitorHeldSeat,
        TableError::VisitorUnnamed,
        TableError::NoSeatToGive,
        TableError::BotName,
    ];
    all.extend(errors.into_iter().map(|error| S::Error { error }));
    let visitor = |number, name: Option<&str>, wish| Visitor {
        number,
        name: name.map(str::to_owned),
        face: name.map(|_| 3),
        wish,
        agreed: Seats::from_bits(4),
    };
    all.push(S::Company(Box::default()));
    all.push(S::Company(Box::new(Company {
        visitors: vec![
            visitor(1, None, Wish::Nothing),
            visitor(300, Some("Di"), Wish::Mine { seat: Seat::at(2) }),
        ],
        you: Some(300),
        faces: vec![Some(7), None],
        admission: Admission::Locked,
        silent: Seats::from_bits(2),
        pause: Some(Pause { by: Seat::at(0), minutes: 5, left: 299 }),
        claimed: Some(Seat::at(1)),
        host_away: true,
    })));
    let seats = Seats::from_bits;
    all.push(S::Openings(vec![
        Opening { visitor: 1, sit: seats(4), ask: seats(6), claim: seats(8), give: seats(15) },
        Opening { visitor: 300, ..Opening::default() },
    ]));
    all
}

/// Writes the message in both encodings, and reads it back from both.
fn write<T>(file: &mut String, message: &T)
where
    T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let json = serde_json::to_string(message).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).as_ref().ok(), Some(message), "{json}");
    let bytes = compact::write(message);
    assert_eq!(compact::read::<T>(&bytes).as_ref(), Some(message), "{json}");
    writeln!(file, "{json}\n{}", hex::encode(bytes)).unwrap();
}

#[test]
fn messages_keep_their_format() {
    let mut today = String::new();
    let mut found = BTreeSet::new();
    for message in client_messages() {
        found.insert(client(&message));
        if let ClientMessage::Host { power: inner } = &message {
            found.insert(power(inner));
        }
        write(&mut today, &message);
    }
    for message in server_messages() {
        found.insert(server(&message));
        found.extend(match &message {
            ServerMessage::Event { event: inner, .. } => Some(event(inner)),
            ServerMessage::Change { change: inner, .. } => Some(change(inner)),
            ServerMessage::Refused { why, .. } => Some(refused(why)),
            ServerMessage::Error { error: inner } => Some(error(inner)),
            _ => None,
        });
        if let ServerMessage::Change { change: Change::Seat { why, .. }, .. } = &message {
            found.insert(happened(why));
        }
        write(&mut today, &message);
    }
    let of_messages = [client::ALL, server::ALL, refused::ALL, error::ALL];
    let inside = [event::ALL, change::ALL, power::ALL, happened::ALL];
    let all = of_messages.into_iter().chain(inside);
    let missing: Vec<&&str> = all.flatten().filter(|kind| !found.contains(*kind)).collect();
    assert!(missing.is_empty(), "no message of these kinds: {missing:?}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/messages.txt");
    if std::env::var_os("UPCARD_BLESS").is_some() {
        std::fs::write(&path, &today).unwrap();
    }
    let file = std::fs::read_to_string(path).unwrap();
    for (number, (is, was)) in today.lines().zip(file.lines()).enumerate() {
        assert_eq!(is, was, "line {}", number + 1);
    }
    assert_eq!(today.lines().count(), file.lines().count());
}

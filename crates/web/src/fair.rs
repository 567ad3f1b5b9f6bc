//! Fairness of the deals, in sentences.

use upcard_client::Session;
use upcard_client::fairness::{Fault, RecordComparison};
use upcard_engine::Seat;

use crate::news;
use crate::text::tr;

/// Returns the fairness report of the match as sentences, each with `true` if something is wrong. `alone`:
/// this device shuffled by itself.
pub(crate) fn sentences(session: &Session, alone: bool) -> Vec<(String, bool)> {
    let report = session.fairness.report();
    let mut all: Vec<(String, bool)> =
        report.faults.iter().map(|fault| (fault_sentence(session, *fault), true)).collect();
    let (proved, late) = (report.proved(), report.late());
    if !all.is_empty() || proved + late == 0 {
        return all;
    }
    if alone {
        all.push((tr!("fair-alone"), false));
        return all;
    }
    if proved > 0 {
        // Within the sentence the player comes last, in lower case.
        let (own, others): (Vec<_>, Vec<_>) =
            report.people.iter().partition(|(seat, _)| session.seat == Some(*seat));
        let others = others.into_iter().map(|(seat, name)| start_name(session, *seat, name));
        let own = own.into_iter().map(|_| tr!("fair-you"));
        let names: Vec<String> =
            [tr!("fair-server")].into_iter().chain(others).chain(own).collect();
        all.push(match names.as_slice() {
            [_] => (tr!("fair-nobody", deals = proved), false),
            names => (tr!("fair-people", deals = proved, names = news::join(names)), false),
        });
    }
    if late > 0 {
        all.push((tr!("fair-late", deals = late), false));
    }
    if report.gatherings > 1 {
        all.push((tr!("fair-again", times = report.gatherings), false));
    }
    all
}

/// Returns another player's name at the start of the match.
fn start_name(session: &Session, seat: Seat, name: &str) -> String {
    if name.is_empty() { news::name(session, seat) } else { name.to_owned() }
}

fn fault_sentence(session: &Session, fault: Fault) -> String {
    match fault {
        Fault::Secret(deal) => tr!("unfair-secret", deal = deal.number()),
        Fault::Cards(deal) => tr!("unfair-cards", deal = deal.number()),
        Fault::Part(seat) => tr!("unfair-part", name = news::name(session, seat)),
        Fault::LeftOut => tr!("unfair-left-out"),
        Fault::Replaced => tr!("unfair-replaced"),
        Fault::Other => tr!("unfair-other"),
        Fault::Hidden => tr!("unfair-hidden"),
    }
}

/// Compares the record with what this page was shown; `true` if something is wrong.
pub(crate) fn comparison(same: RecordComparison) -> (String, bool) {
    match same {
        RecordComparison::Same => (tr!("record-same"), false),
        RecordComparison::Unknown => (tr!("record-unknown"), false),
        RecordComparison::Other => (tr!("record-other"), true),
    }
}

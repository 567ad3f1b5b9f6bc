//! The record file of a finished match.

use upcard_client::ReplayLink;

use crate::screens::ReplaySource;
use crate::store::App;
use crate::{browser, fair};

/// Returns the record's address; empty without a server.
pub(crate) fn link(app: App) -> String {
    let number = app.session().with_untracked(|s| s.number);
    app.table().map_or_else(String::new, |table| browser::origin() + &address(&table, number))
}

/// Returns the replay link, from the first play; empty without a server.
pub(crate) fn replay_link(app: App) -> String {
    let number = app.session().with_untracked(|s| s.number);
    app.table().map_or_else(String::new, |table| {
        let link = ReplayLink { table, number, at: 0, seat: None };
        format!("{}/{}", browser::origin(), link.fragment())
    })
}

/// Returns the path of a match's record on the server.
pub(crate) fn address(table: &str, number: u32) -> String {
    format!("/api/tables/{table}/matches/{number}/record")
}

/// Opens the replay of the finished match, first from the player's own seat.
pub(crate) fn open_replay(app: App) {
    let (number, seat) = app.session().with_untracked(|s| (s.number, s.seat));
    match app.table() {
        Some(table) => {
            app.open_replay(ReplaySource::Table(ReplayLink { table, number, at: 0, seat }, seat));
        }
        None => {
            let own = app.own_record();
            own.into_iter()
                .for_each(|text| app.open_replay(ReplaySource::Record(text.into(), seat)));
        }
    }
}

/// Downloads the record. A server's record is compared with what this page was shown.
pub(crate) fn save(app: App) {
    let Some(table) = app.table() else {
        let own = app.own_record();
        return own.iter().for_each(|text| browser::download("match.upcard", text));
    };
    let number = app.session().with_untracked(|s| s.number);
    let address = address(&table, number);
    let elsewhere = address.clone();
    browser::fetch_bytes(&address, move |bytes| {
        match bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
            Some(text) => {
                let same = app.session().with_untracked(|s| s.fairness.compare_record(&text));
                app.show_compared(fair::comparison(same));
                browser::download(&format!("match-{number}.upcard"), &text);
            }
            // The server's page says why.
            None => browser::navigate(&elsewhere),
        }
    });
}

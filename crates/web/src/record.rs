//! The record of a match that is over, as a file.

use upcard_client::ReplayLink;

use crate::screens::Looked;
use crate::store::App;
use crate::{browser, fair};

/// The address of the record; empty where there is no server.
pub(crate) fn link(app: App) -> String {
    let number = app.session().with_untracked(|s| s.number);
    app.table().map_or_else(String::new, |table| browser::origin() + &address(&table, number))
}

/// The address of the page that shows the match from its first play on; empty where there is no server.
pub(crate) fn shown(app: App) -> String {
    let number = app.session().with_untracked(|s| s.number);
    app.table().map_or_else(String::new, |table| {
        let link = ReplayLink { table, number, at: 0, seat: None };
        format!("{}/{}", browser::origin(), link.fragment())
    })
}

/// The address at the server of the record of a table's match.
pub(crate) fn address(table: &str, number: u32) -> String {
    format!("/api/tables/{table}/matches/{number}/record")
}

/// Looks at the match that is over again, first through one's own eyes.
pub(crate) fn look(app: App) {
    let (number, seat) = app.session().with_untracked(|s| (s.number, s.seat));
    match app.table() {
        Some(table) => {
            app.look_again(Looked::Table(ReplayLink { table, number, at: 0, seat }, seat));
        }
        None => {
            let own = app.own_record();
            own.into_iter().for_each(|text| app.look_again(Looked::Record(text.into(), seat)));
        }
    }
}

/// Offers the record as a file. That of a server's table is compared with what this page was shown.
pub(crate) fn save(app: App) {
    let Some(table) = app.table() else {
        let own = app.own_record();
        return own.iter().for_each(|text| browser::download("match.upcard", text));
    };
    let number = app.session().with_untracked(|s| s.number);
    let address = address(&table, number);
    let elsewhere = address.clone();
    browser::fetch(&address, move |bytes| {
        match bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
            Some(text) => {
                let same = app.session().with_untracked(|s| s.fairness.compare_record(&text));
                app.show_compared(fair::record(same));
                browser::download(&format!("match-{number}.upcard"), &text);
            }
            // The server says why.
            None => browser::go(&elsewhere),
        }
    });
}

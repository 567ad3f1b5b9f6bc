//! What goes wrong for people: each is a sentence and a way on.

use crate::driver::Browser;
use crate::friends::{join, make, table};
use crate::play;
use crate::server::Server;

/// The sentence that a person reads.
fn sentence(browser: &Browser) -> String {
    browser.wait("return !!document.querySelector('.notice')");
    browser.text("return document.querySelector('.notice').innerText")
}

#[test]
fn a_wrong_link() {
    let server = Server::start(&[]);
    let browser = Browser::start(390, 844);
    for path in ["/t/abcdefghijkm", "/t/nothing", "/t/%F0%9F%83%81"] {
        browser.go(&server.address(path));
        assert!(sentence(&browser).starts_with("There is no such table any more."), "{path}");
        browser.wait("return location.pathname === '/' && !!document.querySelector('.home .btn')");
        browser.picture("wrong-link");
    }
    browser.go(&server.address("/r/not-a-token"));
    assert!(sentence(&browser).starts_with("This link does not lead to a table."));
    browser.is_clean();
    // What the way on leads to works.
    browser.go(&server.address("/t/nothing"));
    browser.press("Play now");
    browser.wait("return document.querySelectorAll('.hc').length > 0");
}

#[test]
fn a_full_table_and_one_that_is_over() {
    let server = Server::start(&[]);
    let (ann, bob, path) = (Browser::start(390, 844), Browser::start(390, 844), String::new());
    let path = if path.is_empty() { make(&ann, &server, "Contract Rummy") } else { path };
    join(&bob, &server.address(&path), "Bob");
    // Cat comes third to a table for two people.
    let cat = Browser::start(390, 844);
    cat.go(&server.address(&path));
    assert!(sentence(&cat).starts_with("All seats are taken."));
    cat.picture("full-table");
    // She looks on, and sees nobody's hand.
    ann.press("Start");
    cat.wait("return !!document.querySelector('.table') && document.querySelectorAll('.seat').length === 4");
    assert_eq!(play::hand(&cat), "");
    cat.wait("return document.querySelector('.say b').innerText.startsWith('You are watching.')");
    cat.picture("looking-on");
    // The host ends the match; whoever comes afterwards sees how it went, and can go home.
    ann.press("Menu");
    ann.press("End the match");
    ann.press("Yes, end it for everybody");
    for browser in [&ann, &bob, &cat] {
        browser.wait("return document.querySelector('.say b').innerText.startsWith('The match')");
    }
    let dan = Browser::start(844, 390);
    dan.go(&server.address(&path));
    dan.wait("return !!document.querySelector('.say b')?.innerText.startsWith('The match')");
    dan.picture("table-over");
    dan.press("Leave the table");
    dan.press("Leave");
    dan.wait("return !!document.querySelector('.home')");
    for browser in [ann, bob, cat, dan] {
        browser.is_clean();
    }
}

#[test]
fn a_page_that_is_older_than_the_server() {
    let server = Server::start(&[]);
    let (ann, bob, path) = table(&server, "Contract Rummy");
    // The page of yesterday: it names another number of the messages.
    bob.command(
        "Page.addScriptToEvaluateOnNewDocument",
        serde_json::json!({"source":
            "if (!sessionStorage.getItem('new')) { const send = WebSocket.prototype.send;
               WebSocket.prototype.send = function (bytes) { if (bytes[0] === 0) { bytes = bytes.slice(); bytes[1] = 0; } send.call(this, bytes); }; }"}),
    );
    bob.reload();
    assert!(sentence(&bob).contains("older than the server"));
    bob.picture("old-page");
    // Loaded again it is the page of today, and at the same table.
    bob.run("sessionStorage.setItem('new', '1')");
    bob.press("Load it again");
    bob.wait("return document.querySelectorAll('.table .hc').length > 0");
    assert!(bob.address().ends_with(&path));
    ann.is_clean();
    bob.is_clean();
}

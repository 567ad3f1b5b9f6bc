//! Scores of games with real cards.

use std::cmp::Ordering;

use serde_json::json;

use crate::audit::{assert_faultless, every_size};
use crate::driver::Browser;
use crate::positions::begin_at;
use crate::server::Server;

/// The sheet's rows of deals that have been played.
const DEALS: &str = ".kept-score tbody tr:not(.to-come)";

/// Returns the cells of the sheet's rows and totals, as displayed.
fn sheet_cells(browser: &Browser) -> String {
    browser.text(
        "return [...document.querySelectorAll('.kept-score tbody tr:not(.to-come), .kept-score tfoot tr')]
            .map(row => [...row.querySelectorAll('td')].map(cell => cell.innerText.trim()).join(' ')).join(' | ')",
    )
}

/// Opens a new sheet for this game and these players.
fn new_sheet(browser: &Browser, game: &str, names: &[&str]) {
    browser.press("Score a game at home");
    browser.wait_to_see(".score-begin");
    browser.run(&format!(
        "const s = document.querySelector('#score-game');
         s.value = [...s.options].find(o => o.innerText === '{game}').value;
         s.dispatchEvent(new Event('change', {{bubbles: true}}))"
    ));
    for _ in 0..8 {
        let label = match browser.count(".score-begin input[type=text]").cmp(&names.len()) {
            Ordering::Less => "More",
            Ordering::Equal => break,
            Ordering::Greater => "Fewer",
        };
        browser.click(&format!(".score-begin [aria-label={label}]"));
        browser.settle();
    }
    browser.run(&format!(
        "const names = {};
         document.querySelectorAll('.score-begin input[type=text]').forEach((e, i) => {{
             e.value = names[i]; e.dispatchEvent(new Event('input', {{bubbles: true}})) }})",
        json!(names)
    ));
    browser.press("Begin");
    browser.wait_to_see(".kept-score");
}

/// Reloads the page and opens the sheet of Contract Rummy.
fn reopen_sheet(browser: &Browser, server: &Server) {
    browser.go(&server.address("/"));
    browser.press_each(&["Score a game at home", "Contract Rummy"]);
}

/// Begins to enter a deal.
fn begin_deal(browser: &Browser) {
    browser.click(".of-match .btn.go");
    browser.wait_to_see(".who-out");
}

/// Enters a deal: who went out, and what the others were left with, in order.
fn enter_deal(browser: &Browser, winner: &str, hands: &[u32]) {
    begin_deal(browser);
    browser.run(&format!(
        "[...document.querySelectorAll('.who-out .btn')].find(b => b.innerText.trim() === '{winner}').click()"
    ));
    for hand in hands {
        browser.wait_to_see(".digits");
        for digit in hand.to_string().chars() {
            browser.run(&format!(
                "[...document.querySelectorAll('.digits .btn')].find(b => b.innerText === '{digit}').click()"
            ));
        }
        browser.click(".digits .go");
    }
    confirm(browser);
}

fn confirm(browser: &Browser) {
    browser.wait_to_see(".of-deal .go");
    browser.click(".of-deal .go");
    browser.wait_to_see(".of-match");
}

/// Enters a player's points in the deal's review.
fn enter_points(browser: &Browser, player: &str, value: &str) {
    browser.choose(&format!(".of-deal [aria-label='Points of {player}']"), value);
}

#[test]
fn a_game_with_real_cards_is_scored_changed_and_kept() {
    let (server, browser) = begin_at(390, 844);
    new_sheet(&browser, "Contract Rummy", &["Ann", "Bob", "Cat", "Dan", "Eve"]);
    let said = browser.text_of(".next-deal");
    assert!(said.contains("Deal 1: two sets of three"), "{said}");
    assert!(said.contains("Ann deals 10 cards"), "{said}");
    // Future deals have rows, also in print.
    assert_eq!(browser.count(".to-come"), 7);
    enter_deal(&browser, "Bob", &[25, 40, 5, 100]);
    enter_deal(&browser, "Ann", &[35, 10, 15, 60]);
    assert_eq!(sheet_cells(&browser), "25 0 40 5 100 | 0 35 10 15 60 | 25 35 50 20 160");
    assert!(browser.text_of(".next-deal").contains("Cat deals"));
    browser.wait_for_number(".curve figcaption + svg polyline", 5);
    assert!(browser.text_of(".ranking li").contains("Dan"));
    // A value is changed, even to a negative one; the change is listed and can be undone.
    browser.click("[aria-label=\"Change deal 1\"]");
    browser.wait_to_see(".of-deal");
    enter_points(&browser, "Cat", "-5");
    confirm(&browser);
    assert_eq!(sheet_cells(&browser), "25 0 −5 5 100 | 0 35 10 15 60 | 25 35 5 20 160");
    let told = browser.text("return document.querySelector('.corrections').textContent");
    assert!(told.contains("Deal 1, Cat: 40 became −5"), "{told}");
    browser.press("Undo");
    assert_eq!(sheet_cells(&browser), "25 0 40 5 100 | 0 35 10 15 60 | 25 35 50 20 160");
    // It survives a reload.
    reopen_sheet(&browser, server);
    browser.wait_to_see(".kept-score");
    assert_eq!(sheet_cells(&browser), "25 0 40 5 100 | 0 35 10 15 60 | 25 35 50 20 160");
    browser.picture("score-at-home");
    // So do its undo steps.
    browser.press("Undo");
    assert_eq!(sheet_cells(&browser), "25 0 40 5 100 | 25 0 40 5 100");
    browser.press_each(&["Delete this sheet", "Yes, delete it for good"]);
    browser.wait_to_see(".score-begin");
    browser.settle();
    assert_eq!(browser.run("return localStorage.getItem('upcard.score-sheets')"), json!(""));
}

/// Starts entering a deal that Bob has ended.
fn bob_goes_out(browser: &Browser) {
    begin_deal(browser);
    browser.press("Bob");
}

/// Going back in a deal asks for its last number again; invalid input is replaced by the previous value.
#[test]
fn going_back_while_entering_a_deal_loses_nothing() {
    let (_, browser) = begin_at(390, 844);
    new_sheet(&browser, "Contract Rummy", &["Ann", "Bob", "Cat"]);
    bob_goes_out(&browser);
    for hand in [5, 7, 8] {
        browser.wait_to_see(".digits");
        browser.press(&hand.to_string());
        browser.click(".digits .go");
        if hand == 7 {
            browser.wait_to_see(".of-deal");
            browser.press("Back");
        }
    }
    browser.wait_to_see(".of-deal");
    let points = |of: &str| {
        browser.text(&format!(
            "return document.querySelector('.of-deal [aria-label=\"Points of {of}\"]').value"
        ))
    };
    assert_eq!((points("Ann"), points("Cat")), ("5".to_owned(), "8".to_owned()));
    enter_points(&browser, "Ann", "99999999");
    assert_eq!(points("Cat"), "8", "the others keep what they have");
    enter_points(&browser, "Ann", "6");
    enter_points(&browser, "Cat", "2.5");
    assert_eq!(points("Cat"), "8");
    confirm(&browser);
    assert_eq!(sheet_cells(&browser), "6 0 8 | 6 0 8");
}

/// A partly entered deal survives a reload, at the same step.
#[test]
fn a_partly_entered_deal_survives_a_reload() {
    let (server, browser) = begin_at(390, 844);
    new_sheet(&browser, "Contract Rummy", &["Ann", "Bob", "Cat"]);
    bob_goes_out(&browser);
    browser.wait_to_see(".digits");
    browser.press("5");
    browser.click(".digits .go");
    browser.wait_for_text(".entry h3", "Cat");
    reopen_sheet(&browser, server);
    browser.wait_for_text(".entry h3", "Cat");
    // So does a typed, unconfirmed number, over a reload and another screen.
    let typed = |sum: &str| browser.wait_for_text(".entry .sum", sum);
    browser.press("8");
    typed("8");
    reopen_sheet(&browser, server);
    typed("8");
    browser.press_each(&["0", "Close", "Score a game at home", "Contract Rummy"]);
    typed("80");
    browser.click(".digits .go");
    confirm(&browser);
    assert_eq!(sheet_cells(&browser), "5 0 80 | 5 0 80");
    // After it was entered or left, the draft is gone.
    bob_goes_out(&browser);
    browser.wait_to_see(".digits");
    browser.press_each(&["Back", "Back"]);
    browser.wait_to_see(".of-match");
    reopen_sheet(&browser, server);
    browser.wait_to_see(".kept-score");
}

/// Simulates another tab that enters the last deal once more.
const ENTER_IN_OTHER_TAB: &str = "
    const key = Object.keys(localStorage).find(key => key.startsWith('upcard.score-sheet.'));
    const text = localStorage.getItem(key), last = text.trim().split('\\n').at(-1);
    localStorage.setItem(key, text + last + '\\n')";

#[test]
fn entries_of_another_tab_are_not_overwritten() {
    let (_, browser) = begin_at(390, 844);
    new_sheet(&browser, "Contract Rummy", &["Ann", "Bob", "Cat"]);
    enter_deal(&browser, "Bob", &[25, 40]);
    browser.run(ENTER_IN_OTHER_TAB);
    browser.wait_for_number(DEALS, 2);
    // A deal started before the other tab entered it does not overwrite that.
    begin_deal(&browser);
    browser.press("Ann");
    for _ in 0..2 {
        browser.wait_to_see(".digits");
        browser.press("5");
        browser.click(".digits .go");
    }
    browser.wait_to_see(".of-deal .go");
    browser.run(ENTER_IN_OTHER_TAB);
    browser.click(".of-deal .go");
    browser.wait_for_words(".entry .notice", "Somebody else");
    browser.press_each(&["Back", "Back", "Back", "Back"]);
    browser.wait_to_see(".of-match");
    assert_eq!(sheet_cells(&browser), "25 0 40 | 25 0 40 | 25 0 40 | 75 0 120");
    enter_deal(&browser, "Ann", &[5, 5]);
    assert_eq!(sheet_cells(&browser), "25 0 40 | 25 0 40 | 25 0 40 | 0 5 5 | 75 5 125");
}

/// Returns the sheet's sharing link, relative to the server's address.
fn sharing_link(browser: &Browser) -> String {
    browser.wait_to_see(".rules-link .share");
    let stored =
        "return Object.entries(localStorage).find(e => e[0].startsWith('upcard.score-shared'))[1]";
    let writes = browser.run("return document.querySelector('.of-match [type=checkbox]').checked");
    let whole = browser.text(stored);
    let whole = whole.split(' ').next().unwrap_or_default();
    let reads = whole.split('.').next().unwrap_or_default();
    format!("/{}", if writes == true { whole } else { reads })
}

#[test]
fn others_follow_a_score_sheet_and_write_to_it_if_allowed() {
    let (server, keeper) = begin_at(390, 844);
    new_sheet(&keeper, "Contract Rummy", &["Ann", "Bob", "Cat"]);
    enter_deal(&keeper, "Bob", &[25, 40]);
    keeper.press("Let others watch");
    keeper.wait_to_see(".rules-link .qr");
    let mut faults = every_size(&keeper, "score-shared");
    // A follower gets each deal automatically and can enter nothing.
    let watcher = Browser::start(320, 568);
    watcher.go(&server.address(&sharing_link(&keeper)));
    watcher.wait_to_see(".kept-score");
    assert_eq!(sheet_cells(&watcher), "25 0 40 | 25 0 40");
    enter_deal(&keeper, "Ann", &[10, 15]);
    watcher.wait_for_number(DEALS, 2);
    assert_eq!(sheet_cells(&watcher), "25 0 40 | 0 10 15 | 25 10 55");
    assert_eq!(watcher.count(".of-match .btn.go, .kept-score .btn:enabled"), 0);
    watcher.wait_for_words("body", "You are watching");
    faults.extend(every_size(&watcher, "score-watched"));
    // Another may write; followers and the owner see it.
    keeper.click(".of-match [type=checkbox]");
    keeper.settle();
    watcher.resize((390, 844));
    watcher.go("about:blank");
    watcher.go(&server.address(&sharing_link(&keeper)));
    watcher.wait_to_see(".of-match .btn.go");
    enter_deal(&watcher, "Cat", &[5, 30]);
    keeper.wait_for_number(DEALS, 3);
    assert_eq!(sheet_cells(&keeper), "25 0 40 | 0 10 15 | 5 30 0 | 30 40 55");
    // Write access is still granted after looking at a deal.
    begin_deal(&keeper);
    keeper.press("Back");
    keeper.wait_to_see(".of-match [type=checkbox]");
    assert!(sharing_link(&keeper).contains('.'), "{}", sharing_link(&keeper));
    // Only the owner stores it, and can end sharing for all.
    assert_eq!(watcher.run("return localStorage.getItem('upcard.score-sheets')"), json!(null));
    // Followers find it among their games, with write access, until it has ended.
    let listed = ".scored .kept-match";
    watcher.go(&server.address("/"));
    watcher.press("My games");
    watcher.wait_for_number(listed, 1);
    let words = watcher.text_of(listed);
    assert!(words.contains("Contract Rummy") && words.contains("Ann, Bob, Cat"), "{words}");
    watcher.picture("score-followed");
    faults.extend(every_size(&watcher, "score-followed"));
    watcher.resize((390, 844));
    watcher.click(".scored .kept-match .btn");
    watcher.wait_to_see(".of-match .btn.go");
    // A link opened in this page is followed, even over an overlay.
    watcher.go(&server.address("/"));
    watcher.press("My games");
    watcher.wait_for_number(listed, 1);
    watcher.run("location.hash = '#replay=abc'");
    watcher.wait("return document.body.innerText.includes('Part of this link is missing.')");
    watcher.press("My games");
    watcher.wait_for_number(listed, 1);
    watcher.run(&format!("location.hash = '{}'", &sharing_link(&keeper)[1..]));
    watcher.wait_to_see(".of-match .btn.go");
    assert_eq!(sheet_cells(&watcher), "25 0 40 | 0 10 15 | 5 30 0 | 30 40 55");
    keeper.press("Stop sharing");
    watcher.wait("return document.body.innerText.includes('no longer shared')");
    watcher.go(&server.address("/"));
    watcher.press("My games");
    watcher.wait_to_see(".luggage");
    assert_eq!(watcher.count(listed), 0);
    watcher.allow_errors(&["404"]);
    reopen_sheet(&keeper, server);
    keeper.wait_for_number(DEALS, 3);
    keeper.wait_for_text("button", "Let others watch");
    assert_faultless(&faults);
}

#[test]
fn a_hand_is_counted_by_its_cards_and_by_keys() {
    let (_, browser) = begin_at(1280, 800);
    new_sheet(&browser, "Gin Rummy", &["Ann", "Bob"]);
    begin_deal(&browser);
    // Ann has gin: only Bob's deadwood is asked for, and melds are found.
    browser.run(
        "[...document.querySelectorAll('.who-out .btn')].find(b => b.innerText === 'Gin').click()",
    );
    browser.press("Count the cards");
    for card in
        ["four of clubs", "five of clubs", "six of clubs", "king of hearts", "nine of spades"]
    {
        browser.run(&format!(
            "[...document.querySelectorAll('.btn.face')].find(b => b.ariaLabel.startsWith('{card}')).click()"
        ));
    }
    browser.wait_for_text(".sum", "19");
    browser.click(".pad .btn.go");
    confirm(&browser);
    // 25 for gin, and Bob’s 19.
    assert_eq!(sheet_cells(&browser), "44 0 | 44 0");
    // By keyboard alone: the numbers of a knock, in seat order.
    begin_deal(&browser);
    browser.run("document.querySelectorAll('.who-out .goes-out')[1].querySelector('.btn').click()");
    for number in ["25", "7"] {
        browser.wait("return document.activeElement?.className === 'pad'");
        for key in number.chars().map(String::from).chain(["Enter".to_owned()]) {
            browser.run(&format!(
                "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true}}))"
            ));
        }
        browser.settle();
    }
    confirm(&browser);
    // Bob knocked with 7, Ann had 25.
    assert_eq!(sheet_cells(&browser), "44 0 | 0 18 | 44 18");
}

/// Days, counted from 1970; the first one's answer is higher than the smallest screen.
const DAYS: [u32; 2] = [20_780, 20_785];

#[test]
fn the_hand_of_the_day_is_answered_once() {
    let (server, browser) = begin_at(390, 844);
    let hand =
        "return [...document.querySelectorAll('.puzzle .row .c')].map(c => c.ariaLabel).join(' ')";
    let open = |day: u32| {
        browser.go(&server.address("/"));
        browser.run(&format!(
            "const clock = Date, noon = {day} * 864e5 + 432e5;
             window.Date = class extends clock {{
                 constructor(...given) {{ super(...(given.length ? given : [noon])); }}
             }}; return 0"
        ));
        browser.press("Can you go down?");
        browser.wait_for_at_least(".puzzle .row .c", 10);
        browser.text(hand)
    };
    let (mut faults, mut hands) = (Vec::new(), Vec::new());
    for day in DAYS {
        let dealt = open(day);
        faults.extend(every_size(&browser, &format!("puzzle-{day}")));
        browser.press("Yes");
        browser.wait_to_see(".puzzle .solved");
        // The solution is shown: the melds, or what is missing.
        let said = browser.text_of(".solved");
        let melds = browser.count(".puzzle .shown .drawn");
        assert_eq!(said.contains("Right."), melds != 0, "{said}");
        assert!(said.contains("It can go down like this") || said.contains("One card is missing"));
        faults.extend(every_size(&browser, &format!("puzzle-{day}-solved")));
        // The hand is the same all day, and answered.
        assert_eq!(open(day), dealt);
        assert_eq!(browser.count(".puzzle .solved"), 1);
        assert_eq!(browser.count(".puzzle .btn"), 0);
        hands.push(dealt);
    }
    assert_ne!(hands[0], hands[1]);
    assert_faultless(&faults);
}

#[test]
fn the_score_sheet_fits_every_size() {
    let (_, browser) = begin_at(390, 844);
    browser.press("Score a game at home");
    browser.wait_to_see(".score-begin");
    let mut faults = every_size(&browser, "score-new");
    browser.close_sheet();
    new_sheet(&browser, "Pool Rummy 101", &["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"]);
    enter_deal(&browser, "Bob", &[80, 40, 5, 10, 2]);
    enter_deal(&browser, "Ann", &[35, 10, 15, 60, 7]);
    faults.extend(every_size(&browser, "score-sheet"));
    begin_deal(&browser);
    faults.extend(every_size(&browser, "score-winner"));
    browser.click(".who-out .btn");
    browser.wait_to_see(".digits");
    faults.extend(every_size(&browser, "score-number"));
    browser.press("Count the cards");
    browser.wait_for_at_least(".btn.face", 51);
    faults.extend(every_size(&browser, "score-cards"));
    browser.press_each(&["Back", "Back"]);
    browser.click("[aria-label=\"Change deal 1\"]");
    browser.wait_to_see(".of-deal");
    faults.extend(every_size(&browser, "score-deal"));
    assert_faultless(&faults);
}

//! House rules: edited by chapter and by search, contradictions with ways to resolve them, saved, shared by a
//! link, read from a file, and played alone and with others.

use serde_json::json;

use crate::audit::{assert_faultless, every_size};
use crate::driver::Browser;
use crate::friends::open_games;
use crate::play::SEATED;
use crate::positions::{begin, begin_at};
use crate::server::Server;

/// Link to house rules with three changes, one of them without effect.
const SUNDAY_RULES: &str =
    "/#rules=1&rummy&Sunday&melds.ace=high&melds.set-size=3&match.target=200";

fn open_editor(browser: &Browser, server: &Server, game: &str) {
    begin(browser, server);
    open_games(browser);
    browser.press_each(&[game, "Change the rules"]);
    browser.wait_for_at_least(".choice", 101);
}

/// Searches for a choice and opens it.
fn open_choice(browser: &Browser, query: &str, path: &str) {
    browser.fill("#find-choice", query);
    browser.wait(&format!(
        "const e = document.querySelector('[data-path=\"{path}\"] .name'); if (!e?.getClientRects().length) return false;
         if (e.getAttribute('aria-expanded') === 'false') e.click(); return true"
    ));
    browser.wait_to_see(&format!("[data-path='{path}'] .values"));
}

/// Every choice exists; one is found, changed, marked, saved under a name and played with bots.
#[test]
fn house_rules_are_changed_kept_and_played() {
    let (server, browser) = Server::with_browser(390, 844);
    open_editor(&browser, server, "Contract Rummy");
    browser.picture("house-editor");
    open_choice(&browser, "joker", "pack.jokers");
    browser.wait("return document.querySelectorAll('.choice:not([hidden])').length < 40");
    browser.picture("house-search");
    browser.press("a number");
    browser.wait("const e = document.querySelector('[data-path=\"pack.jokers\"] [aria-label$=\"one more\"]'); e?.click(); return !!e");
    browser.wait_for_number(".choice.changed", 1);
    open_choice(&browser, "ace in runs", "melds.ace");
    browser.press("high only");
    browser.wait_for_number(".choice.changed", 2);
    // The rule sheet's text on it is below, with cards.
    browser.wait_for_words(".said-of", "ace goes only above the king");
    browser.wait_for_at_least(".said-of figure .c", 3);
    browser.picture("house-changed");
    browser.press("2 changes");
    browser.wait_for_words(".differences", "ace");
    browser.picture("house-differences");
    browser.press("Rules");
    browser.wait_to_see(".house-editor .rules");
    browser.press("Save");
    browser.choose("#rules-name", "Grandma’s rules");
    browser.press_each(&["Save on this device", "Send to others"]);
    browser.wait("return document.querySelector('.qr')?.naturalWidth > 0");
    browser.picture("house-keep");
    // Bots estimate the length of a match; the trial can be stopped.
    browser.press("Let them play");
    browser.wait("return document.querySelector('.opinion progress')?.value > 2");
    browser.press("Stop");
    browser.wait_for_words(".opinion", "With people a match takes about");
    browser.picture("house-opinion");
    browser.press("Next: the table");
    browser.wait_for_words(".set-up h1", "Grandma’s rules");
    browser.press("Play");
    browser.wait(SEATED);
    browser.press_each(&["Menu", "Rules"]);
    browser.wait_for_words(".sheet .differences", "ace");
    // They are listed from now on.
    browser.go(&server.address("/"));
    browser.press_each(&["Choose a game", "Grandma’s rules"]);
    browser.wait_for_words(".house-link", "2 rules changed");
    browser.wait_for_words(".house-link .differences", "ace");
    // They can be deleted.
    browser.press("Delete");
    browser.go(&server.address("/"));
    // The last game is offered first, with its rules.
    browser.wait_for_words("[data-tap=play-now] small", "Grandma’s rules, 3 bots");
    browser.press("Choose a game");
    browser.wait("return document.querySelectorAll('.game').length > 10 && !document.querySelector('.own-games button')");
    browser.run("history.back()");
    browser.press("Play now");
    browser.wait(SEATED);
    browser.press_each(&["Menu", "Rules"]);
    browser.wait_for_words(".sheet .differences", "ace");
}

/// Neither Back nor a reload loses changes.
#[test]
fn changed_rules_survive_going_back() {
    let (server, browser) = Server::with_browser(390, 844);
    open_editor(&browser, server, "Contract Rummy");
    open_choice(&browser, "joker", "pack.jokers");
    browser.press("a number");
    browser.wait("const e = document.querySelector('[data-path=\"pack.jokers\"] [aria-label$=\"one more\"]'); e?.click(); return !!e");
    let changed = || browser.wait_for_number(".choice.changed", 1);
    changed();
    // To the games and back.
    browser.press("Back");
    browser.wait_to_see(".games");
    browser.press("Change the rules");
    changed();
    // Back from the set-up returns to the editor.
    browser.press("Next: the table");
    browser.wait_to_see(".set-up");
    browser.run("history.back()");
    changed();
    browser.go(&server.address("/"));
    open_games(&browser);
    browser.press_each(&["Contract Rummy", "Change the rules"]);
    changed();
    // Undone changes stay undone.
    browser.press("Undo all changes");
    browser.wait_until_gone(".choice.changed");
    browser.run("history.back()");
    browser.press("Change the rules");
    browser.wait_for_at_least(".choice", 101);
    browser.settle();
    assert_eq!(browser.count(".choice.changed"), 0);
}

/// Also on small phones: contradictions are shown at once, with ways that resolve them.
#[test]
fn contradictions_are_shown_at_once_with_resolutions() {
    let (server, browser) = Server::with_browser(320, 568);
    open_editor(&browser, server, "Rummy 500");
    open_choice(&browser, "which total wins", "match.winner");
    browser.press("the lowest total");
    browser.wait_for_at_least(".conflict .way", 2);
    browser.picture("house-conflict-320");
    browser.wait("return document.querySelector('.house-editor footer .go').disabled");
    let text = browser.text_of(".conflict");
    assert!(!text.contains("match.winner") && text.contains("“"), "{text}");
    // The other choice is set instead: this conflict is gone, or another is shown.
    browser.run("document.querySelectorAll('.conflict .way')[0].click()");
    browser.wait("return !document.querySelector('.conflict') && !document.querySelector('.house-editor footer .go').disabled");
}

/// A link takes rules to another browser, which shows the differences before they are accepted; damaged links
/// are reported.
#[test]
fn a_link_shows_the_differences_before_rules_are_accepted() {
    let server = Server::start(&[]);
    let browser = Browser::start(390, 844);
    browser.go(&server.address(SUNDAY_RULES));
    browser.wait_for_words(".house-link h2", "Sunday");
    browser.wait_for_at_least(".difference", 2);
    browser.picture("house-link");
    let kept = "return localStorage.getItem('upcard.house-rules')";
    assert_eq!(browser.run(kept), json!(null));
    // Changes without effect do not count.
    browser.wait_for_words(".house-link main", "2 rules changed");
    browser.press("Save on this device");
    browser.wait("return !!localStorage.getItem('upcard.house-rules')");
    browser.press("Play with friends");
    browser.wait_for_words(".set-up h1", "Sunday");
    browser.fill("#own-name", "Ann");
    browser.press("Make the table");
    browser.wait_for_words(".lobby .differences", "ace");
    browser.picture("house-lobby");
    // A guest with the table's link sees them before sitting down.
    let path = browser.text("return location.pathname");
    let friend = Browser::start(390, 844);
    friend.go(&server.address(&path));
    friend.wait_for_words(".lobby .differences", "ace");
    assert_eq!(friend.run("return !!document.querySelector('.lobby #own-name')"), true);
    for (fragment, words) in [
        ("#rules=1&rummy&&melds", "damaged"),
        ("#rules=7&x", "newer version"),
        ("#rules=1&rummy&&melds.ace=up", "Part of the link is wrong"),
        ("#rules=1&bridge&&melds.ace=low", "no game “bridge”"),
        ("#rules=1&rummy&&laying-down.mode=hidden", "These rules conflict"),
    ] {
        friend.go(&server.address("/"));
        friend.go(&server.address(&format!("/{fragment}")));
        friend.wait_for_words(".house-link", words);
        // Unplayable rules cannot be saved.
        let keeps = "return [...document.querySelectorAll('.house-link .btn')].some(b => b.innerText === 'Save on this device')";
        assert_eq!(friend.run(keeps), json!(false), "{fragment}");
    }
}

fn open_file_field(browser: &Browser) {
    open_games(browser);
    browser.run("document.querySelector('.from-file').open = true");
    browser.wait_to_see("#game-file");
}

/// A game file is pasted: errors are shown with their lines; then it is played.
#[test]
fn a_game_file_is_pasted_and_played() {
    let (server, browser) = begin_at(390, 844);
    open_file_field(&browser);
    let paste = |text: &str| {
        browser.fill("#game-file", text);
        browser.press("Look at this game");
    };
    paste("name = \"Our gin\"\nextends = \"gin\"\n[knocking]\nlimmit = 7\n");
    browser.wait_for_words(".flaws", "Line 4:");
    browser.wait_for_words(".flaws", "knocking.limit");
    browser.picture("house-file");
    paste("name = \"Our gin\"\nextends = \"gin\"\n[knocking]\nlimit = 7\n");
    browser.wait_for_words(".house-link h2", "Our gin");
    browser.press("Play with bots");
    browser.wait_for_words(".set-up h1", "Our gin");
    browser.press("Play");
    browser.wait(SEATED);
    // A file may also be chosen, or dropped.
    for way in [
        "const e = document.querySelector('.from-file input'); e.files = all.files; e.dispatchEvent(new Event('change', {bubbles: true}))",
        "document.querySelector('#game-file').dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: all}))",
    ] {
        browser.go(&server.address("/"));
        open_file_field(&browser);
        browser.run(&format!(
            "const all = new DataTransfer(); all.items.add(new File(['name = \"Their gin\"\\nextends = \"gin\"\\n[knocking]\\nlimit = 6\\n'], 'gin.toml')); {way}"
        ));
        browser.wait("return document.querySelector('#game-file').value.includes('Their gin')");
        browser.press("Look at this game");
        browser.wait_for_words(".house-link h2", "Their gin");
    }
}

/// The screens at every size.
#[test]
fn screens_of_house_rules() {
    let (server, browser) = Server::with_browser(390, 844);
    open_editor(&browser, server, "Contract Rummy");
    let mut faults = Vec::new();
    open_choice(&browser, "contract", "contracts.deals");
    browser.run("document.querySelector('.deal').open = true");
    // An extra demand on a meld of the contract.
    let demand = "const s = document.querySelector('.deal select'); s.selectedIndex = 2; s.dispatchEvent(new Event('change', { bubbles: true }))";
    browser.run(demand);
    browser.wait_for_words(".deal summary", "pure set");
    // Undo also resets the list.
    let chosen = "return document.querySelector('.deal select').selectedIndex";
    browser.click(".btn.undo");
    browser.wait(&format!("{chosen} === 0"));
    browser.run("document.querySelector('.deal').open = true");
    browser.run(demand);
    browser.wait(&format!("{chosen} === 2"));
    faults.extend(every_size(&browser, "house-contracts"));
    open_choice(&browser, "jokers", "pack.jokers");
    browser.press("by the number of players");
    faults.extend(every_size(&browser, "house-editor-open"));
    browser.press("Save");
    faults.extend(every_size(&browser, "house-editor-keep"));
    browser.go(&server.address(SUNDAY_RULES));
    browser.wait_for_at_least(".difference", 2);
    faults.extend(every_size(&browser, "house-link"));
    assert_faultless(&faults);
}

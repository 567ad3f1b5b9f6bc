//! Standing answers to offers, two taps each, and error messages of slots.

use upcard_cards::{Card, RANKS};
use upcard_client::Session;
use upcard_engine::table::Down;
use upcard_engine::{Action, Phase};

use crate::driver::Browser;
use crate::positions::{
    Play, Strategy, can_lay_down, open, open_decision_at, reach, reload_match, view_matches,
};
use crate::server::Server;

/// The player may buy an upcard that satisfies the test.
fn is_offered(session: &Session, own: bool, wanted: impl Fn(Card) -> bool) -> bool {
    view_matches(session, |view| {
        matches!(view.table.phase(), Phase::Offers { .. })
            && view.allows(&Action::Buy)
            && (view.table.discarder() == Some(view.seat)) == own
            && view.table.upcard().is_some_and(&wanted)
    })
}

/// Opens an offer with these standing answers.
fn open_offer(browser: &Browser, server: &Server, entries: &str, standing: &str) {
    open(browser, server, entries);
    browser.run(&format!("localStorage.setItem('upcard.offers', '{standing}')"));
    reload_match(browser, server);
    browser.wait_to_see(".table .hc");
}

/// Switches on a standing answer from the offer.
fn choose(browser: &Browser, words: &str) {
    browser.wait_to_see(".prompt.offer.mine");
    browser.press("Auto-pass");
    browser.wait_to_see(".comfort");
    browser.run(&format!(
        "[...document.querySelectorAll('.comfort label')].find(l => l.innerText.startsWith('{words}')).querySelector('input').click()"
    ));
    browser.press("Close");
    browser.wait_until_gone(".prompt.offer.mine");
}

#[test]
fn standing_answers_for_the_deal_and_after_laying_down_settle_offers() {
    let (server, browser) = Server::with_browser(390, 844);
    let shanghai = Play::of("shanghai-rummy");
    let any = reach(shanghai, |s| is_offered(s, false, |_| true));
    open_offer(&browser, server, &any, "all open");
    choose(&browser, "Not in this deal");
    // It ends with the deal and is not stored.
    assert_eq!(browser.run("return localStorage.getItem('upcard.offers').includes('deal')"), false);
    // Within the deal it survives a reload.
    reload_match(&browser, server);
    browser.wait_to_see(".table .hc");
    browser.press_each(&["Menu", "Offers and pace"]);
    browser.wait_to_see(".comfort");
    let chosen = "return [...document.querySelectorAll('.comfort label')].find(l => l.innerText.startsWith('Not in this deal')).querySelector('input').checked";
    assert_eq!(browser.run(chosen), true);
    let lay = Play { strategy: Strategy::Lay, ..Play::of("contract-rummy") };
    let down = reach(lay, |s| {
        is_offered(s, false, |_| true)
            && s.view.as_ref().is_some_and(|v| v.table.seats()[0].down != Down::No)
    });
    open_offer(&browser, server, &down, "all open");
    choose(&browser, "Not after I am down");
    assert!(browser.text("return localStorage.getItem('upcard.offers')").contains("down"));
}

#[test]
fn any_king_is_bought_by_a_standing_answer() {
    let (server, browser) = Server::with_browser(390, 844);
    let king = RANKS[12];
    let entries = reach(Play::of("shanghai-rummy"), |s| {
        is_offered(s, false, |card| card.rank() == Some(king))
    });
    open_offer(&browser, server, &entries, "all open");
    browser.wait_to_see(".prompt.offer.mine");
    let before = browser.text_of(".say b");
    assert!(before.contains('K'), "{before}");
    browser.press_each(&["Auto-pass", "kings"]);
    browser.wait("return document.querySelector('.chip[aria-label=kings]').ariaPressed === 'true'");
    browser.press("Close");
    browser.wait("return !/^(Do you want|Asking)| may have /.test(document.querySelector('.say b').innerText)");
    // It was bought, not passed: the log says so.
    browser.press("Menu");
    browser.wait_to_see(".sheet .log li");
    browser.wait("return [...document.querySelectorAll('.sheet .log li')].some(l => /bought the K/.test(l.innerText))");
}

#[test]
fn players_are_not_offered_their_own_discard() {
    let (server, browser) = Server::with_browser(390, 844);
    let entries = reach(Play::of("shanghai-rummy"), |s| is_offered(s, true, |_| true));
    // It is a rule of this game, and asked only by a setting.
    open_offer(&browser, server, &entries, "all open own");
    browser.wait_to_see(".prompt.offer.mine");
    open(&browser, server, &entries);
    browser.run("localStorage.setItem('upcard.offers', 'all open')");
    reload_match(&browser, server);
    browser.run("window.asked = false; new MutationObserver(() => { if (document.querySelector('.prompt.offer.mine')) window.asked = true; }).observe(document.body, {childList: true, subtree: true, attributes: true})");
    browser.wait("return document.querySelector('.say b') && !/^Do you want/.test(document.querySelector('.say b').innerText)");
    assert_eq!(browser.run("return asked"), false);
}

/// Puts the selected cards into the first slot for a run.
const FILL_SLOT: &str = r#"
const run = [...document.querySelectorAll('.slotbox')].find(s => /\brun\b/i.test(s.querySelector('.slotname').innerText));
if (!run) return 'there is no slot of a run';
run.click();
return '';
"#;

#[test]
fn a_slot_shows_its_fault_and_a_link_to_the_rule() {
    // The second deal of Contract Rummy asks for a set and a run.
    let (_, browser) = open_decision_at(390, 844, Play::of("contract-rummy"), |v| {
        v.table.phase() == Phase::Play
            && v.table.deals_begun() == 2
            && v.table.seats()[0].down == Down::No
            && !can_lay_down(v)
    });
    browser.press("Build melds …");
    browser.wait_to_see(".slotbox");
    // Two natural cards of different suits.
    let chosen = browser.text(
        "const cards = [...document.querySelectorAll('.hc')], face = c => c.dataset.face;
         const one = cards.find(c => /^[3-9TQKA]H$/.test(face(c))) ?? cards.find(c => /^[3-9TQKA]S$/.test(face(c)));
         const other = cards.find(c => /^[3-9TQKA][CDS]$/.test(face(c)) && face(c)[1] !== face(one)[1]);
         one.click(); other.click(); return face(one) + ' ' + face(other)",
    );
    browser.wait_for_number(".hc.up", 2);
    assert_eq!(browser.text(FILL_SLOT), "");
    browser.wait_to_see(".slotbox.bad .fault");
    let words = browser.text_of(".slotbox.bad .fault");
    assert!(words.starts_with("A run needs one suit: "), "{chosen}: {words}");
    // The prompt says the same.
    browser.wait_for_start(".say small", "A run needs one suit: ");
    browser.press("The rule");
    browser.wait_for_at_least(".sheet figure", 2);
    browser.press("Close");
    browser.wait_for_number(".slotbox .mid", 2);
    // No impossible action is offered.
    let buttons = browser.text(
        "return [...document.querySelectorAll('.prompt .btn')].map(b => b.innerText).join(' ')",
    );
    assert_eq!(buttons, "Cancel");
    // Back closes it without leaving the match; the draft is restored.
    browser.run("history.back()");
    browser
        .wait("return !document.querySelector('.slotbox') && !!document.querySelector('.table')");
    browser.press("Build melds …");
    browser.wait_for_number(".slotbox .mid", 2);
}

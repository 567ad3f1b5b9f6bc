//! Every screen, at every size, in light and dark: see `audit`.

use upcard_client::Session;
use upcard_engine::table::Down;
use upcard_engine::{Action, Phase, View};

use crate::audit::{assert_faultless, every_size};
use crate::driver::Browser;
use crate::friends::create_table;
use crate::positions::{
    Play, Strategy, begin, can_lay_down, is_deal_over, is_match_over, is_playing,
    is_playing_beside_melds, may_buy, open, open_at, reach, view_matches,
};
use crate::server::Server;

/// Opens a position and checks it.
fn check_position(
    browser: &Browser,
    server: &Server,
    name: &str,
    play: Play<'_>,
    wanted: impl Fn(&Session) -> bool,
) -> Vec<String> {
    open(browser, server, &reach(play, wanted));
    browser.wait_to_see(".prompt.mine");
    every_size(browser, name)
}

#[test]
fn screens_before_the_table() {
    let server = Server::start(&[]);
    let browser = Browser::start(390, 844);
    begin(&browser, &server);
    let mut faults = every_size(&browser, "home");
    browser.press("Settings");
    browser.wait_to_see(".sheet .settings");
    faults.extend(every_size(&browser, "settings"));
    browser.press_each(&["Close", "Choose a game"]);
    browser.wait_for_at_least(".game", 11);
    faults.extend(every_size(&browser, "choose-game"));
    browser.press("Read the rules");
    browser.wait_to_see(".rules");
    faults.extend(every_size(&browser, "choose-game-rules"));
    browser.press("Next: the table");
    browser.wait_to_see(".set-up");
    faults.extend(every_size(&browser, "set-up"));
    create_table(&browser, &server, "Contract Rummy");
    faults.extend(every_size(&browser, "lobby"));
    assert_faultless(&faults);
}

#[test]
fn screens_of_a_turn() {
    let (server, browser) = Server::with_browser(390, 844);
    let mut faults = Vec::new();
    let contract = Play::of("contract-rummy");
    faults.extend(check_position(&browser, server, "turn-draw", contract, |s| {
        view_matches(s, |v| v.table.phase() == Phase::Draw && v.table.melds().len() > 2)
    }));
    // Select a card that fits a meld.
    let down = Play { strategy: Strategy::Lay, ..contract };
    let entries = reach(down, |s| {
        view_matches(s, |v| {
            v.table.phase() == Phase::Play
                && v.hand.len() > 4
                && v.offered(0).actions.iter().any(|a| matches!(a, Action::Off { .. }))
        })
    });
    open(&browser, server, &entries);
    browser.wait_to_see(".prompt.mine");
    let fits = browser.run_async(
        "(async () => { for (const c of document.querySelectorAll('.hc')) {
           c.click(); await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)));
           if (document.querySelector('.meld.fit')) return done(true);
           c.click(); }
         done(false); })()",
    );
    assert_eq!(fits, true, "no card fits");
    faults.extend(every_size(&browser, "turn-chosen"));
    // The proposed lay-down, on the table.
    faults.extend(check_position(&browser, server, "turn-play", Play::of("shanghai-rummy"), |s| {
        view_matches(s, |v| v.table.melds().len() > 2 && can_lay_down(v))
    }));
    browser.press("Go down");
    browser.wait_for_at_least(".slotbox .mid", 5);
    faults.extend(every_size(&browser, "lay-down"));
    for (overlay, label) in [("menu", "Menu"), ("rules", "Rules"), ("scores", "Scores")] {
        browser.press(label);
        browser.wait_to_see(".sheet .body > :not(.loading)");
        faults.extend(every_size(&browser, overlay));
        browser.press("Close");
    }
    assert_faultless(&faults);
}

#[test]
fn screens_of_offers_and_calls() {
    let (server, browser) = Server::with_browser(390, 844);
    let mut faults = Vec::new();
    faults.extend(check_position(&browser, server, "offer", Play::of("shanghai-rummy"), |s| {
        may_buy(s) && s.view.as_ref().is_some_and(|v| v.table.discards().len() > 4)
    }));
    // The order is shown beside the names, covering no other text.
    let several =
        |v: &View<'_>| matches!(v.table.phase(), Phase::Offers { asked, .. } if asked.len() == 4);
    let five = Play { players: 5, ..Play::of("shanghai-rummy") };
    open(&browser, server, &reach(five, |s| view_matches(s, several)));
    browser.wait_for_at_least(".order", 2);
    let covered = "return [...document.querySelectorAll('.order')].flatMap(order => {
        const at = order.getBoundingClientRect(), seat = order.closest('.seat');
        return [...seat.querySelectorAll('.who, .pts, .st > *')].filter(e => {
            const words = e.getBoundingClientRect();
            return words.width && words.left < at.right && at.left < words.right && words.top < at.bottom - 1 && at.top + 1 < words.bottom;
        }).map(e => e.innerText); }).join()";
    assert_eq!(browser.text(covered), "");
    faults.extend(check_position(&browser, server, "race", Play::of("ill-buy-it"), |s| {
        may_buy(s) && s.view.as_ref().is_some_and(|v| v.table.melds().len() > 3)
    }));
    browser.press("All discards");
    browser.wait_to_see(".sheet .spreadout");
    faults.extend(every_size(&browser, "discards"));
    let named = "return [...document.querySelectorAll('.sheet .spreadout .c')].every(c => c.ariaLabel?.includes(' of ') || c.ariaLabel === 'joker')";
    assert_eq!(browser.run(named), true, "discards without a name");
    faults.extend(check_position(&browser, server, "call", Play::of("shanghai-rummy"), |s| {
        view_matches(s, |v| matches!(v.table.phase(), Phase::Call { .. }))
    }));
    faults.extend(check_position(&browser, server, "pick", Play::of("shanghai-rummy"), |s| {
        view_matches(s, |v| matches!(v.table.phase(), Phase::Pick { .. }))
    }));
    let timing = &[("swapping.timing", "claims")];
    let claims = Play { changes: timing, players: 3, ..Play::of("contract-rummy") };
    faults.extend(check_position(&browser, server, "claim", claims, |s| {
        view_matches(s, |v| matches!(v.table.phase(), Phase::Claim { .. }))
    }));
    faults.extend(check_position(&browser, server, "cut", Play::of("liverpool-rummy"), |s| {
        view_matches(s, |v| matches!(v.table.phase(), Phase::Cut { .. }))
    }));
    assert_faultless(&faults);
}

#[test]
fn screens_of_large_hands_and_tables() {
    let (server, browser) = Server::with_browser(390, 844);
    let mut faults = Vec::new();
    let hoard = |game| Play { strategy: Strategy::Hoard, ..Play::of(game) };
    faults.extend(check_position(&browser, server, "hand-20", hoard("contract-rummy"), |s| {
        is_playing(s, 20)
    }));
    browser.wait_for_at_least(".hc", 20);
    faults.extend(check_position(&browser, server, "hand-42", hoard("ill-buy-it"), |s| {
        is_playing(s, 42)
    }));
    browser.wait_for_at_least(".hc", 42);
    let eight = Play { players: 8, ..Play::of("may-i") };
    faults.extend(check_position(&browser, server, "eight", eight, |s| {
        is_playing_beside_melds(s, 6, 8)
    }));
    assert_faultless(&faults);
}

#[test]
fn screens_of_a_rearrangement() {
    let (server, browser) = Server::with_browser(390, 844);
    let mut faults = Vec::new();
    let lay = Play { strategy: Strategy::Lay, ..Play::of("ill-buy-it") };
    faults.extend(check_position(&browser, server, "turn-down", lay, |s| {
        view_matches(s, |v| {
            v.table.phase() == Phase::Play
                && v.table.seat(v.seat).down == Down::Earlier
                && v.table.melds().len() > 2
                && v.hand.len() > 1
        })
    }));
    browser.press("Rearrange");
    browser.wait_for_at_least(".zone .mid", 9);
    browser.click(".hc");
    faults.extend(every_size(&browser, "rearrange"));
    // Cards in the draft have left the hand, and the line below counts the rest.
    let counts = "return parseInt(document.querySelector('.self').innerText) === document.querySelectorAll('.hc').length";
    let held = browser.count(".hc");
    assert_eq!(browser.run(counts), true);
    browser.click(".zone");
    browser.wait_for_number(".hc", held - 1);
    browser.wait(counts);
    assert_faultless(&faults);
    // The draft replaces the piles in any layout, spread ones too.
    for size in crate::checked_sizes() {
        browser.resize_settled(size);
        let piles = "return getComputedStyle(document.querySelector('.piles')).display";
        assert_eq!(browser.text(piles), "none", "{size:?}");
    }
}

#[test]
fn screens_between_deals_and_after_the_match() {
    let third_over = |s: &Session| s.sheet.len() == 3 && is_deal_over(s);
    let (server, browser) = open_at(390, 844, Play::of("contract-rummy"), third_over);
    browser.wait_for_number(".sheet .scores tbody tr", 3);
    let mut faults = every_size(&browser, "between-deals");
    open(&browser, server, &reach(Play::of("progressive-rummy-15"), is_match_over));
    browser.wait_for_number(".sheet .standings li", 4);
    browser.wait_for_number(".sheet .money", 4);
    // Payments are below the points, not in a row of their own below the name.
    let beside = "return [...document.querySelectorAll('.sheet .standings li')].every(li =>
        li.querySelector('.money').getBoundingClientRect().top < li.querySelector('.av').getBoundingClientRect().bottom)";
    assert_eq!(browser.run(beside), true);
    faults.extend(every_size(&browser, "after-the-match"));
    browser.press("Close");
    faults.extend(every_size(&browser, "table-after-the-match"));
    begin(&browser, server);
    assert_faultless(&faults);
}

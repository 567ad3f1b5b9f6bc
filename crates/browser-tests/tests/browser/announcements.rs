//! Screen readers: each event is announced once, every control has a name, the focus stays. And a phone
//! vibrates briefly at the player's turn.

use serde_json::{Value, json};
use upcard_client::Session;
use upcard_engine::Phase;

use crate::driver::Browser;
use crate::play;
use crate::positions::{
    Play, is_playing_beside_melds, may_buy, open, open_at, open_at_draw, reach, turn_at,
    with_setting,
};
use crate::server::Server;

/// Script that records the live regions' texts with times.
const RECORD_ANNOUNCEMENTS: &str = r#"
window.heard = [];
const live = e => { const r = e?.closest?.('[aria-live], [role=status], [role=alert]'); return r && r.getAttribute('aria-live') !== 'off' ? r : null; };
new MutationObserver(all => {
  const regions = new Set(all.map(m => live(m.target.nodeType === 1 ? m.target : m.target.parentElement)).filter(Boolean));
  for (const region of regions) {
    const text = region.innerText.trim();
    const name = region.getAttribute('role') ?? region.tagName;
    if (text) window.heard.push({ name, text, at: performance.now() });
  }
}).observe(document.body, {childList: true, subtree: true, characterData: true});
"#;

/// Script that returns sentences announced by two regions at once.
const DUPLICATES: &str = r#"
const parts = text => text.split(/(?<=[.!])\s+/).filter(s => s.length > 8);
const twice = [];
heard.forEach((one, i) => heard.slice(i + 1).forEach(other => {
  if (one.name !== other.name && Math.abs(one.at - other.at) < 400)
    parts(one.text).filter(s => parts(other.text).includes(s)).forEach(s => twice.push(`${one.name}, ${other.name}: ${s}`));
}));
return twice.join('\n');
"#;

#[test]
fn each_event_is_announced_once() {
    let (server, browser) = Server::with_browser(390, 844);
    open_at_draw(&browser, server);
    browser.run(RECORD_ANNOUNCEMENTS);
    assert_ne!(browser.count(".hc"), 0);
    // A round: the player's turn, the bots', and the player's again.
    let mine = |look: &play::Look| look.question.starts_with("Your turn: draw");
    play::press(&browser, "Draw");
    play::play_until(&browser, |look| !look.mine);
    play::play_until(&browser, mine);
    // The whole log was announced, each line as often as it occurred.
    let said = "return heard.filter(h => h.name === 'status').map(h => h.text).join(' ')";
    browser.wait(&format!("return (() => {{ {said} }})().includes('Your turn.')"));
    let said = browser.text(said);
    browser.press("Menu");
    browser.wait_for_at_least(".sheet .log li", 6);
    let lines = browser.run("return [...document.querySelectorAll('.sheet .log li')].map(l => l.innerText.trim()).reverse()");
    let lines: Vec<&str> =
        lines.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    // The log starts before the recording: start at the player's own draw.
    let own = lines.iter().rposition(|line| line.starts_with("You drew")).expect("the own draw");
    assert!(lines.len() - own > 6, "{lines:?}");
    for line in &lines[own..] {
        let happened = lines[own..].iter().filter(|other| other == &line).count();
        assert_eq!(said.matches(line).count(), happened, "{line}\nannounced: {said}");
    }
    let twice = browser.text(DUPLICATES);
    assert!(twice.is_empty(), "{twice}");
}

/// Returns role and name of the nodes in the accessibility tree that are not ignored.
fn accessibility_tree(browser: &Browser) -> Vec<(String, String)> {
    let answer = browser.command("Accessibility.getFullAXTree", json!({}));
    let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
    let nodes = answer["nodes"].as_array().cloned().unwrap_or_default();
    let shown = nodes.iter().filter(|node| node["ignored"] != true);
    shown.map(|node| (text(&node["role"]), text(&node["name"]))).collect()
}

#[test]
fn the_accessibility_tree_names_the_table_and_everything_on_it() {
    let (server, browser) =
        open_at(390, 844, Play::of("contract-rummy"), |s| is_playing_beside_melds(s, 6, 1));
    browser.wait_for_at_least(".hc", 6);
    let all = accessibility_tree(&browser);
    let of = |role: &str| -> Vec<&str> {
        all.iter().filter(|(r, _)| r == role).map(|(_, name)| name.as_str()).collect()
    };
    // The hand is a list box with a named option for each card.
    assert_eq!(of("listbox"), ["Your hand"]);
    let cards = browser.count(".hc");
    let options = of("option");
    assert_eq!(options.len(), cards);
    let is_named = |name: &&str| name.contains(" of ") || name.contains("Joker");
    assert!(options.iter().all(is_named), "{options:?}");
    // Every control and region has a name.
    for role in ["button", "link", "checkbox", "slider", "textbox"] {
        let all = of(role);
        assert!(all.iter().all(|name| !name.is_empty()), "a {role} without a name: {all:?}");
    }
    for region in ["The other players", "Prompt", "Your hand"] {
        assert!(all.iter().any(|(_, name)| name == region), "{region}: {all:?}");
    }
    assert!(of("main").len() == 1, "one main part");
    // A tile says its cards, points and player; a meld says what it is.
    let said = browser.text(
        "return [...document.querySelectorAll('.seat .sr')].map(s => s.innerText).join('\\n')",
    );
    let is_whole = |l: &str| l.contains(" card") && l.contains(" points") && l.contains("bot");
    assert!(said.lines().count() == 3 && said.lines().all(is_whole), "{said}");
    // Its cards are in words, as in the hand: suit symbols are read by long names, or skipped.
    let is_meld = |name: &&str| ["set:", "run:"].iter().any(|kind| name.starts_with(kind));
    let melds: Vec<&str> = of("button").into_iter().filter(is_meld).collect();
    assert!(!melds.is_empty(), "{:?}", of("button"));
    for meld in melds {
        assert!(meld.contains(" of ") && !meld.contains(['♣', '♦', '♥', '♠']), "{meld}");
    }
    // An offer announces itself.
    open(&browser, server, &reach(Play::of("shanghai-rummy"), may_buy));
    browser.wait_to_see(".prompt.offer.mine");
    let live = "const b = document.querySelector('.say b'); return b.getAttribute('aria-live') + ' ' + b.innerText";
    assert!(browser.text(live).starts_with("polite Do you want the "), "{}", browser.text(live));
}

#[test]
fn the_focus_returns_to_the_button_that_opened_a_sheet() {
    const ENTER: &str = "\u{e007}";
    const ESCAPE: &str = "\u{e00c}";
    let (_, browser) = turn_at(390, 844, 8);
    for label in ["Menu", "Scores", "Rules"] {
        play::tab_to(&browser, &format!("[aria-label={label}]"));
        browser.keys(ENTER);
        browser.wait("return !!document.activeElement?.closest('.sheet')");
        // The tab order stays within the sheet.
        for _ in 0..12 {
            browser.keys("\u{e004}");
            let outside = "const a = document.activeElement; return !!a.closest('.table')";
            assert_eq!(browser.run(outside), false, "{label}");
        }
        browser.keys(ESCAPE);
        browser.wait(&format!(
            "return document.activeElement?.getAttribute('aria-label') === '{label}'"
        ));
    }
}

/// Script of a phone that counts vibrations.
const COUNT_VIBRATIONS: &str = "window.buzzes = [];
Object.defineProperty(Navigator.prototype, 'vibrate', {value: ms => { window.buzzes.push(ms); return true; }});
const media = window.matchMedia.bind(window);
window.matchMedia = query => query === '(pointer: coarse)' ? {matches: true, addEventListener() {}} : media(query);";

#[test]
fn a_phone_vibrates_briefly_at_the_players_turn() {
    let (server, browser) = Server::with_browser(390, 844);
    browser.run_first(COUNT_VIBRATIONS);
    let waits = |s: &Session| {
        !s.must_decide() && s.view.as_ref().is_some_and(|v| v.table.phase() == Phase::Draw)
    };
    let entries = reach(Play::of("contract-rummy"), waits);
    for on in [true, false] {
        open(&browser, server, &entries);
        browser.run("localStorage.setItem('upcard.offers', 'helpful open own')");
        with_setting(&browser, server, "buzz", on);
        browser.wait_to_see(".prompt.mine");
        let buzzes = browser.run("return buzzes");
        let times = buzzes.as_array().map_or(0, Vec::len);
        assert_eq!(times >= 1, on, "{buzzes} with vibration {on}");
        assert!(buzzes.as_array().into_iter().flatten().all(|ms| ms.as_u64() <= Some(60)));
    }
}

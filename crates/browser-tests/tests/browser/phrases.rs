//! Phrases: one tap, a bubble at the speaker's tile, and the host's switch.

use crate::friends::table;
use crate::server::Server;

#[test]
fn a_phrase_is_shown_at_the_senders_tile_and_announced_once() {
    let server = Server::slow();
    let (ann, bob, _) = table(&server, "Contract Rummy");
    for browser in [&ann, &bob] {
        browser.run("window.announced = []; const news = document.querySelector('[role=status]');
            new MutationObserver(() => window.announced.push(news.innerText)).observe(news, {childList: true, subtree: true, characterData: true});
            window.bubbles = 0; new MutationObserver(all => all.forEach(m => m.addedNodes.forEach(n => { if (n.matches?.('.bubble') || n.querySelector?.('.bubble')) window.bubbles++; }))).observe(document.body, {childList: true, subtree: true})");
    }
    ann.press("Say something");
    ann.wait_for_number(".phrases .chip", 6);
    ann.picture("phrases");
    ann.press("Well played!");
    for browser in [&ann, &bob] {
        browser.wait_for_text(".bubble", "Well played!");
    }
    bob.picture("bubble");
    bob.wait("return window.announced.filter(t => t.includes('Ann: Well played!')).length === 1");
    for browser in [&ann, &bob] {
        browser.wait_until_gone(".bubble");
        assert_eq!(
            browser
                .run("return [bubbles, announced.filter(t => t.includes('Well played!')).length]"),
            serde_json::json!([1, 1])
        );
    }
    // The host switches them off: nobody can send phrases.
    ann.press_each(&["Say something", "Switch phrases off for this table"]);
    ann.wait_until_gone(".phrases .chip");
    bob.wait_until_gone("[aria-label=\"Say something\"]");
    ann.press("Switch phrases on again");
    bob.wait_to_see("[aria-label=\"Say something\"]");
}

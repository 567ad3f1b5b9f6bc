//! End of a deal and of a match: the last play stays visible, then the sheet says who went out and how, what
//! each card cost, and where the match turned.

use upcard_client::Session;

use crate::audit::{assert_faultless, every_size};
use crate::checked_sizes;
use crate::play;
use crate::positions::{Play, is_deal_over, is_match_over, is_playing, open_at};

#[test]
fn the_last_play_is_visible_before_the_sheet_opens() {
    let first_deal = |s: &Session| is_playing(s, 1) && s.sheet.is_empty();
    let (_, browser) = open_at(390, 844, Play::of("contract-rummy"), first_deal);
    browser.wait_to_see(".hc");
    // Record the page's state at the moment the deal ends.
    browser.run("window.seen = null; new MutationObserver(() => {
        if (window.seen === null && document.querySelector('.say b')?.innerText.startsWith('The deal is over'))
            window.seen = { sheet: !!document.querySelector('.sheet'), words: document.querySelector('.toast')?.innerText ?? '', felt: !!document.querySelector('.felt') };
    }).observe(document, {childList: true, subtree: true, characterData: true})");
    play::play_deal(&browser, false);
    browser.wait("return window.seen !== null");
    let seen = browser.run("return [seen.sheet, seen.felt, /out|ends/.test(seen.words)]");
    assert_eq!(seen, serde_json::json!([false, true, true]));
    browser.wait_to_see(".sheet .left-over");
}

#[test]
fn the_sheet_says_who_went_out_and_what_each_card_cost() {
    let fourth_over = |s: &Session| is_deal_over(s) && s.sheet.len() == 4;
    let (_, browser) = open_at(390, 844, Play::of("contract-rummy"), fourth_over);
    browser.wait_to_see(".sheet .left-over");
    let text = browser.text_of(".sheet");
    assert!(text.contains(" out") || text.contains("the deal ends"), "{text}");
    assert!(text.contains("The next contract is two sets"), "{text}");
    assert!(!text.contains("2S R") && !text.contains("S 2R"), "{text}");
    // The card values add up to the deal's points, without bonuses.
    let sums = browser.run("return [...document.querySelectorAll('.left-hand')].every(h => {
        const sum = [...h.querySelectorAll('.valued small')].reduce((n, s) => n + Number(s.innerText), 0);
        return sum === Number(h.querySelector('.pts').innerText);
    })");
    assert_eq!(sums, serde_json::json!(true), "{text}");
    assert_faultless(&every_size(&browser, "score-sheet"));
    for size in checked_sizes() {
        browser.resize(size);
        browser.run("document.documentElement.style.fontSize = '200%'");
        browser.picture(&format!("score-sheet-{}x{}-200", size.0, size.1));
        browser.run("document.documentElement.style.fontSize = ''");
    }
}

#[test]
fn after_a_match_turning_points_proof_and_sharing_are_shown() {
    let (_, browser) = open_at(390, 844, Play::of("contract-rummy"), is_match_over);
    browser.wait_for_number(".sheet .standings li", 4);
    browser.wait_for_number(".turns li", 3);
    let text = browser.text_of(".sheet");
    for words in [
        "Where the match turned",
        "Deal ",
        "This device shuffled by itself",
        "Copy the result",
        "Save the record",
        "Play again",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // The winner is named in words; avatars have no mark.
    let won = browser.text("return [...document.querySelectorAll('.standings .won')].map(li => li.innerText.replace(/\\s+/g, ' ')).join('|')");
    assert!(!won.is_empty() && won.split('|').all(|line| line.contains("won")), "{won}");
    let marked = "return [...document.querySelectorAll('.standings .av, .standings .av *')].filter(e =>
        ['::before', '::after'].some(p => getComputedStyle(e, p).content.includes('★')) || e.textContent.includes('★')).length";
    assert_eq!(browser.run(marked), 0);
    assert_eq!(browser.count(".standings li:not(.won) .winner"), 0);
    // Copying is confirmed.
    browser.allow_clipboard();
    browser.press("Copy the result");
    browser.wait_for_text(".share .btn", "Copied");
}

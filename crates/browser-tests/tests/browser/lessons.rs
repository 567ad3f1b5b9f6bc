//! Lessons, each played to its end by taps on a small phone; mistakes are explained, and each lesson can be left.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::audit::{assert_faultless, every_size};
use crate::driver::Browser;
use crate::play;
use crate::positions::begin_at;

const TASK_TIMEOUT: Duration = Duration::from_secs(40);

/// The lessons with their taps, task by task: a pile, a card and its target, or a button.
const LESSONS: [(&str, &[&str]); 10] = [
    ("Draw and discard", &["stock", "KC discards", "upcard", "QD discards"]),
    ("Sets and runs", &["upcard", "KD discards", "upcard", "press"]),
    ("Going down", &["upcard", "press", "KS discards", "press", "KD discards"]),
    (
        "Laying off and swapping",
        &["9H meld-1", "8D meld-4", "KS discards", "5D meld-1", "JK meld-2", "KH discards"],
    ),
    ("Buying and races", &["press", "press pass", "press"]),
    ("Rearranging", &["show", "KD discards"]),
    ("Rummy without contracts", &["upcard", "press", "KS discards", "8C meld-2", "9H discards"]),
    ("Gin", &["upcard", "KD discards", "press"]),
    ("Rummy 500", &["press", "press", "QS discards", "JH meld-1", "QC discards"]),
    ("Indian rummy", &["upcard", "2D discards", "press"]),
];

/// Button texts to click, by prefix.
const BUTTON_PREFIXES: &str = "['Lay down', 'Lay ', 'Go down', 'Go out', 'Knock', 'Declare', 'Buy', 'May I', 'Take down', 'Take']";

fn tap(browser: &Browser, gesture: &str) {
    let script = match gesture.split_once(' ') {
        _ if gesture == "show" => "[...document.querySelectorAll('.task .btn')].find(b => b.innerText === 'Show me')?.click()".to_owned(),
        Some(("press", "pass")) => "[...document.querySelectorAll('.lesson .prompt .btn')].find(b => b.innerText.startsWith('Pass'))?.click()".to_owned(),
        None if gesture == "press" => format!(
            "const all = [...document.querySelectorAll('.lesson .btn:not(.task .btn)')].filter(b => b.getClientRects().length && !b.disabled);
             const word = {BUTTON_PREFIXES}.find(word => all.some(b => b.innerText.startsWith(word)));
             all.find(b => b.innerText.startsWith(word))?.click()"
        ),
        Some((card, place)) => {
            let place = if place == "discards" { "upcard" } else { place };
            format!(
                "if (!document.querySelector('.lesson .hc[aria-selected=true]')) document.querySelector(`.lesson .hc[data-face='{card}']`)?.click();
                 setTimeout(() => document.querySelector('.lesson [data-spot={place}]')?.click(), 60)"
            )
        }
        None => format!("document.querySelector('.lesson [data-spot={gesture}]')?.click()"),
    };
    browser.run(&script);
}

fn open(browser: &Browser, title: &str) {
    browser.press("Learn to play");
    browser.press(title);
    browser.wait_to_see(".lesson .hc");
}

/// Waits for this task, counted from 1.
fn wait_for_task(browser: &Browser, task: usize, tasks: usize) {
    browser.wait(&format!(
        "return document.querySelector('.task p')?.innerText.includes(': {task} of {tasks}') && !document.querySelector('.task .btn[disabled]')"
    ));
}

fn play_lesson(browser: &Browser, title: &str, gestures: &[&str], pictures: bool) {
    let size = browser.run("return innerWidth");
    for (task, gesture) in (1..).zip(gestures) {
        wait_for_task(browser, task, gestures.len());
        let before = serde_json::json!(browser.text_of(".task p"));
        let changes = format!("return document.querySelector('.task p')?.innerText !== {before}");
        let until = Instant::now() + TASK_TIMEOUT;
        if pictures && task <= 2 {
            browser.settle();
            let lesson = title.to_lowercase().replace(' ', "-");
            browser.picture(&format!("lesson-{lesson}-{task}-{size}"));
        }
        tap(browser, gesture);
        while !browser.becomes_true(&changes, Duration::from_secs(2)) {
            let shown = browser.text_of(".sheet");
            assert!(Instant::now() < until, "{title}, {task}: {gesture}: {shown}");
            // Actions that need confirmation.
            let asked = browser.run("const ask = document.querySelector('.lesson .ask .btn'); ask?.click(); return !!ask");
            if asked != true {
                tap(browser, gesture);
            }
        }
    }
    browser.wait_for_text(".task .btn", "All lessons");
}

#[test]
fn every_lesson_is_played_on_a_small_phone() {
    let (server, browser) = begin_at(320, 568);
    for (title, gestures) in LESSONS {
        open(&browser, title);
        play_lesson(&browser, title, gestures, true);
        browser.close_sheet();
    }
    // All are marked as finished, also after a reload.
    browser.go(&server.address("/"));
    browser.press("Learn to play");
    browser.wait_for_number(".sheet .btn.done", 10);
}

/// A legal but unwanted move is reported, an illegal one explained; neither changes anything. A lesson can be
/// left at any time, and the current match is unchanged.
#[test]
fn a_lesson_says_what_is_wrong_and_can_be_left() {
    let (_, browser) = begin_at(390, 844);
    open(&browser, "Draw and discard");
    wait_for_task(&browser, 1, 4);
    tap(&browser, "upcard");
    browser.wait_for_words(".lesson .say small", "fits nothing of yours");
    wait_for_task(&browser, 1, 4);
    tap(&browser, "stock");
    wait_for_task(&browser, 2, 4);
    // Phones have only the cross.
    browser.resize((1280, 800));
    browser.press("Leave");
    browser.wait("return !document.querySelector('.lesson') && document.querySelectorAll('.sheet .btn.big').length === 10");
    assert_faultless(&every_size(&browser, "lessons"));
    browser.press("Going down");
    wait_for_task(&browser, 1, 5);
    assert_faultless(&every_size(&browser, "lesson"));
    tap(&browser, "upcard");
    wait_for_task(&browser, 2, 5);
    // Before the contract is down the turn may end without it: a discard is legal, but not the task.
    tap(&browser, "KS discards");
    browser.wait_to_see(".lesson .ask .btn");
    browser.click(".lesson .ask .btn");
    browser.wait_for_start(".lesson .say small", "First lay down");
    browser.keys("\u{e00c}");
    browser.wait_until_gone(".sheet");
    assert_eq!(browser.run("return localStorage.getItem('upcard.lessons')"), Value::Null);
}

/// What a phone shows of a task without scrolling: the task, the buttons, and the hand.
#[test]
fn a_task_fits_on_a_phone() {
    let (_, browser) = begin_at(390, 844);
    for (title, _) in LESSONS {
        open(&browser, title);
        for (width, height) in [(390, 844), (360, 640), (320, 568), (844, 390)] {
            browser.resize_settled((width, height));
            // At least half of a card, in every row of the hand.
            let in_sight = browser.run(
                "const b = document.querySelector('.sheet .body'); b.scrollTop = 0;
                 const of = s => [...document.querySelectorAll(s)].filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect());
                 return of('.task b').every(r => r.top >= 0 && r.bottom < innerHeight)
                     && of('.lesson .prompt .btn').every(r => r.bottom <= innerHeight)
                     && of('.lesson .hc .c').every(r => r.top + r.height / 2 <= innerHeight);",
            );
            assert_eq!(in_sight, true, "{title} at {width}×{height}");
        }
        browser.resize((390, 844));
        browser.close_sheet();
    }
}

/// A coach line offers the lesson on its subject.
#[test]
fn the_coach_offers_the_lesson() {
    let (server, browser) = begin_at(390, 844);
    browser.run("localStorage.removeItem('upcard.taught')");
    browser.go(&server.address("/"));
    browser.press("Play now");
    browser.wait_to_see(".coach");
    browser.settle();
    browser.picture("coach-offers-a-lesson");
    let own = play::hand(&browser);
    browser.press("Try it");
    browser.wait_to_see(".lesson .hc");
    browser.wait_for_start(".task p", "Sets and runs");
    play_lesson(&browser, "Sets and runs", LESSONS[1].1, false);
    browser.close_sheet();
    assert_eq!(play::hand(&browser), own);
}

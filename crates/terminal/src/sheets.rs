//! Contents of the sheets, as lines.

use ratatui::text::{Line, Span};
use upcard_cards::Card;
use upcard_client::hint::Hint;
use upcard_client::tr;
use upcard_client::wording::{Texts, hint as words};
use upcard_engine::choices::PileShown;

use crate::app::{App, Sheet};
use crate::ascii::ascii;
use crate::keys::Switch;
use crate::remote::RematchOption;
use crate::scores;

type Lines = Vec<Line<'static>>;

/// Keys, with the text ids of their descriptions.
const KEYS: [(&str, &str); 26] = [
    ("← →", "keys-walk"),
    ("Home End", "keys-ends"),
    ("keys-space", "keys-choose"),
    ("↑ ↓", "keys-climb"),
    ("Tab", "keys-tab"),
    ("Enter", "keys-enter"),
    ("1 … 9 0", "keys-digit"),
    ("< >", "key-move"),
    ("D", "key-draw"),
    ("T", "key-take"),
    ("K", "keys-deep"),
    ("B", "key-buy"),
    ("P", "key-pass"),
    ("G", "key-down"),
    ("X", "key-discard"),
    ("U", "key-undo"),
    ("R", "key-arrange"),
    ("Y", "keys-reading"),
    ("Backspace", "keys-out"),
    ("O", "keys-sort"),
    ("H", "keys-hint"),
    ("I V Z F A W", "keys-sheets"),
    (":", "keys-line"),
    ("N", "key-next"),
    ("Esc", "key-escape"),
    ("Q", "keys-quit"),
];

/// Symbols, with the text ids of their meanings.
const SYMBOLS: [(&str, &str); 5] = [
    ("[ ] > <", "sign-chosen"),
    ("* w +", "sign-notes"),
    ("JK(7♦)", "sign-stands"),
    ("> ? 1.", "sign-seats"),
    ("■ □", "sign-contract"),
];

pub(crate) fn title(app: &App, sheet: &Sheet) -> String {
    let id = match sheet {
        Sheet::Rules => "rules",
        Sheet::Scores => "scores",
        Sheet::Hint(_) => "hint",
        Sheet::Keys => "keys",
        Sheet::Log => "what-happened",
        Sheet::Discards => "discards",
        Sheet::Preferences => "comfort",
        Sheet::Words(_) => "words-title",
    };
    tr!(id, &app.words)
}

/// Footer of a sheet: what can be done there.
pub(crate) fn footer(app: &App, sheet: &Sheet) -> String {
    let id = match sheet {
        Sheet::Scores if app.match_over().is_some() => match app.rematch_option() {
            RematchOption::Play => "foot-match-over",
            RematchOption::Begin => "foot-match-begin",
            RematchOption::Nothing => "foot-match-left",
        },
        Sheet::Scores if app.is_between_deals() => "foot-next",
        Sheet::Hint(hint) if app.advised(hint).is_some() => "foot-hint",
        Sheet::Discards if !app.deep_takes().is_empty() => "foot-discards",
        Sheet::Preferences => "foot-comfort",
        Sheet::Words(_) => "foot-words",
        _ => "foot-close",
    };
    tr!(id, &app.words)
}

/// Lines of a sheet, and the line of the selected item, if it has items.
pub(crate) fn lines(app: &App, sheet: &Sheet, at: usize, width: usize) -> (Lines, Option<usize>) {
    match sheet {
        Sheet::Rules => (rules(app, width), None),
        Sheet::Scores if app.play.session().view.is_none() => {
            (vec![Line::raw(tr!("scores-none", &app.words))], None)
        }
        Sheet::Scores => (scores::lines(app, width), None),
        Sheet::Hint(hint) => (hint_lines(app, hint), None),
        Sheet::Keys => (keys(app), None),
        Sheet::Log => (app.play.log().lines().iter().rev().cloned().map(Line::raw).collect(), None),
        Sheet::Discards => discards(app, at),
        Sheet::Preferences => preferences(app, at),
        Sheet::Words(query) => (words_found(app, query, width), None),
    }
}

pub(crate) fn item(app: &App, sheet: &Sheet, line: usize) -> Option<usize> {
    (0..app.items_of(sheet)).find(|at| lines(app, sheet, *at, usize::MAX).1 == Some(line))
}

/// Glossary entries that contain the query.
fn words_found(app: &App, query: &str, width: usize) -> Lines {
    let asked = format!("{}: {query}_", tr!("words-search", &app.words));
    let text = upcard_rulebook::glossary_text_in(query, width);
    let found = text.lines().map(|line| Line::raw(line.to_owned()));
    [Line::styled(asked, app.styles().strong()), Line::raw("")].into_iter().chain(found).collect()
}

fn rules(app: &App, width: usize) -> Lines {
    let Some(rules) = &app.play.session().rules else { return Vec::new() };
    let text = upcard_rulebook::sheet_text_in(&upcard_rulebook::sheet(rules), width);
    text.lines().map(|line| Line::raw(line.to_owned())).collect()
}

fn keys(app: &App) -> Lines {
    let t = &app.words;
    let line = |(key, does): (&str, &str)| {
        let key = match key.starts_with("keys-") {
            true => tr!(key, t),
            false if app.looks.letters => ascii(key),
            false => key.to_owned(),
        };
        Line::from(vec![
            Span::styled(format!("{key:>11}"), app.styles().key()),
            Span::raw(format!("  {}", tr!(does, t))),
        ])
    };
    let signs = Line::styled(tr!("signs", t), app.styles().strong());
    let mut all: Lines = KEYS.into_iter().map(line).collect();
    all.extend([Line::raw(""), signs]);
    all.extend(SYMBOLS.into_iter().map(line));
    all
}

fn hint_lines(app: &App, hint: &Hint) -> Lines {
    let (t, styles) = (&app.words, app.styles());
    let mut all: Lines = Vec::new();
    if let (Some((action, reason)), Some(view)) = (&hint.advice, app.play.view()) {
        all.push(Line::styled(tr!("hint-steady", t), styles.strong()));
        all.extend([Line::raw(words::advice(t, &view, action, *reason)), Line::raw("")]);
    }
    if !hint.groups.is_empty() {
        all.push(Line::styled(tr!("hint-groups", t), styles.strong()));
        all.extend(hint.groups.iter().map(|group| {
            let mut spans = vec![Span::raw("  ")];
            spans.extend(app.faces(group));
            Line::from(spans)
        }));
        all.push(Line::raw(""));
    }
    all.push(Line::raw(words::missing(t, hint)));
    if !hint.fitting.is_empty() {
        let cards = t.cards(hint.fitting.iter().copied());
        let words = if hint.later {
            tr!("hint-fitting-later", t, cards = cards)
        } else {
            tr!("hint-fitting", t, cards = cards)
        };
        all.push(Line::raw(words));
    }
    all
}

/// The discard pile, latest card first; items are the cards that can be taken with those above them.
fn discards(app: &App, at: usize) -> (Lines, Option<usize>) {
    let t = &app.words;
    let Some((rules, own)) = app.rules_and_view() else { return (Vec::new(), None) };
    let all: Vec<Card> = own.table.pile().collect();
    let Some((top, below)) = all.split_last() else {
        return (vec![Line::raw(tr!("discards-none", t))], None);
    };
    if rules.set.choices.discarding.pile != PileShown::Spread {
        let words = tr!("discards-top", t, below = below.len());
        return (vec![Line::from(app.faces(&[*top])), Line::raw(words)], None);
    }
    let takes = app.deep_takes();
    let mut lines = Vec::new();
    let mut chosen = None;
    if takes.is_empty() {
        lines.push(Line::raw(tr!("discards-all", t)));
        let newest: Vec<Card> = all.iter().rev().copied().collect();
        lines.push(Line::from(app.faces(&newest)));
        return (lines, None);
    }
    lines.extend([Line::raw(tr!("take-deep-hint", t)), Line::raw("")]);
    for (number, card) in takes.iter().enumerate() {
        let place = all.iter().rposition(|discard| discard == card).unwrap_or(0);
        let mark = if number == at { "> " } else { "  " };
        let mut spans = vec![Span::raw(mark)];
        spans.extend(app.faces(&all[place..]));
        if number == at {
            chosen = Some(lines.len());
            spans.iter_mut().for_each(|span| span.style = span.style.patch(app.styles().cursor()));
        }
        lines.push(Line::from(spans));
    }
    (lines, chosen)
}

fn preferences(app: &App, at: usize) -> (Lines, Option<usize>) {
    let t = &app.words;
    let mut lines = Vec::new();
    let mut chosen = None;
    let mut before = None;
    for (number, (switch, on)) in app.preferences().into_iter().enumerate() {
        let (group, words) = match switch {
            Switch::Named(id) => ("offers", tr!(id, t)),
            Switch::Rank(rank) => ("standing-ranks", upcard_rulebook::ranks_name(rank)),
            Switch::Pace(pace) => ("setting-pace", tr!(&format!("pace-{}", pace.word()), t)),
        };
        if before != Some(group) {
            lines.push(Line::styled(tr!(group, t), app.styles().strong()));
            before = Some(group);
        }
        let mark = if number == at { ">" } else { " " };
        let cross = if on { "x" } else { " " };
        let mut line = Line::raw(format!("{mark} [{cross}] {words}"));
        if number == at {
            chosen = Some(lines.len());
            line = line.style(app.styles().cursor());
        }
        lines.push(line);
    }
    (lines, chosen)
}

//! The score sheet as lines.

use ratatui::text::{Line, Span};
use upcard_cards::Cards;
use upcard_client::showdown::{ShownHand, rules_of, showdown};
use upcard_client::wire::{DealRow, Stage};
use upcard_client::wording::{Texts, news, scores};
use upcard_client::{extra_row, standings, tr, turning_points};
use upcard_engine::choices::{Money, Tables, Winner};
use upcard_engine::table::{Phase, Table};
use upcard_engine::{DealRules, Rules, Seat, Seats};
use upcard_rulebook::deal_words;
use upcard_texts::number;

use crate::app::App;
use crate::styles::{Styles, clipped, width_of};
use crate::texts::signed;

/// Maximum number of turning points listed.
const MAX_TURNING_POINTS: usize = 3;

type Lines = Vec<Line<'static>>;

/// Formats the score sheet within this width.
pub(crate) fn lines(app: &App, width: usize) -> Lines {
    let s = app.play.session();
    let Some((rules, own)) = app.rules_and_view() else { return Vec::new() };
    let (t, styles, table) = (&app.words, &app.styles(), &own.table);
    let over = table.phase() == Phase::MatchOver || s.stage == Stage::Over;
    let between = matches!(table.phase(), Phase::DealOver { .. }) && !over;
    // Before the next deal, somebody may have to decide on rejoining or on splitting the pool.
    let last = s.sheet.last().filter(|_| table.phase().is_after_deal() || over);
    let mut all: Lines = Vec::new();
    let title = match table.winners() {
        _ if !over => last.map(|row| scores::ended(t, s, row)),
        Seats::NONE => Some(tr!("news-ended", t)),
        winners => Some(news::winners(t, s, "match-won", winners)),
    };
    all.extend(title.map(|title| Line::styled(title, styles.title())));
    all.extend(rematch_lines(app));
    if between {
        let next = rules.schedule.get(usize::from(table.deals_begun()));
        let contract = next.map(|deal| deal_words(rules, rules.deal(*deal)));
        let contract = contract.filter(|words| !words.is_empty());
        all.extend(contract.map(|words| Line::raw(tr!("next-contract", t, contract = words))));
    }
    if over {
        heading(&mut all, styles, tr!("standings", t));
        all.extend(ranking(app, rules, table));
    }
    heading(&mut all, styles, tr!("scores", t));
    all.extend(sheet(app, rules, table, width));
    if let Some(title) = scores::remaining_means_title(t, rules, table) {
        heading(&mut all, styles, title);
        all.extend(Seat::all(table.players()).filter_map(|seat| {
            let means = scores::remaining_means(t, rules, table, seat);
            let line = || Line::raw(format!("{}: {}", news::player(t, s, seat), t.capital(&means)));
            (!means.is_empty()).then(line)
        }));
    }
    if rules.set.choices.matching.tables == Tables::Three {
        heading(&mut all, styles, tr!("three-games", t));
        all.extend(columns(app, table));
    }
    if let Some(row) = last {
        heading(&mut all, styles, tr!("last-deal", t));
        if over {
            all.push(Line::raw(scores::ended(t, s, row)));
        }
        all.extend(scores::counted(t, s, rules, row).map(Line::raw));
        all.extend(left_over(app, rules, table, row));
    }
    if over {
        let points = turning_points(rules, table, &s.sheet, MAX_TURNING_POINTS);
        if !points.is_empty() {
            heading(&mut all, styles, tr!("turning-points", t));
            all.extend(points.iter().map(|point| Line::raw(scores::turn(t, s, point))));
        }
    }
    all
}

/// Who wants another match, and who has not agreed yet, once somebody has.
fn rematch_lines(app: &App) -> Lines {
    let (t, s) = (&app.words, app.play.session());
    let rematch_lines: Seats =
        s.ready_people().into_iter().filter(|_| app.match_over().is_some()).collect();
    if rematch_lines == Seats::NONE {
        return Vec::new();
    }
    let one = rematch_lines.iter().count() == 1 && !rematch_lines.iter().any(|seat| s.is_you(seat));
    let form = if one { "one" } else { "several" };
    let names = news::names(t, s, rematch_lines);
    let mut all = vec![Line::raw(tr!("again-wants", t, names = names, form = form))];
    let undecided: Seats = s.unready_people().into_iter().collect();
    if undecided != Seats::NONE {
        let names = news::names(t, s, undecided);
        all.push(Line::raw(tr!("prompt-waiting-ready", t, names = names)));
    }
    all
}

fn heading(all: &mut Lines, styles: &Styles, text: String) {
    if !all.is_empty() {
        all.push(Line::raw(""));
    }
    all.push(Line::styled(text, styles.strong()));
}

fn ranking(app: &App, rules: &Rules, table: &Table) -> Lines {
    let (t, s) = (&app.words, app.play.session());
    let money = rules.set.choices.settling.money != Money::None;
    let place = |(number, seat): (usize, Seat)| {
        let mut parts = vec![match rules.set.choices.matching.winner {
            Winner::Chips => tr!("chips", t, count = table.chips(rules, seat)),
            _ => tr!("points", t, points = table.score(seat)),
        }];
        if money && let Some(units) = table.settlement().get(seat.index()) {
            parts.push(tr!("settles", t, amount = signed(*units), count = *units));
        }
        let mut words = format!("{number}. {}: {}", news::player(t, s, seat), parts.join(", "));
        if table.winners().has(seat) {
            words.push_str(&format!("  * {}", tr!("standing-won", t)));
        }
        Line::raw(words)
    };
    (1..).zip(standings(rules, table)).map(place).collect()
}

/// Table of all deals and players. Columns are as wide as the room allows.
fn sheet(app: &App, rules: &Rules, table: &Table, width: usize) -> Lines {
    let (t, s) = (&app.words, app.play.session());
    let seats: Vec<Seat> = Seat::all(table.players()).collect();
    let first = 8;
    let column = (width.saturating_sub(first) / seats.len().max(1)).clamp(6, 10);
    let row = |name: &str, cells: Vec<String>| {
        let mut line = padded(name, first, false);
        cells.iter().for_each(|cell| line.push_str(&padded(cell, column, true)));
        line
    };
    let over = table.phase() == Phase::MatchOver || s.stage == Stage::Over;
    let beside = extra_row(rules, table, &s.sheet, over);
    let rest = |first: bool| {
        let (what, points) = beside.as_ref().filter(|(what, _)| what.is_above_deals() == first)?;
        let cells = points.iter().map(|points| number((*points).into())).collect();
        Some(Line::raw(row(&tr!(what.words(), t), cells)))
    };
    let names = seats.iter().map(|seat| news::player(t, s, *seat)).collect();
    let mut all = vec![Line::styled(row(&tr!("deal", t), names), app.styles().quiet())];
    all.extend(rest(true));
    for (deal, played) in (1..).zip(&s.sheet) {
        let cell = |(seat, points): (usize, &i32)| {
            let out = played.winner == Some(Seat::at(seat));
            format!("{}{}", if out { "*" } else { "" }, number((*points).into()))
        };
        let mut line = row(&deal.to_string(), played.points.iter().enumerate().map(cell).collect());
        let words = deal_words(rules, rules.deal(played.deal));
        if !words.is_empty() && width_of(&[Span::raw(&line), Span::raw(&words)]) + 3 <= width {
            line.push_str(&format!("   {words}"));
        }
        all.push(Line::raw(line));
    }
    all.extend(rest(false));
    let totals = seats.iter().map(|seat| number(table.score(*seat).into())).collect();
    all.push(Line::styled(row(&tr!("total", t), totals), app.styles().strong()));
    if s.sheet.iter().any(|row| row.winner.is_some()) {
        all.push(Line::styled(tr!("sheet-star", t), app.styles().quiet()));
    }
    all
}

/// Pads a text to a column of this width, with a space before the next. Some characters are two columns wide.
fn padded(text: &str, width: usize, right: bool) -> String {
    let text = clipped(text, width - 1);
    let room = " ".repeat(width.saturating_sub(width_of(&[Span::raw(&text)])));
    if right { format!("{room}{text}") } else { format!("{text}{room}") }
}

/// Totals of three games scored at once.
fn columns(app: &App, table: &Table) -> Lines {
    let (t, s) = (&app.words, app.play.session());
    let row = |seat: Seat| {
        let words = table.columns(seat).map(|(points, boxes)| {
            format!("{}{}", number(points.into()), tr!("boxes", t, count = boxes))
        });
        Line::raw(format!("{}: {}", news::player(t, s, seat), words.join(" | ")))
    };
    Seat::all(table.players()).map(row).collect()
}

/// Cards, each followed by its value.
fn valued(app: &App, cards: &Cards, deal: &DealRules, spans: &mut Vec<Span<'static>>) {
    for card in cards.iter() {
        spans.push(app.face(card));
        let value = deal.values[card.index()];
        spans.push(Span::styled(format!("({value}) "), app.styles().quiet()));
    }
}

/// The remaining hands, and their cost.
fn left_over(app: &App, rules: &Rules, table: &Table, row: &DealRow) -> Lines {
    let (t, s) = (&app.words, app.play.session());
    let shown = showdown(rules, table, row).unwrap_or_default();
    let deal = rules_of(rules, table, row);
    let seat = |seat: Seat| {
        let points = row.points.get(seat.index()).copied().unwrap_or(0);
        let name = news::player(t, s, seat);
        let mut spans = vec![Span::raw(format!("{name} {}: ", signed(points.into())))];
        if let Some(paid) = scores::paid_for(t, rules, row, seat) {
            spans.push(Span::raw(format!("({paid}) ")));
        }
        let before = spans.len();
        match shown.get(seat.index()) {
            Some(hand) => grouped(app, hand, deal, &mut spans),
            None => {
                let hand = row.hands.get(seat.index());
                hand.into_iter().for_each(|hand| valued(app, hand, deal, &mut spans));
            }
        }
        if spans.len() == before {
            let out = row.winner == Some(seat);
            spans.push(Span::raw(tr!(if out { "went-out" } else { "nothing-left" }, t)));
        }
        Line::from(spans)
    };
    (0..row.points.len().max(row.hands.len())).map(|at| seat(Seat::at(at))).collect()
}

/// A hand in groups; ungrouped cards are followed by their values.
fn grouped(app: &App, hand: &ShownHand, deal: &DealRules, spans: &mut Vec<Span<'static>>) {
    for meld in &hand.melds {
        spans.push(Span::raw("["));
        spans.extend(app.faces(meld));
        spans.push(Span::raw("] "));
    }
    valued(app, &hand.left, deal, spans);
    if !hand.left.is_empty() || !hand.melds.is_empty() {
        spans.push(Span::raw(tr!("chip-left", &app.words, points = hand.deadwood)));
    }
}

#[cfg(test)]
mod tests {
    use super::padded;

    #[test]
    fn columns_align_for_all_scripts() {
        assert_eq!(padded("Ann", 6, true), "   Ann");
        assert_eq!(padded("Ann", 6, false), "Ann   ");
        assert_eq!(padded("李小", 6, true), "  李小");
        assert_eq!(padded("李小龍李", 6, true), " 李小…");
    }
}

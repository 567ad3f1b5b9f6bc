//! The overview of all games: a table, and a tree of how games descend from each other.

use upcard_engine::choices::{WildsPerDeal, choice};
use upcard_engine::{Flaws, Library, Rules};

use crate::diff::{Difference, diff};
use crate::labels::value_label;
use crate::names::{contract_words, wilds_names};
use crate::render::cell;
use crate::words::{Args, has_message, list, number, plain, ranges, text};

/// Average seconds per turn with human players, including decisions of other players within it.
const TURN_SECONDS: u32 = 15;

/// Seconds between two deals.
const DEAL_SECONDS: u32 = 60;

/// Number of changed rules named per game in the tree; further ones are only counted.
const MAX_NAMED_CHANGES: usize = 12;

/// Longest value, in characters, that is printed next to a rule's name.
const MAX_INLINE_VALUE: usize = 40;

/// Estimated length of a match between people in minutes, in steps of five, from the rounds measured by the
/// laboratory. `None` if there is no measurement.
#[must_use]
pub fn minutes(rules: &Rules) -> Option<u16> {
    let rounds = u32::from(rules.set.catalogue.rounds);
    let turns = rounds * u32::from(rules.players) * TURN_SECONDS;
    let seconds = turns + rules.schedule.len() as u32 * DEAL_SECONDS;
    (rounds > 0).then(|| (seconds.div_ceil(300) * 5) as u16)
}

/// Renders all games as Markdown: a table and the tree of descent.
///
/// # Errors
/// Errors in a game's rules.
pub(crate) fn games_markdown(library: &Library) -> Result<String, Flaws> {
    let games = library.ids().map(|id| Rules::of(library, id, &[], None));
    let games = games.collect::<Result<Vec<_>, _>>()?;
    let mut out = format!("# {}\n\n{}\n\n", plain("games-title"), plain("games-about"));
    let columns = [
        "game",
        "origin",
        "players",
        "cards",
        "wild",
        "contracts",
        "buying",
        "special",
        "difficulty",
        "length",
    ];
    let columns = columns.map(|column| plain(&format!("games-{column}")));
    out.push_str(&format!("| {} |\n|{}\n", columns.join(" | "), "---|".repeat(columns.len())));
    for rules in &games {
        out.push_str(&row(rules));
    }
    let (title, about) = (plain("games-tree"), plain("games-tree-about"));
    out.push_str(&format!("\n## {title}\n\n{about}\n\n"));
    for root in games.iter().filter(|rules| parent(library, &games, rules).is_none()) {
        branch(library, &games, root, 0, &mut out);
    }
    Ok(out)
}

fn row(rules: &Rules) -> String {
    let (set, c) = (&rules.set, &rules.set.choices);
    let catalogue = &set.catalogue;
    let jokers = rules.pack.jokers();
    let cards = Args::new()
        .with("packs", (rules.pack_size - jokers as usize) / 52)
        .with("jokers", jokers as usize)
        .with("players", rules.players as usize);
    let mut wild = wilds_names(c.pack.wild_ranks.iter(), c.pack.wild_suits);
    if jokers > 0 {
        wild.insert(0, plain("games-jokers"));
    }
    if c.wilds.per_deal != WildsPerDeal::None {
        wild.push(plain("games-wild-of-deal"));
    }
    let first = rules.deals.first().map(|deal| contract_words(&deal.contract)).unwrap_or_default();
    let last = rules.deals.last().map(|deal| contract_words(&deal.contract)).unwrap_or_default();
    let contracts = if first.is_empty() {
        plain("games-none")
    } else {
        let deals = number(rules.deals.len());
        let args = Args::new().with("deals", deals).with("count", rules.deals.len());
        text("games-contracts-value", None, &args.with("first", first).with("last", last))
    };
    let buying = choice("buying.deals").map(|known| value_label(known.path, &known.get(c)));
    let length = minutes(rules).map(|minutes| {
        let args = Args::new().with("rounds", catalogue.rounds as usize);
        text("games-length-value", None, &args.with("minutes", minutes as usize))
    });
    let cells = [
        format!("[{}](games/{}.md)", catalogue.name, set.id),
        catalogue.origin.clone(),
        ranges(&(c.players.min..=c.players.max).collect::<Vec<_>>()),
        text("games-cards-value", None, &cards),
        if wild.is_empty() { plain("games-none") } else { list(&wild) },
        contracts,
        buying.unwrap_or_default(),
        catalogue.summary.clone(),
        difficulty(&catalogue.source),
        length.unwrap_or_else(|| "–".to_owned()),
    ];
    format!("| {} |\n", cells.map(|words| cell(&words)).join(" | "))
}

/// Difficulty of a game, if its source states one.
fn difficulty(source: &str) -> String {
    let said = format!("difficulty-{source}");
    plain(if has_message(&said, None) { &said } else { "difficulty-silent" })
}

fn parent<'a>(library: &Library, games: &'a [Rules], rules: &Rules) -> Option<&'a Rules> {
    let id = library.descends_from(&rules.set.id)?;
    games.iter().find(|game| game.set.id == id)
}

/// How the source of a game describes its relation to the parent game.
fn relation(library: &Library, rules: &Rules, parent: Option<&Rules>) -> String {
    let Some(parent) = parent else { return plain("games-tree-first") };
    let descends = library.file(&rules.set.id).is_some_and(|f| f.catalogue.descends_from.is_some());
    let id = match (rules.set.catalogue.reconstruction, descends) {
        (true, _) => "games-tree-rebuilt",
        // The file names its nearest relative, so the source describes a game of its own.
        (false, true) => "games-tree-own",
        (false, false) => "games-tree-changes",
    };
    text(id, None, &Args::new().with("game", parent.set.catalogue.name.as_str()))
}

/// One changed rule in the tree: its name, with the values before and after if they are short and both sheets
/// mention them (a rule that cannot arise in a game has no value there).
fn change(difference: &Difference, rules: &Rules, parent: &Rules) -> String {
    if difference.here.is_empty() || difference.there.is_empty() {
        return difference.label.clone();
    }
    let value = |rules: &Rules| {
        let known = choice(difference.path)?;
        let value = value_label(known.path, &known.get(&rules.set.choices));
        (value.chars().count() <= MAX_INLINE_VALUE).then_some(value)
    };
    match (value(parent), value(rules)) {
        (Some(before), Some(after)) if before != after => {
            let args = Args::new().with("label", difference.label.as_str());
            text("games-tree-change", None, &args.with("before", before).with("after", after))
        }
        _ => difference.label.clone(),
    }
}

fn branch(library: &Library, games: &[Rules], rules: &Rules, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    out.push_str(&format!("{indent}- **{}**", rules.set.catalogue.name));
    let parent = parent(library, games, rules);
    let relation = relation(library, rules, parent);
    if let Some(parent) = parent {
        let differences = diff(rules, parent).differences;
        let named = differences.iter().take(MAX_NAMED_CHANGES);
        let mut labels: Vec<String> = named.map(|one| change(one, rules, parent)).collect();
        let more = differences.len() - labels.len();
        if more > 0 {
            labels.push(text("games-tree-more", None, &Args::new().with("count", more)));
        }
        let args = Args::new().with("relation", relation).with("labels", list(&labels));
        out.push_str(&format!(": {}", text("games-tree-differs", None, &args)));
    } else {
        let summary = rules.set.catalogue.summary.as_str();
        let args = Args::new().with("relation", relation).with("summary", summary);
        out.push_str(&format!(": {}", text("games-tree-root", None, &args)));
    }
    out.push('\n');
    for child in games {
        let its = self::parent(library, games, child).map(|game| &game.set.id);
        // Bounds the recursion; descent has no cycles.
        if its == Some(&rules.set.id) && depth < games.len() {
            branch(library, games, child, depth + 1, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(game: &str, players: u8) -> Rules {
        Rules::of(&Library::standard().unwrap(), game, &[], Some(players)).unwrap()
    }

    #[test]
    fn minutes_scale_with_rounds_and_players() {
        // 60 rounds of four turns at 15 seconds, plus seven deals.
        assert_eq!(minutes(&rules("contract-rummy", 4)), Some(70));
        assert_eq!(minutes(&rules("contract-rummy", 3)), Some(55));
        let mut unknown = rules("contract-rummy", 4);
        unknown.set.catalogue.rounds = 0;
        assert_eq!(minutes(&unknown), None);
    }

    #[test]
    fn tree_contains_every_game() {
        let library = Library::standard().unwrap();
        let page = games_markdown(&library).unwrap();
        for id in library.ids() {
            let name = &library.file(id).unwrap().catalogue.name;
            assert_eq!(page.matches(&format!("- **{name}**: ")).count(), 1, "{name}");
            assert!(page.contains(&format!("(games/{id}.md)")), "{id}");
        }
    }
}

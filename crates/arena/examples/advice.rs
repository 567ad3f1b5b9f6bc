//! Measures what each piece of strategy advice is worth to novices, and prints the table behind the rule
//! sheets: `cargo run --release -p upcard-arena --example advice [MATCHES [GAME]] >
//! crates/rulebook/lab/advice.tsv`. Each row is a separate tournament, which `upcard arena` can replay.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use upcard_arena::{Options, rules, run};
use upcard_engine::Library;
use upcard_rulebook::advice;

/// The tournaments: name of the advice in rule sheets, bot that follows it, bot that does not. Where plain
/// novices already follow it, the other bot is a novice without it.
const MEASURES: [(&str, &str, &str); 11] = [
    ("lay-early", "novice", "novice+waits"),
    ("keep-runs", "novice+keeps-runs", "novice+sheds-high"),
    ("save-wilds", "novice+saves-wilds", "novice"),
    ("count", "novice+counts", "novice+sheds-high"),
    ("watch", "novice+watches", "novice+sheds-high"),
    ("buy-early", "novice+buys-early", "novice+buys"),
    ("buy-blind", "novice+buys-blind", "novice+buys"),
    ("shed-high", "novice+sheds-high", "novice+sheds-low"),
    ("least", "novice+sheds-high", "novice+throws-any"),
    ("long-runs", "novice", "novice+short-runs"),
    ("plan", "novice+plans", "novice"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let matches: u64 = arguments.next().map_or(Ok(4000), |text| text.parse())?;
    let only = arguments.next();
    println!(
        "# What advice to players is worth to novices: `cargo run --release -p upcard-arena --example advice`.\n# A row \
         again: `upcard arena --game GAME --bots WITH,WITHOUT --matches MATCHES`; won: matches in percent, \
         with a 95 % interval.\ngame\tadvice\twith\twithout\tmatches\twon\tlow\thigh\tversion"
    );
    for game in Library::standard()?.ids() {
        if only.as_ref().is_some_and(|only| only != game) {
            continue;
        }
        for (name, _) in advice(&*rules(game, &[], None)?) {
            let Some((_, with, without)) = MEASURES.iter().find(|(of, ..)| *of == name) else {
                return Err(format!("no measurement of {name}").into());
            };
            let mut options = Options::new(game, vec![with.parse()?, without.parse()?]);
            options.matches = matches;
            let report = run(&options, &AtomicBool::new(false))?;
            let won = &report.bots[0].match_win_share;
            println!(
                "{game}\t{name}\t{with}\t{without}\t{}\t{:.1}\t{:.1}\t{:.1}\t{}",
                report.matches,
                100.0 * won.mean,
                100.0 * won.low,
                100.0 * won.high,
                env!("CARGO_PKG_VERSION")
            );
        }
    }
    Ok(())
}

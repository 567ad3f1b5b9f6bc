//! End of each command's help: examples and exit codes. The manual pages have the same.

use clap::Command;

/// A command, its examples, and the meaning of exit code 1 beyond the common one.
struct Ending {
    command: &'static str,
    examples: &'static [&'static str],
    one: &'static str,
}

const fn of(command: &'static str, examples: &'static [&'static str]) -> Ending {
    Ending { command, examples, one: "the answer could not be written" }
}

const fn looks(
    command: &'static str,
    examples: &'static [&'static str],
    one: &'static str,
) -> Ending {
    Ending { command, examples, one }
}

const ENDINGS: &[Ending] = &[
    of("games", &["upcard games", "upcard games --json"]),
    of("show", &["upcard show contract-rummy --players 5", "upcard show rummy+jokers --json"]),
    of(
        "rules",
        &[
            "upcard rules shanghai-rummy",
            "upcard rules may-i --diff contract-rummy",
            "upcard rules rummy --set buying.limit.per-deal=3 --markdown",
        ],
    ),
    of("words", &["upcard words", "upcard words joker"]),
    of("choices", &["upcard choices rummy", "upcard choices gin --json"]),
    of("score", &["upcard score contract-rummy JK AH 2C", "upcard score gin '10♥ K♠'"]),
    of("deal", &["upcard deal liverpool-rummy --seed 7", "upcard deal gin --deal 3 --json"]),
    looks(
        "try",
        &[
            "upcard try scenarios/rummy/scoring.scenario",
            "upcard try --check scenarios/rummy/scoring.scenario",
        ],
        "a verdict differs, or a file holds none",
    ),
    looks(
        "replay",
        &[
            "upcard replay match.record --verify",
            "upcard replay match.record --look --seat 2",
            "upcard replay match.record --steps --json",
        ],
        "the record does not hold, or less is proved than it claims",
    ),
    of(
        "review",
        &["upcard review match.record --seat 2", "upcard review match.record --line 40 --json"],
    ),
    of("demo", &["upcard demo contract-rummy > match.record", "upcard demo gin --seed 3"]),
    of("bench", &["upcard bench gin", "upcard bench gin --rounds 3 --json"]),
    looks(
        "arena",
        &[
            "upcard arena contract-rummy --bots sharp,steady --matches 200",
            "upcard arena gin --bots 'cmd2:python3 examples/bot.py,novice' --json",
            "upcard arena merge part-1.jsonl part-2.jsonl",
            "upcard arena gin --bots sharp,steady --matches 20 --records matches",
        ],
        "'merge' lacks a part of the tournament, or the answer could not be written",
    ),
    looks(
        "lab",
        &[
            "upcard lab contract-rummy may-i --matches 1000",
            "upcard lab rummy rummy,buying.limit.per-deal=2 --json",
            "upcard lab gin --bots expert --matches 400 --shard 1/2 --resume part-1.jsonl",
            "upcard lab merge part-1.jsonl part-2.jsonl",
        ],
        "'merge' lacks a part of the matches, or the answer could not be written",
    ),
    of("bot", &["upcard bot --level sharp", "upcard bot --level expert --playouts 200"]),
    looks(
        "check-bot",
        &[
            "upcard check-bot 'python3 examples/bot.py'",
            "upcard check-bot 'upcard bot --level novice' gin rummy --first-form --json",
        ],
        "the program does something wrong",
    ),
    looks(
        "play",
        &["upcard play gin --bots sharp", "upcard play rummy --plain", "upcard play --resume"],
        "the terminal was closed, or the input ended; the match is kept",
    ),
    looks(
        "sit",
        &[
            "upcard sit https://cards.example.org/t/NAME --name Ann",
            "upcard sit https://cards.example.org/t/NAME --watch --plain",
            "upcard sit https://cards.example.org --open rummy+jokers --bots sharp --name Ann",
        ],
        "the terminal was closed, the input ended, or there is no such table any more",
    ),
    looks(
        "serve",
        &[
            "upcard serve",
            "upcard serve --listen 0.0.0.0:8080 --url https://cards.example.org",
            "upcard serve --config upcard.toml",
        ],
        "the server could not start, or had to stop",
    ),
    looks(
        "admin",
        &["upcard admin status", "upcard admin --admin /run/upcard/admin tables"],
        "the server answered that it cannot",
    ),
    of("backup", &["upcard backup copy.db --store /var/lib/upcard/upcard.db"]),
    looks("new-keys", &["upcard new-keys --store upcard.db"], "the keys could not be made"),
    of(
        "completions",
        &["upcard completions bash > ~/.local/share/bash-completion/completions/upcard"],
    ),
    of("manual", &["upcard manual man"]),
];

/// Adds these endings to the help of the program's commands.
pub(crate) fn with(mut program: Command) -> Command {
    for ending in ENDINGS {
        // Some commands exist on some systems only.
        if program.find_subcommand(ending.command).is_some() {
            program = program.mut_subcommand(ending.command, |command| {
                let words = ending.words();
                command.after_help(words)
            });
        }
    }
    program.after_help("Each command's --help has examples and exit codes.")
}

impl Ending {
    fn words(&self) -> String {
        let examples: Vec<String> =
            self.examples.iter().map(|example| format!("  {example}")).collect();
        let codes = self.codes().map(|(code, what)| format!("  {code:<3}  {what}"));
        format!("Examples:\n{}\n\nExit codes:\n{}", examples.join("\n"), codes.join("\n"))
    }

    /// The exit codes with their meanings.
    fn codes(&self) -> [(u8, &'static str); 5] {
        [
            (0, "done"),
            (1, self.one),
            (2, "what was asked cannot be; the error says why"),
            (130, "stopped by Ctrl-C"),
            (141, "nobody reads the answer any more"),
        ]
    }
}

/// The same as sections of the manual page with this name.
pub(crate) fn sections(page: &str) -> Option<String> {
    let command = page.strip_prefix("upcard-")?;
    let ending = ENDINGS.iter().find(|ending| ending.command == command)?;
    let codes = ending.codes().map(|(code, what)| format!(".TP\n\\fB{code}\\fR\n{}\n", roff(what)));
    let examples = ending.examples.iter().map(|example| roff(example) + "\n").collect::<String>();
    Some(format!(".SH \"EXIT STATUS\"\n{}.SH EXAMPLES\n.nf\n{examples}.fi\n", codes.concat()))
}

/// Escapes a line of text for roff.
fn roff(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    if line.starts_with('.') { format!("\\&{line}") } else { line }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::Cli;
    use crate::documented::words;

    #[test]
    fn every_command_has_examples_that_are_understood() {
        let program = with(Cli::command());
        for command in program.get_subcommands() {
            let name = command.get_name();
            let ending = ENDINGS.iter().find(|ending| ending.command == name);
            let ending = ending.unwrap_or_else(|| panic!("{name} has no examples"));
            assert!(!ending.examples.is_empty(), "{name}");
            for example in ending.examples {
                let asked = program.clone().try_get_matches_from(words(example));
                let asked = asked.unwrap_or_else(|error| panic!("{example}: {error}"));
                assert_eq!(asked.subcommand_name(), Some(name), "{example}");
            }
        }
        assert_eq!(ENDINGS.len(), program.get_subcommands().count());
    }
}

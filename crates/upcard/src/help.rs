//! End of each command's help: examples and exit codes. The manual pages have the same.

use clap::Command;

/// A command, its examples, and the meaning of exit code 1 beyond the common one.
struct CommandHelp {
    command: &'static str,
    examples: &'static [&'static str],
    failure: &'static str,
}

const fn help(command: &'static str, examples: &'static [&'static str]) -> CommandHelp {
    CommandHelp { command, examples, failure: "the output could not be written" }
}

const COMMANDS: &[CommandHelp] = &[
    help("games", &["upcard games", "upcard games --json"]),
    help("show", &["upcard show contract-rummy --players 5", "upcard show rummy+jokers --json"]),
    help(
        "rules",
        &[
            "upcard rules shanghai-rummy",
            "upcard rules may-i --diff contract-rummy",
            "upcard rules rummy --set buying.limit.per-deal=3 --markdown",
        ],
    ),
    help("words", &["upcard words", "upcard words joker"]),
    help("choices", &["upcard choices rummy", "upcard choices gin --json"]),
    help("score", &["upcard score contract-rummy JK AH 2C", "upcard score gin '10♥ K♠'"]),
    help("deal", &["upcard deal liverpool-rummy --seed 7", "upcard deal gin --deal 3 --json"]),
    help(
        "try",
        &[
            "upcard try scenarios/rummy/scoring.scenario",
            "upcard try --check scenarios/rummy/scoring.scenario",
        ],
    )
    .failing("a verdict differs, or a file has none"),
    help(
        "replay",
        &[
            "upcard replay match.record --verify",
            "upcard replay match.record --look --seat 2",
            "upcard replay match.record --steps --json",
        ],
    )
    .failing("the record is invalid, or less is proved than it claims"),
    help(
        "review",
        &["upcard review match.record --seat 2", "upcard review match.record --line 40 --json"],
    ),
    help("demo", &["upcard demo contract-rummy > match.record", "upcard demo gin --seed 3"]),
    help("bench", &["upcard bench gin", "upcard bench gin --rounds 3 --json"]),
    help(
        "arena",
        &[
            "upcard arena contract-rummy --bots sharp,steady --matches 200",
            "upcard arena gin --bots 'cmd2:python3 examples/bot.py,novice' --json",
            "upcard arena merge part-1.jsonl part-2.jsonl",
            "upcard arena gin --bots sharp,steady --matches 20 --records matches",
        ],
    )
    .failing("'merge' is missing shards, or the output could not be written"),
    help(
        "lab",
        &[
            "upcard lab contract-rummy may-i --matches 1000",
            "upcard lab rummy rummy,buying.limit.per-deal=2 --json",
            "upcard lab gin --bots expert --matches 400 --shard 1/2 --resume part-1.jsonl",
            "upcard lab merge part-1.jsonl part-2.jsonl",
        ],
    )
    .failing("'merge' is missing shards, or the output could not be written"),
    help("bot", &["upcard bot --level sharp", "upcard bot --level expert --playouts 200"]),
    help(
        "check-bot",
        &[
            "upcard check-bot 'python3 examples/bot.py'",
            "upcard check-bot 'upcard bot --level novice' gin rummy --first-form --json",
        ],
    )
    .failing("the program breaks the protocol"),
    help(
        "play",
        &["upcard play gin --bots sharp", "upcard play rummy --plain", "upcard play --resume"],
    )
    .failing("the terminal was closed, or the input ended; the match is saved"),
    help(
        "sit",
        &[
            "upcard sit https://cards.example.org/t/NAME --name Ann",
            "upcard sit https://cards.example.org/t/NAME --watch --plain",
            "upcard sit https://cards.example.org --open rummy+jokers --bots sharp --name Ann",
        ],
    )
    .failing("the terminal was closed, the input ended, or the table no longer exists"),
    help(
        "serve",
        &[
            "upcard serve",
            "upcard serve --listen 0.0.0.0:8080 --url https://cards.example.org",
            "upcard serve --config upcard.toml",
        ],
    )
    .failing("the server could not start, or had to stop"),
    help("admin", &["upcard admin status", "upcard admin --admin /run/upcard/admin tables"])
        .failing("the server refused the request"),
    help("backup", &["upcard backup copy.db --store /var/lib/upcard/upcard.db"]),
    help("new-keys", &["upcard new-keys --store upcard.db"])
        .failing("the keys could not be generated"),
    help(
        "completions",
        &["upcard completions bash > ~/.local/share/bash-completion/completions/upcard"],
    ),
    help("manual", &["upcard manual man"]),
];

/// Adds these endings to the help of the program's commands.
pub(crate) fn add_to(mut program: Command) -> Command {
    for entry in COMMANDS {
        // Some commands exist on some systems only.
        if program.find_subcommand(entry.command).is_some() {
            program = program.mut_subcommand(entry.command, |command| {
                let words = entry.text();
                command.after_help(words)
            });
        }
    }
    program.after_help("Each command's --help has examples and exit codes.")
}

impl CommandHelp {
    const fn failing(self, failure: &'static str) -> CommandHelp {
        CommandHelp { failure, ..self }
    }

    fn text(&self) -> String {
        let examples: Vec<String> =
            self.examples.iter().map(|example| format!("  {example}")).collect();
        let codes = self.codes().map(|(code, what)| format!("  {code:<3}  {what}"));
        format!("Examples:\n{}\n\nExit codes:\n{}", examples.join("\n"), codes.join("\n"))
    }

    /// The exit codes with their meanings.
    fn codes(&self) -> [(u8, &'static str); 5] {
        [
            (0, "done"),
            (1, self.failure),
            (2, "invalid arguments or input; the error says why"),
            (130, "stopped by Ctrl-C"),
            (141, "nothing reads the output any more"),
        ]
    }
}

/// The same as sections of the manual page with this name.
pub(crate) fn sections(page: &str) -> Option<String> {
    let command = page.strip_prefix("upcard-")?;
    let entry = COMMANDS.iter().find(|entry| entry.command == command)?;
    let codes = entry.codes().map(|(code, what)| format!(".TP\n\\fB{code}\\fR\n{}\n", roff(what)));
    let examples = entry.examples.iter().map(|example| roff(example) + "\n").collect::<String>();
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
    use crate::documented_commands::split_words;

    #[test]
    fn every_command_has_examples_that_parse() {
        let program = add_to(Cli::command());
        for command in program.get_subcommands() {
            let name = command.get_name();
            let entry = COMMANDS.iter().find(|entry| entry.command == name);
            let entry = entry.unwrap_or_else(|| panic!("{name} has no examples"));
            assert!(!entry.examples.is_empty(), "{name}");
            for example in entry.examples {
                let asked = program.clone().try_get_matches_from(split_words(example));
                let asked = asked.unwrap_or_else(|error| panic!("{example}: {error}"));
                assert_eq!(asked.subcommand_name(), Some(name), "{example}");
            }
        }
        assert_eq!(COMMANDS.len(), program.get_subcommands().count());
    }
}

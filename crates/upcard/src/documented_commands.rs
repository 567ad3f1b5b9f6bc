//! Test: the program accepts every command in the documents, with all flags and values.

use std::fs;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;

use crate::program;

/// The project's Markdown documents.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    let mut folders = vec![root.join("docs"), root.join("examples")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            match path.extension().and_then(|ending| ending.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("md") => all.push(path),
                _ => {}
            }
        }
    }
    all
}

/// Commands in a document: lines of code blocks, and inline code.
fn commands(text: &str) -> Vec<String> {
    let (mut found, mut fenced) = (Vec::new(), false);
    let text = text.replace("\\\n", " ");
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if fenced {
            found.push(line.trim_start().trim_start_matches("$ ").to_owned());
        } else {
            found.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    found.retain(|command| command.starts_with("upcard "));
    found
}

/// Splits a command line as a shell would, as far as needed here.
pub(crate) fn split_words(command: &str) -> Vec<String> {
    let (mut words, mut quote, mut word) = (Vec::new(), None, String::new());
    for letter in command.chars() {
        match (quote, letter) {
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None, '|' | '>' | '&' | ';' | '<') => break,
            (None, ' ') => words.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Words of a complete command; `None` for an abbreviated one.
fn complete_command(command: &str) -> Option<Vec<String>> {
    let words = split_words(command.split(" # ").next()?);
    // A placeholder or an omission.
    let is_placeholder = |word: &String| {
        let plain = word.trim_start_matches('-');
        word.contains('…')
            || (plain.len() > 1 && plain.chars().all(|c| c.is_ascii_uppercase() || c == '-'))
    };
    let is_complete =
        words.len() > 1 && !words.iter().skip(1).any(|word| is_placeholder(word) && word != "JK");
    is_complete.then_some(words)
}

#[test]
fn every_documented_command_parses() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for path in documents() {
        for command in commands(&fs::read_to_string(&path).unwrap()) {
            let Some(words) = complete_command(&command) else { continue };
            count += 1;
            if let Err(error) = program().try_get_matches_from(&words)
                && error.use_stderr()
                // A command may be mentioned without its required arguments.
                && !matches!(
                    error.kind(),
                    ErrorKind::MissingRequiredArgument
                        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                )
                // Words of the notation begin like this, too.
                && program().find_subcommand(&words[1]).is_some()
            {
                let first = error.to_string().lines().next().unwrap_or_default().to_owned();
                wrong.push(format!("{}: {command}: {first}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 60, "{count}");
}

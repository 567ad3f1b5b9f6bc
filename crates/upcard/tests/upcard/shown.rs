//! The commands of docs/commands.md run as written, and so do the scenarios of docs/notation.md.

use std::path::Path;

use crate::misuse::printed;
use crate::{shell, texts};

const PAGE: &str = include_str!("../../../../docs/commands.md");

const NOTATION: &str = include_str!("../../../../docs/notation.md");

/// Not run here, but in other tests: commands that need a terminal, run until stopped, or take longer than
/// ten seconds.
const ELSEWHERE: [&str; 9] = [
    "upcard play gin --bots sharp",
    "upcard play --resume",
    "upcard replay match.record --look",
    "upcard serve",
    "upcard sit https",
    "upcard arena --bots sharp,steady",
    "upcard lab contract-rummy may-i",
    "upcard bench",
    "upcard review match.record",
];

#[test]
fn documented_commands_print_the_documented_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let folder = tempfile::tempdir().unwrap();
    #[cfg(unix)]
    for name in ["scenarios", "examples"] {
        std::os::unix::fs::symlink(root.join(name), folder.path().join(name)).unwrap();
    }
    let block = PAGE.split("```").nth(1).unwrap();
    let lines = block.lines().map(|line| line.split("  #").next().unwrap().trim());
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let mut run = 0;
    for line in &lines {
        if ELSEWHERE.iter().any(|start| line.starts_with(start)) || line.contains("python3") {
            continue;
        }
        let mut shell = shell(line);
        shell.current_dir(folder.path()).env("XDG_STATE_HOME", folder.path());
        let (code, _, errors) = texts(shell.output().unwrap());
        assert_eq!((code, &*errors), (Some(0), ""), "{line}");
        run += 1;
    }
    assert!(run >= 13 && lines.len() - run <= ELSEWHERE.len() + 2, "{run} of {}", lines.len());
}

#[test]
fn the_scenarios_of_the_notation_hold() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shown.scenario");
    let blocks =
        NOTATION.split("```").skip(1).step_by(2).filter(|block| block.starts_with("\ngame "));
    let mut played = 0;
    for block in blocks {
        std::fs::write(&file, block).unwrap();
        let output = printed(&["try", "--check", &file.display().to_string()]);
        assert!(!output.contains("expected"), "{block}\n{output}");
        played += 1;
    }
    assert!(played > 0);
}

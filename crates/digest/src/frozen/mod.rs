//! Regression guard on playing strength: digests of the bots' answers, the hints, and the nets' features and
//! values in 2,400 positions from play of each family of games.
//!
//! An unintended change is noticed at once, and an intended one is measured before it is kept. The positions
//! come from matches that are stored answer by answer (module `play`), so they stay the same while bots change.

mod columns;
mod family;
mod files;
mod play;
mod training_data;

use std::fmt::{self, Write as _};

use rayon::prelude::*;
use upcard_engine::Library;

pub use columns::{COLUMNS, Column};
pub use family::Family;
pub use files::FrozenError;
pub use training_data::training_data;

use crate::Digest;
use files::{digests_path, library, matches_path, read_matches, write_file};
use play::{BLOCK_SIZE, Block};

/// Number of positions of a family, in blocks; each block has a digest.
const POSITIONS: usize = 2400;
const BLOCKS: usize = POSITIONS / BLOCK_SIZE;

/// Calls `work` for each block of each family, on all cores, and returns the results in order. `matches` has
/// the blocks of each family that there are.
fn each_block<T: Send>(
    matches: &[Vec<Block>],
    work: impl Fn(Family, usize, Option<&Block>) -> T + Sync,
) -> Vec<T> {
    let blocks = Family::ALL.into_iter().zip(matches).flat_map(|(family, blocks)| {
        (0..BLOCKS).map(move |number| (family, number, blocks.get(number)))
    });
    let all: Vec<_> = blocks.collect();
    all.into_par_iter().map(|(family, number, block)| work(family, number, block)).collect()
}

/// Keeps the matches as far as they can still be replayed, and plays new ones for missing positions.
///
/// # Errors
/// If files cannot be read or written. If no file exists yet, all matches are new.
pub fn freeze_positions() -> Result<(), FrozenError> {
    let library = library()?;
    let old = Family::ALL.into_iter().map(|family| match read_matches(family) {
        Err(FrozenError::File(_, error)) if error.kind() == std::io::ErrorKind::NotFound => {
            Ok(Vec::new())
        }
        read => read,
    });
    let filled = each_block(&old.collect::<Result<Vec<_>, _>>()?, |family, number, old| {
        play::fill_block(&library, family, number, old.cloned().unwrap_or_default())
    });
    for (family, blocks) in Family::ALL.into_iter().zip(filled.chunks(BLOCKS)) {
        write_file(matches_path(family), &play::write(blocks))?;
    }
    Ok(())
}

/// The digests of a family's positions in a column, one per block.
#[derive(Clone, PartialEq, Eq, Debug)]
struct DigestRow {
    family: String,
    column: String,
    blocks: Vec<u32>,
}

fn current_rows() -> Result<Vec<DigestRow>, FrozenError> {
    let library = library()?;
    let matches = Family::ALL.into_iter().map(read_matches).collect::<Result<Vec<_>, _>>()?;
    let digests = each_block(&matches, |family, number, block| {
        block.map_or(Ok(Vec::new()), |block| digest_block(&library, family, number, block))
    });
    let mut faults = Vec::new();
    let mut rows: Vec<DigestRow> = Vec::new();
    for (at, block) in digests.into_iter().enumerate() {
        let family = Family::ALL[at / BLOCKS];
        let block = block.unwrap_or_else(|mut more| {
            faults.append(&mut more);
            Vec::new()
        });
        for (column, digest) in block {
            let (family, column) = (family.code().to_owned(), column.name().to_owned());
            match rows.iter_mut().find(|row| row.family == family && row.column == column) {
                Some(row) => row.blocks.push(digest),
                None => rows.push(DigestRow { family, column, blocks: vec![digest] }),
            }
        }
    }
    if faults.is_empty() { Ok(rows) } else { Err(FrozenError::Unplayable(faults)) }
}

/// The digests of a block, or the faults of its matches.
fn digest_block(
    library: &Library,
    family: Family,
    block: usize,
    matches: &Block,
) -> Result<Vec<(Column, u32)>, Vec<String>> {
    let columns = || COLUMNS.into_iter().filter(|column| column.applies_to(family));
    let mut digests: Vec<(Column, Digest)> =
        columns().map(|column| (column, Digest::default())).collect();
    let mut number = block * BLOCK_SIZE;
    let mut faults = Vec::new();
    for one in matches {
        let replayed = one.replay(library, |view, _| {
            for (column, digest) in &mut digests {
                // Writing to a digest never fails.
                let _ = column.write(view, number, digest);
                let _ = digest.write_char('\n');
            }
            number += 1;
        });
        if let Err(fault) = replayed {
            faults.push(one.name(&fault));
        }
    }
    if number != (block + 1) * BLOCK_SIZE && faults.is_empty() {
        let (name, block) = (family.code(), block + 1);
        faults.push(format!("{name}, block {block}: expected {BLOCK_SIZE} positions"));
    }
    let folded = |digest: Digest| (digest.value ^ digest.value >> 32) as u32;
    if faults.is_empty() {
        Ok(digests.into_iter().map(|(column, digest)| (column, folded(digest))).collect())
    } else {
        Err(faults)
    }
}

const HEAD: &str = "# Digests of what is answered in positions from play, a row for each family and column, a\n\
     # digest for each block of 100 positions. cargo xtask freeze writes them; see CONTRIBUTING.md.\n";

fn format_rows(rows: &[DigestRow]) -> String {
    let mut text = String::from(HEAD);
    for row in rows {
        let _ = writeln!(text, "{} {}", row.family, row.column);
        for line in row.blocks.chunks(10) {
            let digests: Vec<String> = line.iter().map(|digest| format!("{digest:08x}")).collect();
            let _ = writeln!(text, "  {}", digests.join(" "));
        }
    }
    text
}

fn parse_rows(text: &str) -> Result<Vec<DigestRow>, usize> {
    let mut rows: Vec<DigestRow> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        if let Some(digests) = line.strip_prefix("  ") {
            let row = rows.last_mut().ok_or(number + 1)?;
            for digest in digests.split(' ') {
                row.blocks.push(u32::from_str_radix(digest, 16).map_err(|_| number + 1)?);
            }
        } else {
            let (family, column) = line.split_once(' ').ok_or(number + 1)?;
            let (family, column) = (family.to_owned(), column.to_owned());
            rows.push(DigestRow { family, column, blocks: Vec::new() });
        }
    }
    Ok(rows)
}

/// Writes the current digests and returns what has changed.
///
/// # Errors
/// If files cannot be read or written, or matches can no longer be replayed.
pub fn freeze() -> Result<Changes, FrozenError> {
    let now = current_rows()?;
    let before = std::fs::read_to_string(digests_path()).ok();
    let before = before.and_then(|text| parse_rows(&text).ok()).unwrap_or_default();
    write_file(digests_path(), &format_rows(&now))?;
    Ok(Changes::between(&before, &now))
}

/// Compares the current answers with the frozen ones.
///
/// # Errors
/// If files cannot be read, or matches can no longer be replayed.
pub fn compare() -> Result<Changes, FrozenError> {
    let path = digests_path();
    let text =
        std::fs::read_to_string(&path).map_err(|error| FrozenError::File(path.clone(), error))?;
    let before = parse_rows(&text).map_err(|line| FrozenError::Line(path, line))?;
    Ok(Changes::between(&before, &current_rows()?))
}

/// The output of a column for each position of a block, one per line, for comparing two programs.
///
/// # Errors
/// If files cannot be read, or matches can no longer be replayed.
pub fn list_block(family: Family, column: Column, block: usize) -> Result<String, FrozenError> {
    let library = library()?;
    let blocks = read_matches(family)?;
    let number = block.saturating_sub(1);
    let mut text = String::new();
    let mut at = number * BLOCK_SIZE;
    for one in blocks.get(number).into_iter().flatten() {
        let replayed = one.replay(&library, |view, name| {
            let _ = write!(text, "{}: ", name());
            let _ = column.write(view, at, &mut text);
            text.push('\n');
            at += 1;
        });
        replayed.map_err(|fault| FrozenError::Unplayable(vec![one.name(&fault)]))?;
    }
    Ok(text)
}

/// Changes: for each family and column the blocks, from 1, whose digests differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changes {
    rows: Vec<(String, String, Vec<usize>)>,
}

impl Changes {
    fn between(before: &[DigestRow], now: &[DigestRow]) -> Changes {
        let blocks = |rows: &[DigestRow], of: &DigestRow| {
            let found = rows.iter().find(|row| row.family == of.family && row.column == of.column);
            found.map_or(Vec::new(), |row| row.blocks.clone())
        };
        let mut rows = Vec::new();
        let gone = before.iter().filter(|row| blocks(now, row).is_empty());
        for row in now.iter().chain(gone) {
            let (old, new) = (blocks(before, row), blocks(now, row));
            let differ = (0..old.len().max(new.len())).filter(|at| old.get(*at) != new.get(*at));
            let differ: Vec<usize> = differ.map(|at| at + 1).collect();
            if !differ.is_empty() {
                rows.push((row.family.clone(), row.column.clone(), differ));
            }
        }
        Changes { rows }
    }

    /// Returns `true` if nothing has changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing has changed");
        }
        f.write_str("Answers in frozen positions have changed:")?;
        for (family, column, blocks) in &self.rows {
            let numbers: Vec<String> = blocks.iter().map(usize::to_string).collect();
            let which = match blocks.len() {
                BLOCKS => "all blocks".to_owned(),
                n => format!("{n} of {BLOCKS} blocks ({})", numbers.join(" ")),
            };
            write!(f, "\n  {family:10} {column:8} {which}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(column: &str, blocks: &[u32]) -> DigestRow {
        DigestRow { family: "gin".into(), column: column.into(), blocks: blocks.to_vec() }
    }

    #[test]
    fn digests_round_trip() {
        let rows = [row("steady", &[1; 20]), row("hint", &[2, 0xffff_ffff])];
        assert_eq!(parse_rows(&format_rows(&rows)).unwrap(), rows);
        assert_eq!(parse_rows("gin steady\n  0000000g\n"), Err(2));
        assert_eq!(parse_rows("  00000001\n"), Err(1));
    }

    #[test]
    fn changes_are_named_by_family_column_and_block() {
        let before = [row("steady", &[1, 2, 3]), row("hint", &[4, 5]), row("worth", &[6])];
        let now = [row("steady", &[1, 7, 8]), row("hint", &[4, 5]), row("novice", &[9])];
        let changes = Changes::between(&before, &now).to_string();
        let lines: Vec<&str> = changes.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "  gin        steady   2 of 24 blocks (2 3)",
                "  gin        novice   1 of 24 blocks (1)",
                "  gin        worth    1 of 24 blocks (1)",
            ]
        );
        assert!(Changes::between(&before, &before).is_empty());
    }
}

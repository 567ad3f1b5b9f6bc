//! Clusters missing from merged result files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::options::Shard;

/// Maximum number of shards or clusters listed.
const NAMED: usize = 5;

/// Missing part of a tournament or laboratory run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    found: u64,
    wanted: u64,
    what: What,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum What {
    /// Shards, each with the number of its clusters found and its size; and the number of unlisted shards.
    Parts(Vec<(Shard, u64, u64)>, u64),
    /// Cluster numbers, if the division into shards is unknown; and the number of unlisted ones.
    Clusters(Vec<u64>, u64),
}

impl Missing {
    /// Returns `None` if all wanted clusters were found. `parts` are the shards named in the files.
    pub(crate) fn of(
        found: &BTreeSet<u64>,
        wanted: u64,
        parts: &BTreeSet<Shard>,
    ) -> Option<Missing> {
        let there = found.len() as u64;
        if there >= wanted {
            return None;
        }
        let counts: BTreeSet<u32> = parts.iter().map(|part| part.count()).collect();
        let what = match counts.first() {
            Some(count) if counts.len() == 1 => of_parts(found, wanted, *count),
            _ => {
                let named = (0..wanted).filter(|index| !found.contains(index));
                let named: Vec<u64> = named.take(NAMED).collect();
                let more = wanted - there - named.len() as u64;
                What::Clusters(named, more)
            }
        };
        Some(Missing { found: there, wanted, what })
    }
}

/// Describes what is missing if all files are shards of `count`.
fn of_parts(found: &BTreeSet<u64>, wanted: u64, count: u32) -> What {
    let mut there: BTreeMap<u64, u64> = BTreeMap::new();
    for index in found {
        *there.entry(index % u64::from(count)).or_default() += 1;
    }
    let size = |part: u64| (wanted - part).div_ceil(u64::from(count));
    let whole = there.iter().filter(|(part, has)| **has == size(**part)).count() as u64;
    // With more shards than clusters, the last ones are empty.
    let parts = u64::from(count).min(wanted);
    let short = (0..count).take_while(|part| u64::from(*part) < parts).filter_map(|part| {
        let (has, size) = (there.get(&part.into()).copied().unwrap_or(0), size(part.into()));
        (has < size).then(|| (Shard::at(part, count), has, size))
    });
    let named: Vec<_> = short.take(NAMED).collect();
    let more = parts - whole - named.len() as u64;
    What::Parts(named, more)
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} clusters are there: ", self.found, self.wanted)?;
        match &self.what {
            What::Parts(parts, more) => {
                let each = parts.iter().map(|(part, has, size)| match has {
                    0 => format!("part {part} is missing"),
                    has => format!("part {part} has {has} of {size}"),
                });
                f.write_str(&each.collect::<Vec<_>>().join(", "))?;
                further(f, *more, "part")
            }
            What::Clusters(clusters, more) => {
                let numbers: Vec<String> = clusters.iter().map(u64::to_string).collect();
                write!(f, "missing, counted from 0: {}", numbers.join(", "))?;
                further(f, *more, "cluster")
            }
        }
    }
}

/// Writes how many are not listed.
fn further(f: &mut fmt::Formatter<'_>, more: u64, what: &str) -> fmt::Result {
    match more {
        0 => Ok(()),
        1 => write!(f, ", and 1 {what} more"),
        more => write!(f, ", and {more} {what}s more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(found: impl IntoIterator<Item = u64>, wanted: u64, parts: &[&str]) -> Option<String> {
        let parts = parts.iter().map(|part| part.parse().unwrap()).collect();
        Missing::of(&found.into_iter().collect(), wanted, &parts).map(|missing| missing.to_string())
    }

    #[test]
    fn parts_are_named_by_what_there_is_of_them() {
        let but_the_third = || (0..30).filter(|index| index % 3 != 2);
        assert_eq!(said(0..30, 30, &["1/3"]), None);
        assert_eq!(
            said(but_the_third(), 30, &["1/3", "2/3"]).unwrap(),
            "20 of 30 clusters are there: part 3/3 is missing"
        );
        assert_eq!(
            said(but_the_third().skip(1), 30, &["2/3"]).unwrap(),
            "19 of 30 clusters are there: part 1/3 has 9 of 10, part 3/3 is missing"
        );
        // Shards with other sizes, and more shards than clusters.
        assert_eq!(
            said([0, 2, 4], 5, &["1/2"]).unwrap(),
            "3 of 5 clusters are there: part 2/2 is missing"
        );
        let many = said([0], 3, &["1/4000000000"]).unwrap();
        assert!(
            many.ends_with("part 2/4000000000 is missing, part 3/4000000000 is missing"),
            "{many}"
        );
        let none = said([], u64::MAX, &["7/9"]).unwrap();
        assert!(none.ends_with("part 5/9 is missing, and 4 parts more"), "{none}");
    }

    #[test]
    fn clusters_are_numbered_where_parts_are_not_known() {
        for parts in [&[][..], &["1/2", "1/3"]] {
            assert_eq!(
                said([0, 1, 3], 10, parts).unwrap(),
                "3 of 10 clusters are there: missing, counted from 0: 2, 4, 5, 6, 7, and 2 clusters more"
            );
        }
    }
}

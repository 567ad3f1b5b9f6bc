//! Clusters missing from merged result files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::options::Shard;

const MAX_LISTED: usize = 5;

/// Missing part of a tournament or laboratory run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    found: u64,
    wanted: u64,
    detail: Detail,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Detail {
    /// Shards, each with the number of its clusters found and its size; and the number of unlisted shards.
    Shards(Vec<(Shard, u64, u64)>, u64),
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
        let present = found.len() as u64;
        if present >= wanted {
            return None;
        }
        let counts: BTreeSet<u32> = parts.iter().map(|part| part.count).collect();
        let detail = match counts.first() {
            Some(count) if counts.len() == 1 => missing_shards(found, wanted, *count),
            _ => {
                let named = (0..wanted).filter(|index| !found.contains(index));
                let named: Vec<u64> = named.take(MAX_LISTED).collect();
                let more = wanted - present - named.len() as u64;
                Detail::Clusters(named, more)
            }
        };
        Some(Missing { found: present, wanted, detail })
    }
}

/// Describes what is missing if all files are shards of `count`.
fn missing_shards(found: &BTreeSet<u64>, wanted: u64, count: u32) -> Detail {
    let mut present: BTreeMap<u64, u64> = BTreeMap::new();
    for index in found {
        *present.entry(index % u64::from(count)).or_default() += 1;
    }
    let size = |part: u64| (wanted - part).div_ceil(u64::from(count));
    let whole = present.iter().filter(|(part, has)| **has == size(**part)).count() as u64;
    // With more shards than clusters, the last ones are empty.
    let parts = u64::from(count).min(wanted);
    let short = (0..count).take_while(|part| u64::from(*part) < parts).filter_map(|index| {
        let (has, size) = (present.get(&index.into()).copied().unwrap_or(0), size(index.into()));
        (has < size).then_some((Shard { index, count }, has, size))
    });
    let named: Vec<_> = short.take(MAX_LISTED).collect();
    let more = parts - whole - named.len() as u64;
    Detail::Shards(named, more)
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} clusters present: ", self.found, self.wanted)?;
        match &self.detail {
            Detail::Shards(parts, more) => {
                let each = parts.iter().map(|(part, has, size)| match has {
                    0 => format!("shard {part} is missing"),
                    has => format!("shard {part} has {has} of {size}"),
                });
                f.write_str(&each.collect::<Vec<_>>().join(", "))?;
                write_unlisted(f, *more, "shard")
            }
            Detail::Clusters(clusters, more) => {
                let numbers: Vec<String> = clusters.iter().map(u64::to_string).collect();
                write!(f, "missing, counted from 0: {}", numbers.join(", "))?;
                write_unlisted(f, *more, "cluster")
            }
        }
    }
}

fn write_unlisted(f: &mut fmt::Formatter<'_>, more: u64, what: &str) -> fmt::Result {
    match more {
        0 => Ok(()),
        1 => write!(f, ", and 1 more {what}"),
        more => write!(f, ", and {more} more {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(found: impl IntoIterator<Item = u64>, wanted: u64, parts: &[&str]) -> Option<String> {
        let parts = parts.iter().map(|part| part.parse().unwrap()).collect();
        Missing::of(&found.into_iter().collect(), wanted, &parts).map(|missing| missing.to_string())
    }

    #[test]
    fn missing_shards_are_listed_with_their_counts() {
        let without_third_shard = || (0..30).filter(|index| index % 3 != 2);
        assert_eq!(text(0..30, 30, &["1/3"]), None);
        let two = text(without_third_shard(), 30, &["1/3", "2/3"]).unwrap();
        assert_eq!(two, "20 of 30 clusters present: shard 3/3 is missing");
        let cut = text(without_third_shard().skip(1), 30, &["2/3"]).unwrap();
        let short = "shard 1/3 has 9 of 10, shard 3/3 is missing";
        assert_eq!(cut, format!("19 of 30 clusters present: {short}"));
        // Shards with other sizes, and more shards than clusters.
        let one = text([0, 2, 4], 5, &["1/2"]).unwrap();
        assert_eq!(one, "3 of 5 clusters present: shard 2/2 is missing");
        let many = text([0], 3, &["1/4000000000"]).unwrap();
        let others = "shard 2/4000000000 is missing, shard 3/4000000000 is missing";
        assert!(many.ends_with(others), "{many}");
        let none = text([], u64::MAX, &["7/9"]).unwrap();
        assert!(none.ends_with("shard 5/9 is missing, and 4 more shards"), "{none}");
    }

    #[test]
    fn missing_clusters_are_listed_if_shards_are_unknown() {
        for parts in [&[][..], &["1/2", "1/3"]] {
            let numbers = "missing, counted from 0: 2, 4, 5, 6, 7, and 2 more clusters";
            let expected = format!("3 of 10 clusters present: {numbers}");
            assert_eq!(text([0, 1, 3], 10, parts).unwrap(), expected);
        }
    }
}

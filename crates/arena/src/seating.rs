//! Mirrored seatings of the same deals.

use crate::options::ArenaError;

/// Seatings of a cluster: for each match, the contestant (by its index in the list) at each seat. Contestants
/// repeat until the table is full; each seating is the previous one rotated by a seat, without duplicates.
pub(crate) fn seatings(bots: usize, seats: usize) -> Result<Vec<Vec<usize>>, ArenaError> {
    if bots == 0 || bots > seats {
        return Err(ArenaError::Seats { bots, seats });
    }
    let first: Vec<usize> = (0..seats).map(|seat| seat % bots).collect();
    let mut all: Vec<Vec<usize>> = Vec::new();
    for turn in 0..seats {
        let mut seating = first.clone();
        seating.rotate_right(turn);
        if !all.contains(&seating) {
            all.push(seating);
        }
    }
    Ok(all)
}

/// Merges contestants with the same name. Returns the distinct names and, for each list entry, its index
/// among them.
pub(crate) fn distinct(names: &[String]) -> (Vec<String>, Vec<usize>) {
    let mut distinct_names: Vec<String> = Vec::new();
    let places = names
        .iter()
        .map(|name| match distinct_names.iter().position(|n| n == name) {
            Some(at) => at,
            None => {
                distinct_names.push(name.clone());
                distinct_names.len() - 1
            }
        })
        .collect();
    (distinct_names, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contestant_sits_everywhere() {
        let two = seatings(2, 4).unwrap();
        assert_eq!(two, [vec![0, 1, 0, 1], vec![1, 0, 1, 0]]);
        let four = seatings(4, 4).unwrap();
        for bot in 0..4 {
            let mut seats: Vec<_> =
                four.iter().map(|s| s.iter().position(|b| *b == bot).unwrap()).collect();
            seats.sort_unstable();
            assert_eq!(seats, [0, 1, 2, 3]);
        }
        assert!(seatings(5, 4).is_err());
        assert!(seatings(0, 4).is_err());
    }
}

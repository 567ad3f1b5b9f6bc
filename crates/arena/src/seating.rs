//! Who sits where: mirrored seatings of the same deals.

use crate::options::ArenaError;

/// The seatings of a cluster: for each match, which contestant (by its place in the list) sits
/// where. Contestants are repeated in turn until the table is full, and each seating is the one
/// before turned by a seat; seatings that come again are left out.
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

/// Contestants with the same name are one; gives the names once and, for each entry of the list,
/// its place among them.
pub(crate) fn distinct(names: &[String]) -> (Vec<String>, Vec<usize>) {
    let mut once: Vec<String> = Vec::new();
    let places = names
        .iter()
        .map(|name| match once.iter().position(|n| n == name) {
            Some(at) => at,
            None => {
                once.push(name.clone());
                once.len() - 1
            }
        })
        .collect();
    (once, places)
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

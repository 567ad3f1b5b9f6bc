//! Contents of a rejoin link: seat owner, table and expiry.

use upcard_table::Guest;

use crate::keys::Keys;

/// Validity of a link, in seconds.
pub const VALID_SECONDS: u64 = 15 * 60;

/// Contents of a rejoin link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RejoinToken {
    /// Owner of the seat.
    pub owner: Guest,
    /// Id of the table.
    pub table: String,
    /// How often the seat had moved to another device when the link was made; the next move invalidates it.
    pub moves: u32,
}

impl RejoinToken {
    /// Signs the token, valid for [`VALID_SECONDS`] seconds from `now` (Unix time in seconds).
    #[must_use]
    pub fn sign(&self, keys: &Keys, now: u64) -> String {
        let RejoinToken { owner, table, moves } = self;
        let until = now.saturating_add(VALID_SECONDS);
        keys.sign("rejoin", &format!("{owner}.{table}.{moves}.{until}"))
    }

    /// Parses a token; `None` if it is not signed by one of these keys, or has expired at `now`.
    #[must_use]
    pub fn read(keys: &Keys, token: &str, now: u64) -> Option<RejoinToken> {
        let text = keys.verify("rejoin", token)?;
        let mut parts = text.split('.');
        let owner = parts.next()?.parse().ok()?;
        let table = parts.next()?.to_owned();
        let moves = parts.next()?.parse().ok()?;
        let until: u64 = parts.next()?.parse().ok()?;
        let whole = parts.next().is_none();
        (whole && now <= until).then_some(RejoinToken { owner, table, moves })
    }
}

#[cfg(test)]
mod tests {
    use upcard_table::Hex;

    use super::*;

    /// Links made by the first version must stay valid.
    #[test]
    fn links_of_the_first_version_are_valid() {
        let keys = Keys::new((0..32).collect());
        let token = RejoinToken { owner: Hex([5; 16]), table: "abcdefghijkm".into(), moves: 3 };
        let text = "05050505050505050505050505050505.abcdefghijkm.3.1900.\
                    2eb65a3cfcc4eedc5e38903a479691b3";
        assert_eq!(RejoinToken::read(&keys, text, 1_000), Some(token.clone()));
        assert_eq!(token.sign(&keys, 1_000), text);
    }

    #[test]
    fn a_link_is_valid_for_fifteen_minutes_and_by_its_signature() {
        let keys = Keys::new(vec![1; 32]);
        let token = RejoinToken { owner: Hex([5; 16]), table: "abcdefghijkm".into(), moves: 3 };
        let text = token.sign(&keys, 1_000);
        let read = |now| RejoinToken::read(&keys, &text, now);
        assert_eq!(read(1_000), Some(token.clone()));
        assert_eq!(read(1_000 + 15 * 60), Some(token.clone()));
        assert_eq!(read(1_000 + 15 * 60 + 1), None);
        assert_eq!(read(u64::MAX), None);
        // Setting the clock back does not invalidate a link.
        assert_eq!(read(0), Some(token.clone()));
        // Forged expiry, table or move count, and a foreign key.
        for (part, other) in [("1900", "9900"), ("abcdef", "abcdeg"), (".3.", ".4.")] {
            let forged = text.replacen(part, other, 1);
            assert_ne!(forged, text);
            assert_eq!(RejoinToken::read(&keys, &forged, 1_000), None, "{forged}");
        }
        assert_eq!(RejoinToken::read(&Keys::new(vec![2; 32]), &text, 1_000), None);
        // A link survives a key rotation.
        let changed = Keys::new(vec![2; 32]).with_older(vec![vec![1; 32]]);
        assert_eq!(RejoinToken::read(&changed, &text, 1_000), Some(token));
        // Correctly signed, but malformed.
        for odd in ["", "05", "x.y.1.2", &format!("{}.t.1.2000.3", Hex([5; 16]))] {
            let signed = keys.sign("rejoin", odd);
            assert_eq!(RejoinToken::read(&keys, &signed, 1_000), None, "{odd}");
        }
    }
}

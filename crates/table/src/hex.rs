//! Fixed-length byte arrays with a hexadecimal text form.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// `N` bytes; the text form has two hexadecimal digits per byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex<const N: usize>(pub [u8; N]);

/// Error for text that is not the expected number of hexadecimal bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseHexError {
    /// Expected number of bytes.
    pub bytes: usize,
}

impl fmt::Display for ParseHexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} hexadecimal digits", self.bytes * 2)
    }
}

impl std::error::Error for ParseHexError {}

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl<const N: usize> fmt::Debug for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const N: usize> FromStr for Hex<N> {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Self, ParseHexError> {
        let mut bytes = [0; N];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| ParseHexError { bytes: N })?;
        Ok(Hex(bytes))
    }
}

impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_read_back() {
        let bytes = Hex([0, 1, 0xab, 0xff]);
        assert_eq!(bytes.to_string(), "0001abff");
        assert_eq!("0001ABff".parse(), Ok(bytes));
        for wrong in ["", "0001abf", "0001abfg", "0001abff00", "ä01abff"] {
            assert_eq!(wrong.parse::<Hex<4>>(), Err(ParseHexError { bytes: 4 }), "{wrong}");
        }
    }
}

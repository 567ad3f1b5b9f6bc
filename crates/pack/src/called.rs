//! The functions that the first turns call. A name is stored as a hash, without the parts that change with
//! compiler and library versions.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;

/// Prefix of a crate's disambiguator in a mangled name.
const CRATE: &str = "Cs";

/// Hashes of the called functions' names.
#[derive(Default, PartialEq, Eq, Debug)]
pub(crate) struct Called(BTreeSet<u32>);

impl Called {
    /// Reads what [`Called::write`] has written.
    pub(crate) fn read(path: &Path) -> Result<Called, Box<dyn Error>> {
        let told = |error| format!("{}: {error}", path.display());
        let bytes = fs::read(path).map_err(|error| told(error.to_string()))?;
        let (numbers, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(told("its length is no multiple of four bytes".to_owned()).into());
        }
        Ok(Called(numbers.iter().map(|number| u32::from_le_bytes(*number)).collect()))
    }

    pub(crate) fn write(&self, path: &Path) -> std::io::Result<()> {
        fs::write(path, self.0.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())
    }

    pub(crate) fn add(&mut self, name: &str) {
        self.0.insert(number(name));
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains(&number(name))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Hashes a name: FNV-1a of its stable part.
fn number(name: &str) -> u32 {
    lasting(name)
        .bytes()
        .fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Returns a mangled name without crate hashes, and without the suffix that distinguishes copies of a function.
fn lasting(name: &str) -> String {
    let name = name.split('.').next().unwrap_or_default();
    let mut lasting = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once(CRATE) {
        lasting += before;
        lasting += CRATE;
        // The hash ends with an underscore.
        rest = match after.split_once('_') {
            Some((hash, after)) if hash.bytes().all(|byte| byte.is_ascii_alphanumeric()) => after,
            _ => after,
        };
    }
    lasting + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_lasts_beyond_a_compiler() {
        let names = [
            "_RNvMs_NtCsbXUSpCsjrKw_13upcard_client4draftNtB4_5Draft3newCs4fqI2P2rA04_10upcard_web",
            "_RNvMs_NtCs0000000000A_13upcard_client4draftNtB4_5Draft3newCs1111111111B_10upcard_web.llvm.77",
        ];
        assert_eq!(lasting(names[0]), lasting(names[1]));
        assert_eq!(
            lasting(names[0]),
            "_RNvMs_NtCs13upcard_client4draftNtB4_5Draft3newCs10upcard_web"
        );
        assert_ne!(number(names[0]), number("_RNvMs_NtCs13upcard_client4draftNtB4_5Draft4show"));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("called.bin");
        let mut called = Called::default();
        ["one", "two"].iter().for_each(|name| called.add(name));
        called.write(&path).expect("it is written");
        let read = Called::read(&path).expect("it is read");
        assert_eq!(read, called);
        assert!(read.has("two") && !read.has("three") && read.len() == 2);
        fs::write(&path, [1, 2, 3]).expect("it is cut");
        let refused = Called::read(&path).expect_err("it is cut").to_string();
        assert!(refused.contains("called.bin: its length"), "{refused}");
    }
}

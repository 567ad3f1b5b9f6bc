//! The functions that the first turns call. A name is stored as a hash, without the parts that change with
//! compiler and library versions.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;

/// Prefix of a crate's disambiguator in a mangled name.
const CRATE_MARK: &str = "Cs";

/// Hashes of the called functions' names.
#[derive(Default, PartialEq, Eq, Debug)]
pub(crate) struct CalledFunctions(BTreeSet<u32>);

impl CalledFunctions {
    /// Reads what [`CalledFunctions::write`] has written.
    pub(crate) fn read(path: &Path) -> Result<CalledFunctions, Box<dyn Error>> {
        let told = |error| format!("{}: {error}", path.display());
        let bytes = fs::read(path).map_err(|error| told(error.to_string()))?;
        let (numbers, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(told("its length is not a multiple of four bytes".to_owned()).into());
        }
        Ok(CalledFunctions(numbers.iter().map(|number| u32::from_le_bytes(*number)).collect()))
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.0.contains(&hash_name(name))
    }
}

/// What recording needs.
#[cfg(any(test, feature = "light"))]
impl CalledFunctions {
    pub(crate) fn write(&self, path: &Path) -> std::io::Result<()> {
        fs::write(path, self.0.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())
    }

    pub(crate) fn add(&mut self, name: &str) {
        self.0.insert(hash_name(name));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Hashes a name: FNV-1a of its stable part.
fn hash_name(name: &str) -> u32 {
    stable_name(name)
        .bytes()
        .fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Returns a mangled name without crate hashes, and without the suffix that distinguishes copies of a function.
fn stable_name(name: &str) -> String {
    let name = name.split('.').next().unwrap_or_default();
    let mut stable = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once(CRATE_MARK) {
        stable += before;
        stable += CRATE_MARK;
        // The hash ends with an underscore.
        rest = match after.split_once('_') {
            Some((hash, after)) if hash.bytes().all(|byte| byte.is_ascii_alphanumeric()) => after,
            _ => after,
        };
    }
    stable + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_stable_across_compilers() {
        let names = [
            "_RNvMs_NtCsbXUSpCsjrKw_13upcard_client4draftNtB4_5Draft3newCs4fqI2P2rA04_10upcard_web",
            "_RNvMs_NtCs0000000000A_13upcard_client4draftNtB4_5Draft3newCs1111111111B_10upcard_web.llvm.77",
        ];
        assert_eq!(stable_name(names[0]), stable_name(names[1]));
        assert_eq!(
            stable_name(names[0]),
            "_RNvMs_NtCs13upcard_client4draftNtB4_5Draft3newCs10upcard_web"
        );
        let other = "_RNvMs_NtCs13upcard_client4draftNtB4_5Draft4show";
        assert_ne!(hash_name(names[0]), hash_name(other));
    }

    #[test]
    fn a_list_round_trips() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("called.bin");
        let mut called = CalledFunctions::default();
        ["one", "two"].iter().for_each(|name| called.add(name));
        called.write(&path).expect("it is written");
        let read = CalledFunctions::read(&path).expect("it is read");
        assert_eq!(read, called);
        assert!(read.contains("two") && !read.contains("three") && read.len() == 2);
        fs::write(&path, [1, 2, 3]).expect("it is cut");
        let refused = CalledFunctions::read(&path).expect_err("it is cut").to_string();
        assert!(refused.contains("called.bin: its length"), "{refused}");
    }
}

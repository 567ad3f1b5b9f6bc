//! Nets that are tried before they are built in.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use upcard_bots::value::{NetsError, ValueNets};

/// Why there are no nets to play by.
#[derive(thiserror::Error, Debug)]
pub enum NetsFault {
    /// The file could not be read.
    #[error("{}: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It holds no nets of this program's form.
    #[error("{}: {fault}", path.display())]
    Form {
        /// Which.
        path: PathBuf,
        /// Why.
        fault: NetsError,
    },
}

/// What experts value positions by.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Nets {
    /// A file of nets that experts play by instead of their own, as the tutor writes it.
    #[arg(long, value_name = "FILE")]
    nets: Option<PathBuf>,
}

impl Nets {
    /// Installs them, where some were given; by what they are known then.
    pub(crate) fn install(&self) -> Result<Option<String>, NetsFault> {
        self.nets.as_deref().map(install).transpose()
    }
}

/// The most that is read of a file, in bytes: more than nets with their head have.
const MOST: u64 = 1 << 20;

/// Installs the nets of a file; a digest of them.
fn install(path: &Path) -> Result<String, NetsFault> {
    let mut bytes = Vec::new();
    // Nets have a length: a file that goes on is none.
    File::open(path)
        .and_then(|file| file.take(MOST).read_to_end(&mut bytes))
        .map_err(|source| NetsFault::File { path: path.to_owned(), source })?;
    ValueNets::install(&bytes).map_err(|fault| NetsFault::Form { path: path.to_owned(), fault })?;
    Ok(hex::encode(&Sha256::digest(&bytes)[..8]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_the_file_and_what_is_wrong_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("no.nets");
        assert!(matches!(install(&missing), Err(NetsFault::File { path, .. }) if path == missing));
        let other = folder.path().join("other.nets");
        std::fs::write(&other, "nets").unwrap();
        let fault = install(&other).unwrap_err().to_string();
        assert!(fault.contains("other.nets: these are no nets"), "{fault}");
        if cfg!(unix) {
            let endless = install(Path::new("/dev/zero")).unwrap_err().to_string();
            assert!(endless.contains("/dev/zero: these are no nets"), "{endless}");
        }
    }
}

//! Trying out nets before they are built in.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use upcard_bots::value::{NetsError, ValueNets};

/// Why nets could not be loaded.
#[derive(thiserror::Error, Debug)]
pub enum NetsLoadError {
    /// The file could not be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        source: std::io::Error,
    },
    /// The file does not hold nets of this version's format.
    #[error("{}: {fault}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The error.
        fault: NetsError,
    },
}

/// Value nets of experts.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Nets {
    /// File of nets, as written by the tutor, that experts use instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    nets: Option<PathBuf>,
}

impl Nets {
    /// Installs the nets, if given, and returns their digest.
    pub(crate) fn install(&self) -> Result<Option<String>, NetsLoadError> {
        self.nets.as_deref().map(install).transpose()
    }
}

/// Maximum number of bytes read from a file: larger than any valid net file.
const MAX_BYTES: u64 = 1 << 20;

/// Installs the nets of a file and returns their digest.
fn install(path: &Path) -> Result<String, NetsLoadError> {
    let mut bytes = Vec::new();
    // Bounded read; a longer file is invalid anyway.
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes))
        .map_err(|source| NetsLoadError::File { path: path.to_owned(), source })?;
    ValueNets::install(&bytes)
        .map_err(|fault| NetsLoadError::Format { path: path.to_owned(), fault })?;
    Ok(hex::encode(&Sha256::digest(&bytes)[..8]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_error_names_the_file_and_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("no.nets");
        assert!(
            matches!(install(&missing), Err(NetsLoadError::File { path, .. }) if path == missing)
        );
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

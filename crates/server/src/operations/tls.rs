//! TLS termination, with certificate and key from PEM files that are reloaded when they change.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use parking_lot::RwLock;
use thiserror::Error;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// PEM files of certificate and key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TlsFiles {
    /// Certificate chain.
    pub cert: PathBuf,
    /// Private key.
    pub key: PathBuf,
}

/// Reason why certificate and key cannot be used.
#[derive(Debug, Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// A file contains no certificate or key, or a damaged one.
    #[error("{0}: {1}")]
    Pem(PathBuf, pem::Error),
    /// There is no certificate in the file.
    #[error("{0} contains no certificate")]
    NoCertificate(PathBuf),
    /// They do not match, or are of an unsupported kind.
    #[error("{cert} and {key}: {1}", cert = .0.cert.display(), key = .0.key.display())]
    Unusable(TlsFiles, rustls::Error),
}

#[derive(Debug)]
pub(crate) struct Tls {
    files: TlsFiles,
    loaded: RwLock<LoadedTls>,
}

#[derive(Debug)]
struct LoadedTls {
    config: Arc<ServerConfig>,
    changed: Changed,
}

/// Modification times of certificate and key.
type Changed = [Option<SystemTime>; 2];

impl Tls {
    pub(crate) fn new(files: TlsFiles) -> Result<Tls, TlsError> {
        let loaded = LoadedTls { changed: changed(&files), config: Arc::new(read(&files)?) };
        Ok(Tls { files, loaded: RwLock::new(loaded) })
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(self.loaded.read().config.clone())
    }

    /// Reloads certificate and key if they have changed; returns `true` if so. If they cannot be used, the
    /// previous ones are kept.
    pub(crate) fn renew(&self) -> Result<bool, TlsError> {
        let newest = changed(&self.files);
        if self.loaded.read().changed == newest {
            return Ok(false);
        }
        let config = Arc::new(read(&self.files)?);
        *self.loaded.write() = LoadedTls { config, changed: newest };
        Ok(true)
    }
}

fn changed(files: &TlsFiles) -> Changed {
    [&files.cert, &files.key].map(|file| std::fs::metadata(file).and_then(|m| m.modified()).ok())
}

fn bytes(file: &Path) -> Result<Vec<u8>, TlsError> {
    std::fs::read(file).map_err(|error| TlsError::File(file.to_owned(), error))
}

fn read(files: &TlsFiles) -> Result<ServerConfig, TlsError> {
    let wrong = |file: &Path| {
        let file = file.to_owned();
        move |error| TlsError::Pem(file, error)
    };
    let (cert, key) = (bytes(&files.cert)?, bytes(&files.key)?);
    let chain = CertificateDer::pem_slice_iter(&cert).collect::<Result<Vec<_>, _>>();
    let chain = chain.map_err(wrong(&files.cert))?;
    if chain.is_empty() {
        return Err(TlsError::NoCertificate(files.cert.clone()));
    }
    let key = PrivateKeyDer::from_pem_slice(&key).map_err(wrong(&files.key))?;
    let unusable = |error| TlsError::Unusable(files.clone(), error);
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(unusable)?;
    let mut config = config.with_no_client_auth().with_single_cert(chain, key).map_err(unusable)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renewed_certificate_is_served_and_a_bad_one_is_not() {
        let own = tempfile::tempdir().unwrap();
        let folder = own.path();
        let files = TlsFiles { cert: folder.join("cert.pem"), key: folder.join("key.pem") };
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls");
        let mut minutes = 0;
        let mut put = |from: &str, to: &Path| {
            std::fs::copy(golden.join(from), to).unwrap();
            // Advance the time: both changes may fall into one tick of the system clock.
            minutes += 1;
            let later = SystemTime::now() + std::time::Duration::from_secs(60 * minutes);
            std::fs::File::options().write(true).open(to).unwrap().set_modified(later).unwrap();
        };
        put("first-cert.pem", &files.cert);
        put("first-key.pem", &files.key);
        let tls = Tls::new(files.clone()).unwrap();
        let first = tls.loaded.read().config.clone();
        assert!(!tls.renew().unwrap(), "nothing has changed");
        // Mismatched certificate and key: the old ones are kept.
        put("second-cert.pem", &files.cert);
        assert!(tls.renew().is_err());
        assert!(Arc::ptr_eq(&first, &tls.loaded.read().config));
        put("second-key.pem", &files.key);
        assert!(tls.renew().unwrap());
        assert!(!Arc::ptr_eq(&first, &tls.loaded.read().config));
        assert!(!tls.renew().unwrap());
    }
}

//! TLS by the server itself: certificate and key from PEM files, which are read again when they
//! change.

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

/// The files of certificate and key, in PEM.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TlsFiles {
    /// The certificate, and those that lead to its root.
    pub cert: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

/// Why certificate and key cannot be used.
#[derive(Debug, Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// A file holds no certificate or no key, or a damaged one.
    #[error("{0}: {1}")]
    Pem(PathBuf, pem::Error),
    /// There is no certificate.
    #[error("{0} holds no certificate")]
    NoCertificate(PathBuf),
    /// They do not belong together, or are of a kind that is not known.
    #[error("{cert} and {key}: {1}", cert = .0.cert.display(), key = .0.key.display())]
    Unusable(TlsFiles, rustls::Error),
}

/// What connections are encrypted by.
#[derive(Debug)]
pub(crate) struct Tls {
    files: TlsFiles,
    now: RwLock<Now>,
}

#[derive(Debug)]
struct Now {
    config: Arc<ServerConfig>,
    changed: Changed,
}

/// When certificate and key were last changed.
type Changed = [Option<SystemTime>; 2];

impl Tls {
    /// Reads certificate and key.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn new(files: TlsFiles) -> Result<Tls, TlsError> {
        let now = Now { changed: changed(&files), config: Arc::new(read(&files)?) };
        Ok(Tls { files, now: RwLock::new(now) })
    }

    /// What the next connection is encrypted by.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        let now = self.now.read();
        TlsAcceptor::from(now.config.clone())
    }

    /// Reads certificate and key again if they have changed; true if they have. Where they cannot be
    /// used, connections go on with those that were read before.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn renew(&self) -> Result<bool, TlsError> {
        let newest = changed(&self.files);
        if self.now.read().changed == newest {
            return Ok(false);
        }
        let config = Arc::new(read(&self.files)?);
        *self.now.write() = Now { config, changed: newest };
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
            // As if it were later: files may be changed within one tick of the system's clock.
            minutes += 1;
            let later = SystemTime::now() + std::time::Duration::from_secs(60 * minutes);
            std::fs::File::options().write(true).open(to).unwrap().set_modified(later).unwrap();
        };
        put("first-cert.pem", &files.cert);
        put("first-key.pem", &files.key);
        let tls = Tls::new(files.clone()).unwrap();
        let first = tls.now.read().config.clone();
        assert!(!tls.renew().unwrap(), "nothing has changed");
        // Certificate and key that do not belong together: the old ones are kept.
        put("second-cert.pem", &files.cert);
        assert!(tls.renew().is_err());
        assert!(Arc::ptr_eq(&first, &tls.now.read().config));
        put("second-key.pem", &files.key);
        assert!(tls.renew().unwrap());
        assert!(!Arc::ptr_eq(&first, &tls.now.read().config));
        assert!(!tls.renew().unwrap());
    }
}

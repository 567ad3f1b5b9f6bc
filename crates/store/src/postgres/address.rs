//! Address of a database: driver configuration and TLS.
//!
//! Encrypted always means that the server's certificate is verified. There is no unverified mode, since the
//! password would go to any impostor.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use deadpool_postgres::tokio_postgres::Config;
use deadpool_postgres::tokio_postgres::config::SslMode;
use percent_encoding::percent_decode_str;
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::StoreError;

/// ALPN protocol name of PostgreSQL.
const PROTOCOL: &[u8] = b"postgresql";

/// Driver configuration of a database, and the TLS settings.
pub(super) struct Address {
    pub(super) config: Config,
    pub(super) tls: MakeRustlsConnect,
}

enum Roots {
    System,
    /// Those in a PEM file.
    File(PathBuf),
}

impl Address {
    /// Parses an address such as `postgres://user:password@host/database?sslmode=require`, and reads the
    /// certificate file that it names. Errors never contain the password.
    pub(super) fn read(address: &str) -> Result<Address, StoreError> {
        let (address, encrypted) = split(address)?;
        let mut config = Config::from_str(&address).map_err(|error| match error.into() {
            StoreError::Unreachable(why) => StoreError::Failed(why),
            other => other,
        })?;
        let (mode, roots) = match encrypted {
            None => (SslMode::Disable, RootCertStore::empty()),
            Some(Roots::System) => (SslMode::Require, system_roots()?),
            Some(Roots::File(path)) => (SslMode::Require, roots_from_file(&path)?),
        };
        config.ssl_mode(mode);
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        let mut tls = tls.with_root_certificates(roots).with_no_client_auth();
        tls.alpn_protocols = vec![PROTOCOL.to_vec()];
        Ok(Address { config, tls: MakeRustlsConnect::new(tls) })
    }
}

/// Removes the TLS parameters from an address; the driver lacks them or interprets them differently.
fn split(address: &str) -> Result<(String, Option<Roots>), StoreError> {
    let Some((base, query)) = address.split_once('?') else {
        return Ok((address.to_owned(), None));
    };
    let (mut mode, mut roots, mut others) = (None, None, Vec::new());
    for pair in query.split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = percent_decode_str(value).decode_utf8_lossy();
        match name {
            "sslmode" => mode = Some(value.into_owned()),
            "sslrootcert" => roots = Some(value.into_owned()),
            _ => others.push(pair),
        }
    }
    let failed = |why: String| Err(StoreError::Failed(why));
    let encrypted = match mode.as_deref() {
        None | Some("disable") => false,
        // All of these verify certificate and host name.
        Some("require" | "verify-ca" | "verify-full") => true,
        Some(other) => {
            return failed(format!(
                "unknown sslmode={other}: 'require' encrypts connections and checks the server's \
                 certificate, 'disable' does neither"
            ));
        }
    };
    let roots = match roots.as_deref() {
        Some(_) if !encrypted => return failed("sslrootcert needs sslmode=require".to_owned()),
        None | Some("system") => Roots::System,
        Some(path) => Roots::File(PathBuf::from(path)),
    };
    let rest = if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
    Ok((format!("{base}{rest}"), encrypted.then_some(roots)))
}

fn system_roots() -> Result<RootCertStore, StoreError> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    // Individual certificates may be unreadable.
    let (usable, _) = roots.add_parsable_certificates(found.certs);
    if usable == 0 {
        let why = "this system has no trusted certificates: give a file with sslrootcert";
        return Err(StoreError::Failed(why.to_owned()));
    }
    Ok(roots)
}

fn roots_from_file(path: &Path) -> Result<RootCertStore, StoreError> {
    let failed = |why: &dyn std::fmt::Display| {
        StoreError::Failed(format!("sslrootcert {}: {why}", path.display()))
    };
    let certificates = CertificateDer::pem_file_iter(path).map_err(|error| failed(&error))?;
    let mut roots = RootCertStore::empty();
    for certificate in certificates {
        let certificate = certificate.map_err(|error| failed(&error))?;
        roots.add(certificate).map_err(|error| failed(&error))?;
    }
    if roots.is_empty() { Err(failed(&"it contains no certificate")) } else { Ok(roots) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tls_parameters_are_never_ignored() {
        let read = |query: &str| {
            let address = format!("postgres://ann:secret-word@db.example/cards{query}");
            Address::read(&address).map(|address| address.config).map_err(|error| error.to_string())
        };
        for (query, mode) in [
            ("", SslMode::Disable),
            ("?sslmode=disable", SslMode::Disable),
            ("?sslmode=require", SslMode::Require),
            ("?connect_timeout=5&sslmode=verify-full&sslrootcert=system", SslMode::Require),
            ("?sslmode=verify-ca&application_name=x", SslMode::Require),
        ] {
            assert_eq!(read(query).unwrap().get_ssl_mode(), mode, "{query}");
        }
        for (query, why) in [
            ("?sslmode=prefer", "unknown sslmode=prefer: 'require' encrypts"),
            ("?sslmode=", "unknown sslmode="),
            ("?sslrootcert=/none.pem", "sslrootcert needs sslmode=require"),
            ("?sslmode=disable&sslrootcert=system", "sslrootcert needs sslmode=require"),
            ("?sslmode=require&sslrootcert=/no%20where.pem", "sslrootcert /no where.pem: "),
            ("?sslcert=/client.pem", "sslcert"),
        ] {
            let error = read(query).unwrap_err();
            assert!(error.contains(why) && !error.contains("secret-word"), "{query}: {error}");
        }
    }
}

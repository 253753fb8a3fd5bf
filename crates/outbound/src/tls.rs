//! How connections to others are encrypted: rustls with ring. Servers that the operator names are judged by the system's authorities and
//! those of `ca_file`; strangers' pages and push services by the built-in roots, which browsers trust.

use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, pem::PemObject},
};
use std::{path::Path, sync::Arc};

/// Authorities that vouch for the servers that the operator names.
#[derive(Debug, Clone)]
pub struct Authorities {
    /// The system's and those of the configured file; without any the built-in roots count.
    system: Vec<CertificateDer<'static>>,
    added: Vec<CertificateDer<'static>>,
}

/// A file of authorities that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadAuthorities(String);

impl Authorities {
    /// The system's authorities.
    pub fn system() -> Self {
        let usable = |cert: &CertificateDer<'static>| RootCertStore::empty().add(cert.clone()).is_ok();
        let found = rustls_native_certs::load_native_certs().certs;
        Self { system: found.into_iter().filter(usable).collect(), added: Vec::new() }
    }

    /// The system's authorities and those in a PEM file. Fails when the file cannot be read or holds none.
    pub fn with_file(path: &Path) -> Result<Self, BadAuthorities> {
        let failed = |why: &dyn std::fmt::Display| {
            BadAuthorities(format!("The authorities in {} cannot be used: {why}.", path.display()))
        };
        let certs = CertificateDer::pem_file_iter(path).map_err(|error| failed(&error))?;
        let added: Vec<_> = certs.collect::<Result<_, _>>().map_err(|error| failed(&error))?;
        if added.is_empty() {
            return Err(failed(&"it holds no certificate"));
        }
        for cert in &added {
            RootCertStore::empty().add(cert.clone()).map_err(|error| failed(&error))?;
        }
        Ok(Self { added, ..Self::system() })
    }

    /// The authorities of the configured file.
    pub(crate) fn added(&self) -> &[CertificateDer<'static>] {
        &self.added
    }

    /// All authorities, and whether the built-in roots stand in for the system's.
    pub(crate) fn all(&self) -> (impl Iterator<Item = &CertificateDer<'static>>, bool) {
        (self.system.iter().chain(&self.added), self.system.is_empty())
    }

    /// Settings of a client that trusts them.
    pub(crate) fn client(&self) -> Result<ClientConfig, rustls::Error> {
        let (certs, built_in) = self.all();
        let mut roots = if built_in { built_in_roots() } else { RootCertStore::empty() };
        for cert in certs {
            roots.add(cert.clone())?;
        }
        trusting(roots)
    }
}

impl Default for Authorities {
    fn default() -> Self {
        Self::system()
    }
}

/// Settings of a client that trusts the built-in roots.
pub fn client() -> Result<ClientConfig, rustls::Error> {
    trusting(built_in_roots())
}

fn built_in_roots() -> RootCertStore {
    RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() }
}

fn trusting(roots: RootCertStore) -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

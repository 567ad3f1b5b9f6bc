//! State shared by all parts of the server. It knows neither rooms nor connections.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Instant, UNIX_EPOCH};

use axum::http::HeaderMap;
use parking_lot::RwLock;
use upcard_engine::Library;
use upcard_identity::{Keys, is_own_origin};
use upcard_store::{Clock, Store, StoreError};
use upcard_table::{Guest, Hex, Link, Service};

use crate::connections::error::Refusal;
use crate::operations::entropy::random;
use crate::operations::faults::Faults;
use crate::operations::limits::{OpenCounts, Rates};
use crate::operations::log_throttle::LogThrottle;
use crate::operations::metrics::Metrics;
use crate::operations::quotas::{Payer, Quotas};
use crate::operations::rates::AddressMeters;
use crate::operations::settings::Settings;
use crate::operations::signing::RecordKey;
use crate::operations::trouble::{SLOW_WRITE, Trouble};
use crate::rooms::bots::Pool;
use crate::rooms::fair_slots::FairSlots;
use crate::rooms::house::House;
use crate::rooms::ids::short;
use crate::rooms::outlines::OutlineCache;
use crate::rooms::record_limits::RecordLimits;
use crate::rooms::room::Caller;
use crate::rooms::rules::SharedRules;

pub(crate) struct Shared {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) library: Arc<Library>,
    pub(crate) house: Arc<House>,
    pub(crate) rules: Arc<SharedRules>,
    /// Services that rooms use for their tables.
    pub(crate) service: Service,
    pub(crate) pool: Pool,
    /// Sign cookies and links.
    keys: RwLock<Arc<Keys>>,
    pub(crate) rates: Rates,
    pub(crate) record_key: RecordKey,
    /// Origin of the rooms' clock.
    pub(crate) started: tokio::time::Instant,
    /// Wall clock, for values that outlive the process.
    clock: Clock,
    pub(crate) long_inputs: Arc<FairSlots>,
    pub(crate) outlines: OutlineCache,
    pub(crate) connections: Arc<OpenCounts>,
    pub(crate) record_limits: RecordLimits,
    pub(crate) quotas: Quotas,
    pub(crate) faults: Faults,
    pub(crate) metrics: Arc<Metrics>,
    links: AtomicU64,
    store_faults: LogThrottle,
    stopping: AtomicBool,
    draining: AtomicBool,
}

impl Shared {
    pub(crate) fn new(
        settings: Settings,
        store: Arc<dyn Store>,
        library: Library,
        keys: Keys,
        record_key: RecordKey,
        clock: Clock,
    ) -> Shared {
        let metrics = Arc::new(Metrics::default());
        let quotas = Quotas::new(settings.guest_quota, settings.address_quota);
        let rules = Arc::new(SharedRules::default());
        let asked = rules.clone();
        let for_bots = Arc::new(move |source: &_, rules: &_| asked.can_bots_play(source, rules));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Shared {
            pool: Pool::new(settings.bot_threads, settings.bot_budget, metrics.clone()),
            settings,
            store,
            library: Arc::new(library),
            house: Arc::default(),
            rules,
            service: Service::shared().with_bots(for_bots),
            keys: RwLock::new(Arc::new(keys)),
            rates: Rates::default(),
            record_key,
            started: tokio::time::Instant::now(),
            clock,
            long_inputs: Arc::new(FairSlots::new(cores)),
            outlines: OutlineCache::default(),
            connections: Arc::default(),
            record_limits: RecordLimits::default(),
            quotas,
            faults: Faults::default(),
            metrics,
            links: AtomicU64::new(0),
            store_faults: LogThrottle::default(),
            stopping: AtomicBool::new(false),
            draining: AtomicBool::new(false),
        }
    }

    pub(crate) fn keys(&self) -> Arc<Keys> {
        self.keys.read().clone()
    }

    pub(crate) fn set_keys(&self, keys: Keys) {
        *self.keys.write() = Arc::new(keys);
    }

    /// Returns the Unix time in seconds.
    pub(crate) fn now(&self) -> u64 {
        (self.clock)().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
    }

    pub(crate) fn new_link(&self) -> Link {
        Link(self.links.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns the current problems. Never blocks.
    pub(crate) fn troubles(&self) -> Vec<Trouble> {
        let health = self.store.health();
        let least = self.settings.min_free;
        let full = health.free.filter(|free| *free < least);
        let store = health.fault.map(Trouble::Store);
        let slow = (health.waiting > SLOW_WRITE).then_some(Trouble::Slow);
        let full = full.map(|free| Trouble::NearlyFull { free, least });
        [store, slow, full].into_iter().flatten().collect()
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Marks the server as stopping; no further rooms are opened.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if no new tables are opened.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    #[cfg(unix)]
    pub(crate) fn drain(&self, draining: bool) {
        tracing::info!(draining, "drain by admin command");
        self.draining.store(draining, Ordering::Relaxed);
    }

    /// Logs a store error, throttled, as a full disk affects every table.
    pub(crate) fn store_fault(&self, id: Option<&str>, error: &StoreError) {
        if let Some(times) = self.store_faults.note(Instant::now()) {
            let table = id.map(short);
            tracing::error!(table, %error, times, "the store failed");
        }
    }

    /// Logs it likewise; returns the reason for rejecting the request that needed the store.
    pub(crate) fn store_refusal(&self, id: Option<&str>, error: &StoreError) -> Refusal {
        self.store_fault(id, error);
        Refusal::Unavailable
    }

    /// Returns the client's address, as far as it can be trusted.
    pub(crate) fn client(&self, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
        self.settings.proxies.client(headers, peer)
    }

    /// Returns the guest of a request; a new one if its cookies name none.
    pub(crate) fn guest(&self, headers: &HeaderMap) -> Guest {
        self.keys().guest(headers).unwrap_or_else(|| Hex(random()))
    }

    /// Returns who is charged for what a request stores; a client without a cookie, by its address alone.
    pub(crate) fn payer(&self, headers: &HeaderMap, peer: SocketAddr) -> Payer {
        Payer { guest: self.guest(headers), address: self.client(headers, peer) }
    }

    pub(crate) fn caller(&self, headers: &HeaderMap, peer: SocketAddr) -> Caller {
        Caller { guest: self.keys().guest(headers), address: self.client(headers, peer) }
    }

    /// Rejects requests from other sites' pages.
    pub(crate) fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let own = is_own_origin(headers, self.settings.url.as_deref());
        if own { Ok(()) } else { Err(Refusal::ForeignOrigin) }
    }

    /// Applies a rate limit to the client's address.
    pub(crate) fn check_rate(
        &self,
        rate: &AddressMeters,
        headers: &HeaderMap,
        peer: SocketAddr,
    ) -> Result<(), Refusal> {
        let allowed = rate.allow(self.client(headers, peer));
        if allowed { Ok(()) } else { Err(Refusal::TooFast) }
    }
}

//! Metrics in Prometheus text format. Labels have few values, which identify no person, table or address.

use std::sync::atomic::Ordering;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry};

use crate::cluster::status::NodeStatus;
use crate::operations::trouble::CODES;

/// Histogram buckets in seconds, from 0.1 ms to 30 s.
const BUCKETS: [f64; 12] =
    [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];

#[derive(Clone, Hash, PartialEq, Eq, Debug, EncodeLabelSet)]
pub(crate) struct Request {
    /// Route pattern, never the actual path.
    pub(crate) route: &'static str,
    pub(crate) status: Status,
}

#[derive(Clone, Copy, Hash, PartialEq, Eq, Debug, EncodeLabelValue)]
pub(crate) enum Status {
    Switching,
    Good,
    Elsewhere,
    Refused,
    Failed,
}

impl Status {
    pub(crate) fn of(code: u16) -> Status {
        match code {
            ..200 => Status::Switching,
            200..300 => Status::Good,
            300..400 => Status::Elsewhere,
            400..500 => Status::Refused,
            _ => Status::Failed,
        }
    }
}

#[derive(Clone, Hash, PartialEq, Eq, Debug, EncodeLabelSet)]
pub(crate) struct Message {
    pub(crate) outcome: Outcome,
}

#[derive(Clone, Copy, Hash, PartialEq, Eq, Debug, EncodeLabelValue)]
pub(crate) enum Outcome {
    Taken,
    TooFast,
    Unreadable,
}

/// Labels of a bot's decision: requested and actual level.
#[derive(Clone, Hash, PartialEq, Eq, Debug, EncodeLabelSet)]
pub(crate) struct DecisionLabels {
    pub(crate) asked: &'static str,
    pub(crate) answered: &'static str,
}

#[derive(Clone, Hash, PartialEq, Eq, Debug, EncodeLabelSet)]
struct Abandoned {
    was: CancelledState,
}

#[derive(Clone, Copy, Hash, PartialEq, Eq, Debug, EncodeLabelValue)]
pub(crate) enum CancelledState {
    /// Still queued.
    Waiting,
    /// Already in progress.
    Thinking,
}

#[derive(Clone, Hash, PartialEq, Eq, Debug, EncodeLabelSet)]
pub(crate) struct ProblemLabel {
    pub(crate) code: &'static str,
}

/// Values sampled when the metrics are read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sample {
    pub(crate) rooms: usize,
    pub(crate) idle: usize,
    pub(crate) connections: usize,
    pub(crate) set_aside: usize,
    pub(crate) panics: u64,
    /// Cluster status of this node; all zero without a cluster.
    pub(crate) cluster: NodeStatus,
    /// Every problem code, and whether it applies now.
    pub(crate) troubles: [(&'static str, bool); CODES.len()],
}

pub(crate) struct Metrics {
    registry: Registry,
    rooms: Gauge,
    idle: Gauge,
    connections: Gauge,
    set_aside: Gauge,
    panics: Counter,
    nodes: Gauge,
    held: Gauge,
    links_out: Gauge,
    links_in: Gauge,
    troubles: Family<ProblemLabel, Gauge>,
    pub(crate) tables_lost: Counter,
    pub(crate) sockets: Gauge,
    pub(crate) requests: Family<Request, Counter>,
    pub(crate) request_seconds: Histogram,
    messages: Family<Message, Counter>,
    /// Cached counter, as it is incremented with every move.
    messages_taken: Counter,
    pub(crate) turned_away: Counter,
    pub(crate) entries: Counter,
    pub(crate) store_seconds: Histogram,
    pub(crate) load_seconds: Histogram,
    pub(crate) think_seconds: Histogram,
    pub(crate) think_wait_seconds: Histogram,
    pub(crate) thoughts: Family<DecisionLabels, Counter>,
    thoughts_abandoned: Family<Abandoned, Counter>,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("upcard");
        let to = &mut registry;
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        to.register("build", "The program", version);
        let messages = Family::<Message, Counter>::default();
        let taken = Message { outcome: Outcome::Taken };
        let messages_taken = messages.get_or_create(&taken).clone();
        Metrics {
            rooms: new(to, "rooms", "Tables in memory"),
            idle: new(to, "rooms_idle", "Tables in memory without visitors"),
            connections: new(to, "connections", "Open connections of every kind"),
            sockets: new(to, "sockets", "Open WebSockets"),
            set_aside: new(to, "tables_set_aside", "Tables that cannot be served"),
            panics: new(to, "panics", "Panics while serving tables"),
            nodes: new(to, "nodes", "Other live nodes"),
            held: new(to, "tables_held", "Tables on which this node has a lease"),
            tables_lost: new(to, "tables_lost", "Tables lost to other nodes"),
            links_out: new(to, "links_out", "Connections here to tables on other nodes"),
            links_in: new(to, "links_in", "Connections on other nodes to tables here"),
            troubles: new(to, "trouble", "1 for each current problem"),
            requests: new(to, "requests", "Requests by address and outcome"),
            request_seconds: histogram(to, "request_seconds", "Time to answer a request"),
            messages: add(to, "messages", "Client messages by outcome", messages),
            messages_taken,
            turned_away: new(to, "connections_turned_away", "Connections rejected by the limits"),
            entries: new(to, "entries", "Entries stored"),
            store_seconds: histogram(to, "store_seconds", "Time to store a table's changes"),
            load_seconds: histogram(to, "load_seconds", "Time to load a table from the store"),
            think_seconds: histogram(to, "think_seconds", "Time a bot thinks about a decision"),
            think_wait_seconds: histogram(
                to,
                "think_wait_seconds",
                "Time a bot waits for a thread",
            ),
            thoughts: new(to, "thoughts", "Bot decisions by requested and actual level"),
            thoughts_abandoned: new(
                to,
                "thoughts_abandoned",
                "Bot decisions cancelled as no longer needed",
            ),
            registry,
        }
    }
}

fn add<M: Metric + Clone>(to: &mut Registry, name: &str, help: &str, metric: M) -> M {
    to.register(name, help, metric.clone());
    metric
}

fn new<M: Metric + Clone + Default>(to: &mut Registry, name: &str, help: &str) -> M {
    add(to, name, help, M::default())
}

fn histogram(to: &mut Registry, name: &str, help: &str) -> Histogram {
    add(to, name, help, Histogram::new(BUCKETS))
}

impl Metrics {
    pub(crate) fn text(&self, now: &Sample) -> String {
        let set = |gauge: &Gauge, number: usize| {
            gauge.set(i64::try_from(number).unwrap_or(i64::MAX));
        };
        set(&self.rooms, now.rooms);
        set(&self.idle, now.idle);
        set(&self.connections, now.connections);
        set(&self.set_aside, now.set_aside);
        set(&self.nodes, now.cluster.others);
        set(&self.held, now.cluster.held);
        set(&self.links_out, now.cluster.links_out);
        set(&self.links_in, now.cluster.links_in);
        self.panics.inner().store(now.panics, Ordering::Relaxed);
        for (code, is) in now.troubles {
            self.troubles.get_or_create(&ProblemLabel { code }).set(i64::from(is));
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }

    pub(crate) fn request(&self, route: &'static str, code: u16, took: Duration) {
        let status = Status::of(code);
        self.requests.get_or_create(&Request { route, status }).inc();
        self.request_seconds.observe(took.as_secs_f64());
    }

    pub(crate) fn cancelled(&self, was: CancelledState) {
        self.thoughts_abandoned.get_or_create(&Abandoned { was }).inc();
    }

    pub(crate) fn message(&self, outcome: Outcome) {
        match outcome {
            Outcome::Taken => self.messages_taken.inc(),
            _ => self.messages.get_or_create(&Message { outcome }).inc(),
        };
    }
}

/// Guard that increments a gauge until dropped.
#[derive(Debug)]
pub(crate) struct GaugeGuard(Gauge);

impl GaugeGuard {
    pub(crate) fn new(of: &Gauge) -> GaugeGuard {
        of.inc();
        GaugeGuard(of.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_valid_prometheus_text_with_few_labels() {
        let metrics = Metrics::default();
        let code = |code| (code, code == "disk-slow");
        let now = Sample {
            rooms: 3,
            idle: 1,
            connections: 7,
            set_aside: 0,
            panics: 2,
            cluster: NodeStatus { others: 2, held: 3, ..NodeStatus::default() },
            troubles: CODES.map(code),
        };
        for code in 100..600 {
            metrics.request("/api/tables", code, Duration::from_millis(2));
        }
        metrics.message(Outcome::TooFast);
        metrics.store_seconds.observe(0.002);
        metrics.think_wait_seconds.observe(0.002);
        let thought = DecisionLabels { asked: "expert", answered: "novice" };
        metrics.thoughts.get_or_create(&thought).inc();
        metrics.cancelled(CancelledState::Waiting);
        let text = metrics.text(&now);
        for line in [
            "upcard_rooms 3",
            "upcard_rooms_idle 1",
            "upcard_connections 7",
            "upcard_panics_total 2",
            "upcard_nodes 2",
            "upcard_tables_held 3",
            "upcard_tables_lost_total 0",
            "upcard_trouble{code=\"disk-slow\"} 1",
            "upcard_trouble{code=\"file-gone\"} 0",
            "upcard_messages_total{outcome=\"TooFast\"} 1",
            "upcard_requests_total{route=\"/api/tables\",status=\"Refused\"} 100",
            "upcard_store_seconds_bucket{le=\"0.003\"} 1",
            "upcard_think_wait_seconds_bucket{le=\"0.003\"} 1",
            "upcard_thoughts_total{asked=\"expert\",answered=\"novice\"} 1",
            "upcard_thoughts_abandoned_total{was=\"Waiting\"} 1",
            "# EOF",
        ] {
            assert!(text.lines().any(|own| own == line), "{line}: {text}");
        }
        // However many requests there were, a route has five lines.
        assert_eq!(text.matches("upcard_requests_total{").count(), 5);
    }
}

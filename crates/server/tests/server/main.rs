//! Tests of the server as a separate process, with clients over the network.

mod attack;
mod cluster_with_postgres_and_nats;
mod common;
mod crash;
mod disk;
mod faults;
mod golden;
mod held;
mod held_store;
mod hostile;
mod hosts;
mod http;
mod inputs;
mod kept;
mod people;
#[path = "../../../store/tests/store/server.rs"]
mod postgres;
mod program;
#[cfg(unix)]
mod proxies;
mod seats;
mod settings;
mod sheets;
mod story;
mod tls;
mod traces;
mod visitor;

//! Laws that every game, every choice and every bot obeys.

mod decision_cost;
mod endless_deals;
mod house_rules;
mod idle;
mod laws;

/// Whether to try many more rules and positions (`UPCARD_LONG`).
fn is_long() -> bool {
    std::env::var_os("UPCARD_LONG").is_some()
}

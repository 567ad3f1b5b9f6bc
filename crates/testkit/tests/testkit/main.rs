//! Laws that every game, every choice and every bot obeys.

mod decision_cost;
mod endless_deals;
mod house_rules;
mod idle;
mod laws;

//! Tests of the client library as the page and the terminal use it.

mod common;
mod controller;
mod device;
mod first_game;
mod hidden;
mod hidden_hand_hints;
mod lessons;
mod main_difference;
mod obeying;
mod plan;
mod prices;
mod prompt;
mod saved;
mod shared_device;
mod teaching;

//! Tests of the client library as the page and the terminal use it.

mod around;
mod common;
mod controller;
mod device;
mod first_game;
mod hidden;
mod kept;
mod kept_hints;
mod lessons;
mod obeying;
mod plan;
mod prices;
mod prompt;
mod teaching;
mod telling;
mod told;

//! The laboratory and the arena, from outside.

mod advice;
mod every_game;
mod interruption;
mod lab;
mod luck;
mod protocol;
mod records;
mod report;

//! Integration tests of the laboratory and the arena.

mod advice;
mod every_game;
mod interruption;
mod lab;
mod lab_files;
mod luck;
mod protocol;
mod records;
mod report;

//! Rule sheets and comparisons, laws over them, and the written pages.

mod common;
mod differences;
mod laws;
mod mistakes;
mod pages;
mod sheets;
mod silent;

//! Laws over rule sheets and comparisons, and the written pages.

mod laws;
mod pages;

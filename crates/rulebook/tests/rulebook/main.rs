//! Tests of rule sheets, comparisons and the generated pages.

mod common;
mod differences;
mod laws;
mod mistakes;
mod pages;
mod sheets;
mod silent;

//! Tests of rule sheets, comparisons and the generated pages.

mod common;
mod differences;
mod laws;
mod mistakes;
mod omissions;
mod pages;
mod sheets;

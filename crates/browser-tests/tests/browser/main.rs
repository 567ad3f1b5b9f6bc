//! End-to-end tests in Chromium, at phone, landscape phone and desktop sizes, against the built page and a
//! real server.
//!
//! Needs `dist/web` (or the folder in `UPCARD_PAGE`), the program `upcard-server` beside the tests (or the
//! path in `UPCARD_SERVER`), `chromium` and `chromedriver`; `cargo xtask test` provides them. Screenshots of
//! every screen go to `target/screens/`.

mod accessibility;
mod announcements;
mod audit;
mod ceremony;
mod details;
mod digest;
mod drag;
mod driver;
mod endings;
mod errors;
mod evening;
mod fault;
mod felt;
mod friends;
mod guidance;
mod hosts;
mod house;
mod large_screen;
mod lessons;
mod lobby;
mod match_database;
mod match_kinds;
mod matches;
mod moves;
mod offers;
mod phrases;
mod play;
mod positions;
mod printing;
mod questions;
mod readme_animation;
mod reconnection;
mod regional;
mod regulars;
mod replay;
mod rounds;
mod score;
mod screens;
mod seats;
mod server;
mod shared_device;
mod sizes;
mod sound;
mod start;
mod versions;
mod visibility;

/// Sizes for all tests: small phones, a phone, one in landscape, a tablet, a desktop.
const SIZES: [(u32, u32); 6] =
    [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)];

/// Sizes between others, where only the release check looks at every screen.
const BETWEEN_OTHERS: [(u32, u32); 2] = [(360, 640), (768, 1024)];

/// Whether every screen is checked at every size, also in the dark (`UPCARD_LONG`).
fn is_long() -> bool {
    std::env::var_os("UPCARD_LONG").is_some()
}

/// The sizes at which every screen is checked.
fn checked_sizes() -> impl Iterator<Item = (u32, u32)> {
    SIZES.into_iter().filter(|size| is_long() || !BETWEEN_OTHERS.contains(size))
}

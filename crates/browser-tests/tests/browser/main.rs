//! End-to-end tests in Chromium, at phone, landscape phone and desktop sizes, against the built page and a
//! real server.
//!
//! Needs `dist/web` (or the folder in `UPCARD_PAGE`), the program `upcard-server` beside the tests (or the
//! path in `UPCARD_SERVER`), `chromium` and `chromedriver`; `cargo xtask test` provides them. Screenshots of
//! every screen go to `target/screens/`.

mod around;
mod audit;
mod away;
mod calm;
mod ceremony;
mod company;
mod details;
mod drag;
mod driver;
mod evening;
mod fault;
mod felt;
mod film;
mod friends;
mod hear;
mod hidden;
mod hosts;
mod house;
mod large;
mod lessons;
mod matches;
mod mechanisms;
mod moves;
mod needs;
mod offers;
mod paper;
mod play;
mod positions;
mod questions;
mod regional;
mod regulars;
mod replay;
mod rounds;
mod score;
mod screens;
mod seats;
mod server;
mod sight;
mod sizes;
mod sound;
mod start;
mod talk;
mod vault;
mod versions;
mod wrong;

/// Sizes for all tests: small phones, a phone, one in landscape, a tablet, a desktop.
const SIZES: [(u32, u32); 6] =
    [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)];

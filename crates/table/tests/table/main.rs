//! Tests of the table, driven by messages and simulated time.

mod adrift;
mod answers;
mod company;
mod crowd;
mod dear;
mod fair;
mod golden;
mod judged;
mod leaving;
mod life;
mod openings;
mod pauses;
mod seats;
mod secrecy;
mod standing;
mod storms;
mod time;
mod wire;
mod world;

//! A live table: connections, clock and offers around the stored state. Inputs come in, and an outbox of
//! things to do comes out.

mod bots;
mod company;
mod data;
mod greeting;
mod input;
mod known;
mod offers;
mod openings;
mod outbox;
mod people;
mod phrases;
mod recent;
mod requests;
mod seating;
mod settling;
mod telling;
mod thinking;
mod timer;

pub use self::bots::Entropy;
pub use self::data::{BotRule, NameRule, Room, Service};
pub use self::input::{Input, Weighed};
pub use self::outbox::{Delivery, Outbox, Think};

//! A live table: connections, clock and offers around the stored state. Inputs come in, and an outbox of
//! things to do comes out.

mod automatic;
mod bots;
mod company;
mod company_limit;
mod data;
mod greeting;
mod input;
mod known_people;
mod offers;
mod openings;
mod outbox;
mod pending_requests;
mod people;
mod phrases;
mod requests;
mod seating;
mod timer;
mod update_buffer;

pub use self::data::{BotRule, NameRule, Room, Service};
pub use self::input::{Input, PreparedInput};
pub use self::outbox::{BotRequest, Delivery, Outbox};

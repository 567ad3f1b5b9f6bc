//! Rooms: a task and a handle per table, their storage, and the bot scheduler.

pub(crate) mod bots;
pub(crate) mod desk;
pub mod entries;
pub(crate) mod house;
pub(crate) mod ids;
pub(crate) mod in_memory;
pub(crate) mod loading;
pub(crate) mod others;
pub(crate) mod peeks;
pub(crate) mod records;
pub(crate) mod registry;
pub(crate) mod room;
pub(crate) mod rules;
pub(crate) mod searches;
pub(crate) mod stored;
pub(crate) mod task;

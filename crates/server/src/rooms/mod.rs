//! Rooms: a task and a handle per table, their storage, and the bot scheduler.

pub(crate) mod bots;
pub(crate) mod cluster_node;
pub mod entries;
pub(crate) mod fair_slots;
pub(crate) mod house;
pub(crate) mod ids;
pub(crate) mod in_memory;
pub(crate) mod loading;
pub(crate) mod outlines;
pub(crate) mod record_limits;
pub(crate) mod records;
pub(crate) mod registry;
pub(crate) mod room;
pub(crate) mod rules;
pub(crate) mod storage_stats;
pub(crate) mod task;

//! How many records are made and asked for at the same time.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// The most records that are made at the same time.
const AT_ONCE: usize = 2;

/// The most requests for records that wait or are being answered.
const ASKED: usize = 64;

/// Who may make records, and ask for them.
pub(crate) struct RecordDesk {
    pub(crate) turns: Arc<Semaphore>,
    pub(crate) places: Arc<Semaphore>,
}

impl Default for RecordDesk {
    fn default() -> RecordDesk {
        RecordDesk {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            places: Arc::new(Semaphore::new(ASKED)),
        }
    }
}

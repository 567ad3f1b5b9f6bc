//! Pending requests to bots.

use upcard_engine::{MAX_PLAYERS, Seat};

use crate::pace::Millis;

/// Seats that await a bot's answer.
#[derive(Clone, Debug, Default)]
pub(super) struct PendingRequests {
    requests: [Option<PendingRequest>; MAX_PLAYERS],
    /// Number of requests so far.
    asked: u64,
}

#[derive(Clone, Copy, Debug)]
struct PendingRequest {
    request: u64,
    until: Millis,
}

impl PendingRequests {
    /// Registers a request with this timeout; returns its number.
    pub(super) fn ask(&mut self, seat: Seat, until: Millis) -> u64 {
        self.asked += 1;
        self.requests[seat.index()] = Some(PendingRequest { request: self.asked, until });
        self.asked
    }

    /// Returns the timeout of a seat's pending request.
    pub(super) fn until(&self, seat: Seat) -> Option<Millis> {
        self.requests.get(seat.index()).copied().flatten().map(|pending| pending.until)
    }

    pub(super) fn awaits(&self, seat: Seat, request: u64) -> bool {
        let pending = self.requests.get(seat.index()).copied().flatten();
        pending.is_some_and(|pending| pending.request == request)
    }

    /// Cancels a seat's request.
    pub(super) fn forget(&mut self, seat: Seat) {
        self.requests[seat.index()] = None;
    }

    pub(super) fn forget_all(&mut self) {
        self.requests = Default::default();
    }
}

//! Slots for room inputs that may take milliseconds, shared out by the same fair queue as the bots', so that
//! a guest whose tables search a lot delays only those.

use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use tokio::sync::oneshot;

use crate::rooms::bots::{Account, FairQueue};

#[derive(Debug)]
pub(crate) struct FairSlots(Mutex<SlotQueue>);

#[derive(Debug)]
struct SlotQueue {
    waiting: FairQueue<oneshot::Sender<Slot>>,
    free: usize,
}

/// A slot, released on drop.
#[derive(Debug)]
pub(crate) struct Slot {
    slots: Arc<FairSlots>,
    who: Account,
    began: Instant,
    is_released: bool,
}

impl FairSlots {
    pub(crate) fn new(places: usize) -> FairSlots {
        FairSlots(Mutex::new(SlotQueue { waiting: FairQueue::new(), free: places }))
    }

    /// Waits for a slot, charged to this account. `None` if the slots are gone.
    pub(crate) async fn enter(self: &Arc<Self>, who: Account) -> Option<Slot> {
        let (assign, assigned) = oneshot::channel();
        self.0.lock().waiting.push(who, assign);
        self.assign();
        assigned.await.ok()
    }

    fn assign(self: &Arc<Self>) {
        loop {
            let mut queue = self.0.lock();
            if queue.free == 0 {
                return;
            }
            let Some((who, assign)) = queue.waiting.next() else { return };
            queue.free -= 1;
            drop(queue);
            let slot = Slot { slots: self.clone(), who, began: Instant::now(), is_released: false };
            // The caller may have gone.
            if let Err(mut slot) = assign.send(slot) {
                slot.release();
            }
        }
    }
}

impl Slot {
    fn release(&mut self) {
        self.is_released = true;
        let took = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        let mut queue = self.slots.0.lock();
        queue.free += 1;
        queue.waiting.done(self.who, took);
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if !self.is_released {
            self.release();
            self.slots.assign();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use upcard_table::Hex;

    use super::*;

    fn who(address: u8, table: u64) -> Account {
        Account { address: IpAddr::from([192, 0, 2, address]), guest: Hex([address; 16]), table }
    }

    /// Queues these accounts; returns them in the order in which they are served.
    async fn order(searches: &Arc<FairSlots>, waiting: &[Account]) -> Vec<Account> {
        let served = Arc::new(Mutex::new(Vec::new()));
        let held = searches.enter(who(9, 0)).await.unwrap();
        let mut tasks = Vec::new();
        for own in waiting {
            let (searches, served, own) = (searches.clone(), served.clone(), *own);
            tasks.push(tokio::spawn(async move {
                let slot = searches.enter(own).await.unwrap();
                served.lock().push(own);
                drop(slot);
            }));
            tokio::task::yield_now().await;
        }
        drop(held);
        for task in tasks {
            task.await.unwrap();
        }
        Arc::into_inner(served).unwrap().into_inner()
    }

    #[tokio::test]
    async fn one_guest_does_not_block_slow_searches_of_others() {
        let searches = Arc::new(FairSlots::new(1));
        // Fifty tables of one guest come first, then two of others.
        let mut waiting: Vec<Account> = (1..=50).map(|table| who(1, table)).collect();
        waiting.extend([who(2, 60), who(3, 61)]);
        let served = order(&searches, &waiting).await;
        assert_eq!(served.len(), waiting.len());
        let at =
            |address| served.iter().position(|own| *own == who(address, 58 + u64::from(address)));
        assert!(at(2) < Some(4) && at(3) < Some(4), "{served:?}");
    }

    #[tokio::test]
    async fn a_slot_is_reassigned_if_its_waiter_is_dropped() {
        let searches = Arc::new(FairSlots::new(1));
        let held = searches.enter(who(1, 1)).await;
        for table in 2..1_000 {
            let mut gone = Box::pin(searches.enter(who(1, table)));
            let waits = std::future::poll_fn(|context| {
                std::task::Poll::Ready(gone.as_mut().poll(context).is_pending())
            });
            assert!(waits.await);
        }
        drop(held);
        let last = searches.enter(who(2, 7)).await;
        assert_eq!(last.map(|slot| slot.who), Some(who(2, 7)));
        let queue = searches.0.lock();
        assert_eq!((queue.free, queue.waiting.is_empty()), (1, true));
    }
}

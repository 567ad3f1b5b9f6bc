//! Fair queue: shares computing time equally by address, then by guest, then by table.
//!
//! Each of them is charged for the time that its answers took; the waiting one with the lowest charge is
//! served next. After being idle a member starts at the level of those currently waiting, so unused time is
//! not saved up. Overuse is remembered as long as others are being served.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::hash::Hash;
use std::net::IpAddr;

use upcard_table::Guest;

/// Account charged for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Account {
    /// Household from which the table was opened.
    pub(crate) address: IpAddr,
    /// Guest who opened it.
    pub(crate) guest: Guest,
    /// Number of the table within this process.
    pub(crate) table: u64,
}

/// Provisional charge when an answer is begun, until its actual time is known, so that members with many
/// answers in progress are not preferred. In the caller's units, like all charges.
const PROVISIONAL_CHARGE: u64 = 10_000;

/// Maximum number of idle addresses whose overuse is remembered, …
const MAX_IDLE_ADDRESSES: usize = 4096;

/// … and of guests per busy address, and tables per busy guest.
const MAX_IDLE_MEMBERS: usize = 32;

/// Queued requests, each with a number for withdrawing it.
#[derive(Debug)]
pub(crate) struct FairQueue<J> {
    addresses: FairLevel<IpAddr, FairLevel<Guest, FairLevel<u64, TableQueue<J>>>>,
    /// Number of the latest request.
    asked: u64,
}

/// Requests of a table in order, and the number of answers in progress.
#[derive(Debug)]
struct TableQueue<J> {
    waiting: VecDeque<(u64, J)>,
    in_progress: usize,
}

impl<J> FairQueue<J> {
    pub(crate) fn new() -> FairQueue<J> {
        FairQueue { addresses: FairLevel::new(MAX_IDLE_ADDRESSES), asked: 0 }
    }

    /// Queues a request; returns its number, from 1.
    pub(crate) fn push(&mut self, who: Account, job: J) -> u64 {
        self.asked += 1;
        let number = self.asked;
        self.with(who, |line| line.waiting.push_back((number, job)));
        number
    }

    /// Returns `true` if nothing is queued or in progress.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        !self.addresses.is_busy()
    }

    /// Takes the next request; it is in progress from now on.
    pub(crate) fn next(&mut self) -> Option<(Account, J)> {
        let (address, (guest, (table, job))) = self.addresses.serve_first(|guests| {
            guests.serve_first(|tables| {
                tables.serve_first(|line| {
                    let (_, job) = line.waiting.pop_front()?;
                    line.in_progress += 1;
                    Some(job)
                })
            })
        })?;
        let who = Account { address, guest, table };
        self.charge(who, PROVISIONAL_CHARGE, 0);
        Some((who, job))
    }

    /// Finishes a request that took this much time.
    pub(crate) fn done(&mut self, who: Account, took: u64) {
        self.charge(who, took.max(1), PROVISIONAL_CHARGE);
        self.with(who, |line| line.in_progress = line.in_progress.saturating_sub(1));
    }

    /// Withdraws a queued request; `None` if it is no longer queued.
    pub(crate) fn withdraw(&mut self, who: Account, number: u64) -> Option<J> {
        self.with(who, |line| {
            let place = line.waiting.iter().position(|(own, _)| *own == number)?;
            line.waiting.remove(place).map(|(_, job)| job)
        })
    }

    fn with<R>(&mut self, who: Account, action: impl FnOnce(&mut TableQueue<J>) -> R) -> R {
        self.addresses.with(&who.address, |guests| {
            guests.with(&who.guest, |tables| tables.with(&who.table, action))
        })
    }

    fn charge(&mut self, who: Account, more: u64, less: u64) {
        let Some(guests) = self.addresses.charge(&who.address, more, less) else { return };
        let Some(tables) = guests.charge(&who.guest, more, less) else { return };
        tables.charge(&who.table, more, less);
    }
}

/// Contents of a level: another level, or a line.
trait QueueNode: Sized {
    fn empty() -> Self;
    /// Returns `true` if a request is queued in it.
    fn has_queued(&self) -> bool;
    /// Returns `true` if a request is queued or in progress in it.
    fn is_busy(&self) -> bool;
}

impl<J> QueueNode for TableQueue<J> {
    fn empty() -> TableQueue<J> {
        TableQueue { waiting: VecDeque::new(), in_progress: 0 }
    }

    fn has_queued(&self) -> bool {
        !self.waiting.is_empty()
    }

    fn is_busy(&self) -> bool {
        self.has_queued() || self.in_progress > 0
    }
}

/// Members of one kind, each with its charge.
#[derive(Debug)]
struct FairLevel<K, T> {
    members: HashMap<K, Member<T>>,
    /// Members with queued requests, by charge.
    waiting: BTreeSet<(u64, K)>,
    /// Idle members charged more than the one served last.
    idle: BTreeSet<(u64, K)>,
    /// Charge of the member served last.
    floor: u64,
    busy: usize,
    remembered: usize,
}

#[derive(Debug)]
struct Member<T> {
    charged: u64,
    inner: T,
}

impl<K: Copy + Ord + Hash, T: QueueNode> FairLevel<K, T> {
    fn new(remembered: usize) -> FairLevel<K, T> {
        FairLevel {
            members: HashMap::new(),
            waiting: BTreeSet::new(),
            idle: BTreeSet::new(),
            floor: 0,
            busy: 0,
            remembered,
        }
    }

    /// Runs a closure on a member, creating it if necessary.
    fn with<R>(&mut self, key: &K, action: impl FnOnce(&mut T) -> R) -> R {
        let floor = self.floor;
        let fresh = || Member { charged: floor, inner: T::empty() };
        let member = self.members.entry(*key).or_insert_with(fresh);
        let was_busy = member.inner.is_busy();
        self.waiting.remove(&(member.charged, *key));
        self.idle.remove(&(member.charged, *key));
        if !was_busy {
            member.charged = member.charged.max(floor);
        }
        let result = action(&mut member.inner);
        let is_busy = member.inner.is_busy();
        self.busy = self.busy + usize::from(is_busy) - usize::from(was_busy);
        if member.inner.has_queued() {
            self.waiting.insert((member.charged, *key));
        }
        if !is_busy {
            // Drop the state of an idle member's parts.
            member.inner = T::empty();
            self.idle.insert((member.charged, *key));
        }
        self.evict_idle();
        result
    }

    /// Serves the waiting member with the lowest charge.
    fn serve_first<R>(&mut self, action: impl FnOnce(&mut T) -> Option<R>) -> Option<(K, R)> {
        let (charged, key) = *self.waiting.first()?;
        self.floor = self.floor.max(charged);
        Some((key, self.with(&key, action)?))
    }

    fn charge(&mut self, key: &K, more: u64, less: u64) -> Option<&mut T> {
        let member = self.members.get_mut(key)?;
        let waits = self.waiting.remove(&(member.charged, *key));
        member.charged = member.charged.saturating_add(more).saturating_sub(less);
        if waits {
            self.waiting.insert((member.charged, *key));
        }
        Some(&mut member.inner)
    }

    /// Drops idle members without overuse, or all of them if nobody is busy; at capacity, those with the
    /// least overuse first.
    fn evict_idle(&mut self) {
        while let Some((charged, key)) = self.idle.first().copied() {
            let keeps = charged > self.floor && self.idle.len() <= self.remembered;
            if self.busy > 0 && keeps {
                return;
            }
            self.idle.remove(&(charged, key));
            self.members.remove(&key);
        }
        if self.busy == 0 {
            self.floor = 0;
        }
    }
}

impl<K: Copy + Ord + Hash, T: QueueNode> QueueNode for FairLevel<K, T> {
    fn empty() -> FairLevel<K, T> {
        FairLevel::new(MAX_IDLE_MEMBERS)
    }

    fn has_queued(&self) -> bool {
        !self.waiting.is_empty()
    }

    fn is_busy(&self) -> bool {
        self.busy > 0
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha12Rng;
    use rand_core::SeedableRng;
    use upcard_engine::chance::below;
    use upcard_table::Hex;

    use super::*;

    impl<J> FairQueue<J> {
        /// Total number of remembered addresses, guests and tables.
        fn known(&self) -> usize {
            let tables = |tables: &FairLevel<u64, TableQueue<J>>| tables.members.len();
            let guests = |guests: &FairLevel<Guest, FairLevel<u64, TableQueue<J>>>| {
                let inner = guests.members.values().map(|guest| tables(&guest.inner));
                guests.members.len() + inner.sum::<usize>()
            };
            let inner = self.addresses.members.values().map(|address| guests(&address.inner));
            self.addresses.members.len() + inner.sum::<usize>()
        }
    }

    fn who(address: u8, guest: u8, table: u64) -> Account {
        Account { address: IpAddr::from([192, 0, 2, address]), guest: Hex([guest; 16]), table }
    }

    /// Simulation: a number of slots, and a clock; each answer takes as long as its request says.
    struct Simulation {
        shares: FairQueue<(u64, u64)>,
        in_progress: Vec<(u64, Account, u64)>,
        places: usize,
        now: u64,
        asked: u64,
        /// Log of served requests: time, account, duration, number.
        served: Vec<(u64, Account, u64, u64)>,
    }

    impl Simulation {
        fn new(places: usize) -> Simulation {
            let (shares, in_progress) = (FairQueue::new(), Vec::new());
            Simulation { shares, in_progress, places, now: 0, asked: 0, served: Vec::new() }
        }

        fn ask(&mut self, who: Account, takes: u64) -> u64 {
            self.asked += 1;
            self.shares.push(who, (self.asked, takes))
        }

        /// Fills the slots, then advances to the next finished answer; `false` if nothing is left.
        fn step(&mut self) -> bool {
            while self.in_progress.len() < self.places {
                let Some((who, (number, takes))) = self.shares.next() else { break };
                self.in_progress.push((self.now + takes, who, takes));
                self.served.push((self.now, who, takes, number));
            }
            let soonest =
                (0..self.in_progress.len()).min_by_key(|place| self.in_progress[*place].0);
            let Some(soonest) = soonest else { return false };
            let (at, who, took) = self.in_progress.swap_remove(soonest);
            self.now = at;
            self.shares.done(who, took);
            true
        }

        /// Total time of the matching accounts.
        fn time(&self, of: impl Fn(Account) -> bool) -> u64 {
            self.served.iter().filter(|(_, who, ..)| of(*who)).map(|(_, _, took, _)| took).sum()
        }
    }

    /// Longest answer in these tests.
    const MAX_DURATION: u64 = 250_000;

    #[test]
    fn busy_members_share_time_equally_by_address_then_guest_then_table() {
        for (seed, places) in [(1, 1), (2, 2), (3, 8)] {
            let mut rng = ChaCha12Rng::seed_from_u64(seed);
            let mut all = Simulation::new(places);
            // One address with one table; one with two guests, the second with three tables; one with forty
            // guests with a table each.
            let mut tables = vec![who(1, 1, 1), who(2, 1, 2)];
            tables.extend((3..6).map(|table| who(2, 2, table)));
            tables.extend((10..50).map(|n| who(3, n, u64::from(n))));
            // Each table always requests either long answers or very short ones.
            let takes = |table: u64, rng: &mut ChaCha12Rng| {
                let longest = if table.is_multiple_of(2) { MAX_DURATION } else { 3_000 };
                1 + u64::from(below(rng, longest as u32))
            };
            for table in &tables {
                for _ in 0..10 {
                    all.ask(*table, takes(table.table, &mut rng));
                }
            }
            while all.now < 400 * MAX_DURATION {
                let served = all.served.len();
                assert!(all.step());
                for at in served..all.served.len() {
                    let table = all.served[at].1;
                    all.ask(table, takes(table.table, &mut rng));
                }
            }
            let apart = 2 * (MAX_DURATION + PROVISIONAL_CHARGE) * places as u64;
            let even = |parts: &[u64]| {
                let (least, most) = (parts.iter().min().unwrap(), parts.iter().max().unwrap());
                assert!(most - least <= apart, "{places} places: {parts:?}");
            };
            let address = |n: u8| all.time(|one| one.address == who(n, 0, 0).address);
            even(&[address(1), address(2), address(3)]);
            let guest = |n: u8| all.time(|one| one == who(2, n, one.table));
            even(&[guest(1), guest(2)]);
            even(&[3, 4, 5].map(|table| all.time(|one| one == who(2, 2, table))));
            let alone: Vec<u64> =
                (10..50).map(|n| all.time(|one| one == who(3, n, u64::from(n)))).collect();
            even(&alone);
        }
    }

    #[test]
    fn a_flood_delays_only_its_sender() {
        let mut all = Simulation::new(2);
        let mut rng = ChaCha12Rng::seed_from_u64(5);
        // A hundred guests of one address with fifty tables each, all requesting the longest answers.
        for n in 0..5_000_u64 {
            all.ask(who(1, (n % 100) as u8, n), MAX_DURATION);
        }
        // Another one requests something short now and then.
        for _ in 0..200 {
            for _ in 0..below(&mut rng, 5) {
                all.step();
            }
            let (asked_at, number) = (all.now, all.ask(who(2, 1, 10_000), 500));
            while !all.served.iter().any(|(.., own)| *own == number) {
                assert!(all.step());
            }
            let at = all.served.iter().find(|(.., own)| *own == number).unwrap().0;
            assert!(at - asked_at <= MAX_DURATION, "waited for {} us", at - asked_at);
        }
        // The flood is not starved by many short requests either.
        let served = all.served.len();
        for step in 0..20_000_u64 {
            all.ask(who(10 + (step % 10) as u8, 1, step), 1_000);
            all.ask(who(10 + (step % 10) as u8, 1, step), 1_000);
            all.step();
        }
        let flood = |(_, one, ..): &&(u64, Account, u64, u64)| one.address == who(1, 0, 0).address;
        let floods = all.served[served..].iter().filter(flood).count();
        // Each of the ten others has had two seconds, and the flood's answers take a quarter of one.
        assert!((6..=10).contains(&floods), "{floods}");
    }

    #[test]
    fn each_request_is_served_once_or_withdrawn_and_state_is_freed() {
        for seed in 0..20 {
            let mut rng = ChaCha12Rng::seed_from_u64(seed);
            let mut all = Simulation::new(1 + below(&mut rng, 4) as usize);
            let (mut waiting, mut withdrawn) = (Vec::new(), Vec::new());
            for _ in 0..3_000 {
                match below(&mut rng, 6) {
                    0..3 => {
                        let table = u64::from(below(&mut rng, 60));
                        // A table has one guest, and a guest one address.
                        let one = who((table % 5) as u8, (table % 20) as u8, table);
                        let takes = 1 + u64::from(below(&mut rng, 30_000));
                        waiting.push((one, all.ask(one, takes)));
                    }
                    3 if !waiting.is_empty() => {
                        let at = below(&mut rng, waiting.len() as u32) as usize;
                        let (one, number) = waiting.swap_remove(at);
                        let served = all.served.iter().any(|(.., own)| *own == number);
                        let found = all.shares.withdraw(one, number);
                        assert_eq!(found.is_none(), served, "what is served waits no longer");
                        withdrawn.extend(found.map(|(number, _)| number));
                        assert!(all.shares.withdraw(one, number).is_none());
                    }
                    _ => {
                        all.step();
                    }
                }
                let busy = all.asked as usize - withdrawn.len() - all.served.len() + all.places;
                assert!(
                    all.shares.known() <= MAX_IDLE_ADDRESSES + 3 * busy * (1 + MAX_IDLE_MEMBERS)
                );
            }
            while all.step() {}
            let mut numbers: Vec<u64> = all.served.iter().map(|(.., number)| *number).collect();
            numbers.extend(&withdrawn);
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(1..=all.asked), "each once");
            assert_eq!(all.shares.known(), 0, "nobody is busy: all is forgotten");
        }
    }

    #[test]
    fn idle_members_are_evicted_at_capacity_lowest_overuse_first() {
        let mut shares = FairQueue::new();
        let busy = who(1, 1, 1);
        shares.push(busy, ());
        assert!(shares.next().is_some());
        let address = |n: u32| {
            let address = IpAddr::from(std::net::Ipv4Addr::from(0x0a00_0000 + n));
            Account { address, ..busy }
        };
        // The first one has used most.
        for n in 0..3 * MAX_IDLE_ADDRESSES as u32 {
            shares.push(address(n), ());
            assert!(shares.next().is_some());
            shares.done(address(n), if n == 0 { 1_000_000 } else { 100 });
            assert!(shares.known() <= 3 * (MAX_IDLE_ADDRESSES + 1));
        }
        shares.push(address(0), ());
        shares.push(address(1), ());
        assert_eq!(shares.next().map(|(who, ())| who), Some(address(1)), "it has used less");
        shares.done(address(1), 100);
        shares.done(busy, 2_000_000);
        assert_eq!(shares.next().map(|(who, ())| who), Some(address(0)));
    }
}

//! Encoding of a seat's view as an array of 16-bit integers.

use upcard_cards::{Card, Cards, Element, JOKER, Meld, MeldKind, Purity, RunSuits, SUITS, SetMeld};
use upcard_engine::table::{Down, Drawn, Gone};
use upcard_engine::{MAX_PLAYERS, Phase, Seat, View};

use crate::layout::{
    ELEMENT_COLUMNS, FACES, Layout, MELD_CARDS, MELD_COLUMNS, MELD_HEADER, PILE_COLUMNS,
    SEAT_COLUMNS, TABLE_COLUMNS,
};

fn saturate(number: impl TryInto<i64>) -> i16 {
    let number = number.try_into().unwrap_or(i64::MAX);
    number.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

#[inline]
fn card_or_none(card: Option<Card>) -> i16 {
    card.map_or(0, |card| card.index() as i16 + 1)
}

/// Relative seat from 1, or 0 for none.
#[inline]
fn seat_or_none(seat: Option<Seat>, me: Seat, players: u8) -> i16 {
    seat.map_or(0, |seat| relative(seat, me, players) + 1)
}

/// Relative seat: the observer is 0, the next in turn 1.
#[inline]
fn relative(seat: Seat, me: Seat, players: u8) -> i16 {
    let ahead = seat.index() as i16 - me.index() as i16;
    if ahead < 0 { ahead + i16::from(players) } else { ahead }
}

const fn phase_number(phase: Phase) -> i16 {
    match phase {
        Phase::DealOver { .. } => 0,
        Phase::MatchOver => 1,
        Phase::Cut { .. } => 2,
        Phase::Draw => 3,
        Phase::Offers { .. } => 4,
        Phase::Play => 5,
        Phase::Call { .. } => 6,
        Phase::Pick { .. } => 7,
        Phase::Claim { .. } => 8,
        Phase::Upcard { .. } => 9,
        Phase::Show { .. } => 10,
        Phase::Rejoin { .. } => 11,
        Phase::Split { .. } => 12,
    }
}

const fn down_number(down: Down) -> i16 {
    match down {
        Down::No => 0,
        Down::Now => 1,
        Down::Earlier => 2,
    }
}

const fn gone_number(gone: Gone) -> i16 {
    match gone {
        Gone::No => 0,
        Gone::NotDealt => 1,
        Gone::DroppedFirst => 2,
        Gone::DroppedMiddle => 3,
        Gone::DeclaredWrong => 4,
    }
}

/// Source of this turn's draw, and the card if it is public.
const fn drawn_number(drawn: Drawn) -> (i16, Option<Card>) {
    match drawn {
        Drawn::Nothing => (0, None),
        Drawn::Stock => (1, None),
        Drawn::Discards(card) => (2, Some(card)),
        Drawn::Deep(card) => (3, Some(card)),
    }
}

pub(crate) const fn kind_number(kind: MeldKind) -> i16 {
    match kind {
        MeldKind::Set => 1,
        MeldKind::Run => 2,
        MeldKind::Pair => 3,
    }
}

/// Code of a contract element: its kind, with variants for the purity of sets and the suits of runs.
const fn element_number(element: &Element) -> i16 {
    match (element.purity, element.suits) {
        (Purity::Any, RunSuits::One) => kind_number(element.kind),
        (Purity::Suits, _) => 4,
        (Purity::Pure, _) => 5,
        (_, RunSuits::Any) => 6,
        (_, RunSuits::Colour) => 7,
        (_, RunSuits::Turns) => 8,
    }
}

pub(crate) fn element_of(number: i16, size: u8) -> Option<Element> {
    let set = |purity| Element { purity, ..Element::plain(MeldKind::Set, size) };
    let run = |suits| Element { suits, ..Element::plain(MeldKind::Run, size) };
    Some(match number {
        1 => set(Purity::Any),
        2 => run(RunSuits::One),
        3 => Element::plain(MeldKind::Pair, size),
        4 => set(Purity::Suits),
        5 => set(Purity::Pure),
        6 => run(RunSuits::Any),
        7 => run(RunSuits::Colour),
        8 => run(RunSuits::Turns),
        _ => return None,
    })
}

/// Kind of a row that continues the set above it.
pub(crate) const CONTINUED_SET: i16 = 4;

/// Discarder value of cards of the stock in publicly known order.
pub(crate) const STOCK_CARD: i16 = -1;

/// Writes the count of each face. Branchless and over all faces: a loop over the held ones mispredicts its
/// end. Each suit is copied with three extra nibbles, which the next one overwrites. Not inlined, so that it
/// compiles to vector instructions.
#[inline(never)]
fn write_counts(cards: &Cards, to: &mut [i16]) {
    let Some(to) = to.first_chunk_mut::<FACES>() else { return };
    let mut bytes = [0; 32];
    for (suit, word) in cards.words().iter().enumerate() {
        bytes[8 * suit..8 * suit + 8].copy_from_slice(&word.to_le_bytes());
    }
    let mut counts = [0; 64];
    for (two, byte) in bytes.iter().enumerate() {
        counts[2 * two] = i16::from(byte & 15);
        counts[2 * two + 1] = i16::from(byte >> 4);
    }
    to[..16].copy_from_slice(&counts[..16]);
    to[13..29].copy_from_slice(&counts[16..32]);
    to[26..42].copy_from_slice(&counts[32..48]);
    to[39..52].copy_from_slice(&counts[48..61]);
    to[52] = i16::from(cards.jokers());
}

impl Layout {
    /// Writes a seat's view and partial play. Returns `false`, writing nothing, unless the array has
    /// [`Layout::size`] values.
    pub fn write(&self, view: &View<'_>, said: &[u8], to: &mut [i16]) -> bool {
        if to.len() != self.size() {
            return false;
        }
        // The parts before this are overwritten completely.
        to[self.freed.offset..].fill(0);
        self.write_table(view, self.table.of_mut(to));
        write_counts(view.hand, self.hand.of_mut(to));
        self.write_seats(view, to);
        let freed = &view.table.turn().freed;
        if !freed.is_empty() {
            write_counts(freed, self.freed.of_mut(to));
        }
        let open = view.table.seat(view.seat).remaining;
        let elements = &view.contract_rules().contract.elements;
        let rows = self.contract.of_mut(to).chunks_exact_mut(ELEMENT_COLUMNS);
        for ((place, element), row) in elements.iter().enumerate().zip(rows) {
            row[0] = element_number(element);
            row[1] = i16::from(element.size);
            row[2] = i16::from(open.has(place));
        }
        write_melds(view, self.melds.of_mut(to));
        write_pile(view, self.pile.of_mut(to));
        let buried = self.buried.of_mut(to);
        view.table.buried().iter().for_each(|card| buried[card.index()] += 1);
        let shown = self.said.of_mut(to);
        shown.iter_mut().zip(said).for_each(|(to, number)| *to = i16::from(*number) + 1);
        true
    }

    #[inline]
    fn write_table(&self, view: &View<'_>, to: &mut [i16]) {
        let (table, me, players) = (view.table, view.seat, self.players);
        let turn = table.turn();
        let seat = |seat| seat_or_none(seat, me, players);
        let (from, drawn) = drawn_number(turn.drawn);
        // The seat whose hand a hidden card is drawn from.
        let caller = match table.phase() {
            Phase::Pick { caller } => Some(caller),
            _ => None,
        };
        let mut values = [0; TABLE_COLUMNS];
        let known = [
            phase_number(table.phase()),
            i16::from(table.deals_begun()),
            i16::from(table.deal()),
            relative(table.dealer(), me, players),
            relative(turn.seat, me, players),
            from,
            card_or_none(drawn),
            i16::from(turn.declared),
            i16::from(turn.take_closed),
            i16::from(turn.offers_closed),
            seat(turn.last_taker),
            i16::from(turn.new_melds),
            i16::from(turn.laid_off),
            i16::from(turn.plays),
            i16::from(turn.fresh),
            card_or_none(turn.owed),
            seat(turn.freed_of),
            saturate(table.stock()),
            saturate(table.discards().len()),
            saturate(table.dead()),
            i16::from(table.protected()),
            i16::from(table.reshuffles()),
            saturate(table.kitty()),
            saturate(table.taken()),
            card_or_none(table.first_upcard()),
            card_or_none(table.wild()),
            table.wild_rank().map_or(0, |rank| rank.index() as i16 + 1),
            seat(table.went_out()),
            saturate(table.rejoin_total()),
            me.index() as i16,
            saturate(table.melds().len()),
            saturate(table.known_stock().len()),
            seat(caller),
        ];
        values[..known.len()].copy_from_slice(&known);
        to.copy_from_slice(&values);
    }

    #[inline]
    fn write_seats(&self, view: &View<'_>, to: &mut [i16]) {
        let (table, players) = (view.table, self.players);
        let (seats, rest) = to.split_at_mut(self.known.offset);
        let seats = self.seats.of_mut(seats).chunks_exact_mut(SEAT_COLUMNS);
        let known = rest[..self.known.end() - self.known.offset].chunks_exact_mut(FACES);
        let (waiting, answered) = (table.waiting(), table.answered());
        let mut seat = view.seat;
        for (row, known) in seats.zip(known) {
            let state = table.seat(seat);
            let (score, paid) = (table.scores()[seat.index()], table.paid()[seat.index()]);
            let values = [
                i16::from(state.count),
                i16::from(state.contract),
                i16::from(state.remaining.bits()),
                down_number(state.down),
                down_number(state.melded),
                i16::from(state.touched),
                i16::from(state.bought),
                gone_number(state.gone),
                i16::from(state.drew),
                i16::from(waiting.has(seat)),
                i16::from(answered.has(seat)),
                i16::from(table.is_out(seat)),
                i16::from(table.rejoined(seat)),
                i16::from(table.boxes(seat)),
                saturate(score),
                saturate(table.chips_won(seat)),
                saturate(paid),
                i16::from(table.winners().has(seat)),
            ];
            row.copy_from_slice(&values);
            if seat == view.seat || view.sightings.is_empty() {
                match state.known.is_empty() {
                    true => known.fill(0),
                    false => write_counts(&state.known, known),
                }
            } else {
                write_counts(&view.known_of(seat), known);
            }
            seat = seat.next(players);
        }
    }
}

fn write_melds(view: &View<'_>, to: &mut [i16]) {
    let players = view.table.players();
    let mut rows = to.as_chunks_mut::<MELD_COLUMNS>().0.iter_mut();
    for laid in view.table.melds() {
        let Some(row) = rows.next() else { return };
        row[0] = saturate(laid.id.0);
        row[1] = relative(laid.owner, view.seat, players) + 1;
        row[2] = kind_number(laid.meld.kind());
        match &laid.meld {
            Meld::Run(run) => {
                row[3] = run.suit().index() as i16 + 1;
                row[4] = i16::from(run.low()) + 1;
                row[5] = saturate(run.cards().len());
                let cards = row[MELD_HEADER..].iter_mut().zip(run.cards());
                cards.for_each(|(to, card)| *to = card.index() as i16 + 1);
            }
            Meld::Set(set) => {
                row[3] = set.rank().map_or(0, |rank| rank.index() as i16 + 1);
                let (head, cards) = row.split_at_mut(MELD_HEADER);
                if let Some((plain, size)) = plain_set(set) {
                    head[5] = size as i16;
                    cards.copy_from_slice(&plain);
                    continue;
                }
                head[5] = saturate(set.cards().len());
                let mut row = cards.iter_mut();
                for card in set.cards().iter() {
                    if row.len() == 0
                        && let Some(next) = rows.next()
                    {
                        next[2] = CONTINUED_SET;
                        row = next[MELD_HEADER..].iter_mut();
                    }
                    if let Some(to) = row.next() {
                        *to = card.index() as i16 + 1;
                    }
                }
            }
        }
    }
}

/// Fast path for common sets: the cards of one rank plus jokers, at most three of each and no more than a row
/// holds, and their number. Each face is written three times and the excess overwritten: a loop over so few
/// cards mispredicts its end.
#[inline]
fn plain_set(set: &SetMeld) -> Option<([i16; MELD_CARDS], usize)> {
    const LENGTH: usize = 32;
    let (rank, words) = (set.rank()?, set.cards().words());
    let (shift, jokers) = (4 * rank.index(), set.cards().jokers());
    let any = words[0] | words[1] | words[2] | words[3];
    let others = any & 0x000f_ffff_ffff_ffff & !(0b11 << shift);
    if others != 0 || jokers > 3 {
        return None;
    }
    let (mut all, mut size) = ([0; LENGTH], 0);
    let mut add = |face: usize, count: usize| {
        for place in size..size + 3 {
            all[place % LENGTH] = face as i16 + 1;
        }
        size += count;
    };
    for suit in SUITS {
        add(Card::natural(rank, suit).index(), (words[suit.index()] >> shift & 0b11) as usize);
    }
    add(JOKER.index(), jokers.into());
    for place in size..size + 3 {
        all[place % LENGTH] = 0;
    }
    let cards = all.first_chunk().filter(|_| size <= MELD_CARDS)?;
    Some((*cards, size))
}

#[inline]
fn write_pile(view: &View<'_>, to: &mut [i16]) {
    let players = view.table.players();
    let mut discarders = [0; MAX_PLAYERS];
    for seat in Seat::all(players) {
        discarders[seat.index()] = relative(seat, view.seat, players) + 1;
    }
    let (rows, _) = to.as_chunks_mut::<PILE_COLUMNS>();
    for (row, discard) in rows.iter_mut().zip(view.table.discards().iter().rev()) {
        let by = discard.by.map_or(0, |seat| discarders[seat.index()]);
        *row = [discard.card.index() as i16 + 1, by];
    }
    for (row, card) in rows.iter_mut().rev().zip(view.table.known_stock().iter().rev()) {
        *row = [card.index() as i16 + 1, STOCK_CARD];
    }
}

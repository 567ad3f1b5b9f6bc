//! Every choice that a game's data can make: one table, from which the rule set's types, its
//! reader, `--set`, the documentation and the mutation check are made.

mod deals;
mod ends;
mod indian;
mod knocking;
mod regional;
mod sizes;
mod spread;
pub mod types;
mod words;

use upcard_cards::{AceMode, AllWild, RankSet, SizeRule, SuitRuns, WildCap};

use crate::value::{BadValue, ChoiceValue, Form, Value, near, wrong};
pub use ends::*;
pub use indian::{
    AutoSplit, DealShow, DiscardedWilds, DropWhen, Dropping, FinishCard, LastDealPoints,
    LosersGrouping, ManualSplit, Needs, OneLifeCosts, Percent, RejoinAt, Total, TurnedCard,
    TurnedJoker, WrongDeclaration,
};
pub use knocking::{BigGin, KnockLimit, StockOut};
pub use regional::{
    AceByColour, AfterDown, BuyUntil, DiscardPrice, DownAndOut, MeldKinds, SetSuits, WildDiscards,
    WildsWhere,
};
pub use spread::{CallPrice, DeepUse, LowAce, MeldedWild, QueenOfSpades, TopUse};
use types::{
    Contracts, FirstDealer, HandSize, Jokers, Limit, MatchDeals, Packs, PerDeal, PerDealLimit,
    Places, Points, SomeDeals, WildPoints,
};
pub use words::*;

macro_rules! cards_choice {
    ($name:ident { $($variant:ident = $word:literal),+ }) => {
        impl ChoiceValue for $name {
            const FORMS: &[Form] = &[$(Form::Word($word)),+];
            fn read(value: &Value) -> Result<$name, BadValue> {
                match value.word() {
                    $(Some($word) => Ok($name::$variant),)+
                    _ => Err(wrong(value)),
                }
            }
            fn write(&self) -> Value {
                Value::Text(match self { $($name::$variant => $word),+ }.to_owned())
            }
            fn others(&self) -> Vec<Value> {
                [$($name::$variant),+].iter().filter(|v| *v != self).map(|v| v.write()).collect()
            }
        }
    };
}
cards_choice!(AceMode { Low = "low", High = "high", Either = "either", Corner = "corner" });
cards_choice!(AllWild { Never = "never", Trio = "trio", Sets = "sets", Any = "any" });
cards_choice!(SizeRule { Exact = "exact", AtLeast = "at-least" });
cards_choice!(SuitRuns {
    Any = "any",
    NotContiguous = "not-contiguous",
    Gap = "gap",
    DifferentSuits = "different-suits"
});

impl ChoiceValue for WildCap {
    const FORMS: &[Form] = &[Form::Number, Form::Word("none"), Form::Word("naturals")];

    fn read(value: &Value) -> Result<WildCap, BadValue> {
        match value {
            Value::Text(word) if word == "none" => Ok(WildCap::None),
            Value::Text(word) if word == "naturals" => Ok(WildCap::Naturals),
            other => other.small().map(WildCap::Count).ok_or_else(|| wrong(other)),
        }
    }

    fn write(&self) -> Value {
        match self {
            WildCap::None => Value::Text("none".into()),
            WildCap::Naturals => Value::Text("naturals".into()),
            WildCap::Count(n) => Value::Int(i64::from(*n)),
        }
    }

    fn others(&self) -> Vec<Value> {
        let words = [WildCap::None, WildCap::Naturals];
        let mut all: Vec<Value> = words.iter().filter(|w| *w != self).map(|w| w.write()).collect();
        match self {
            WildCap::Count(n) => all.extend(near(i64::from(*n))),
            _ => all.push(Value::Int(1)),
        }
        all
    }
}

/// One row of the table of choices.
#[derive(Clone, Copy)]
pub struct Choice {
    /// Its path in data files, such as `buying.limit.per-deal`.
    pub path: &'static str,
    /// Sets it; the error says what is wrong with the value.
    pub set: fn(&mut Choices, &Value) -> Result<(), BadValue>,
    /// The forms that its values have.
    pub forms: &'static [Form],
    /// Is it of a later time than the first records? They leave it out where it has its default.
    pub later: bool,
    /// Its row in the tables of what programs that only play do not need.
    row: usize,
}

impl Choice {
    /// Its value in a rule set.
    #[must_use]
    pub fn get(&self, all: &Choices) -> Value {
        GET[self.row](all)
    }

    /// What it means, in a sentence.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        MEANINGS[self.row]
    }

    /// The other values that it can take, or the near ones where there are many.
    #[must_use]
    pub fn others(&self, all: &Choices) -> Vec<Value> {
        OTHERS[self.row](all)
    }
}

macro_rules! chapters {
    ($($(#[$cdoc:meta])* $chapter:ident: $type:ident {
        $($field:ident: $ftype:ty = $default:expr, $path:literal, $meaning:literal $(, $later:ident)?;)+
    })+) => {
        $(
            $(#[$cdoc])*
            #[derive(Clone, PartialEq, Eq, Debug)]
            pub struct $type {
                $(#[doc = $meaning] pub $field: $ftype,)+
            }

            impl Default for $type {
                fn default() -> $type {
                    $type { $($field: $default,)+ }
                }
            }
        )+

        /// All choices of a game, chapter by chapter.
        #[derive(Clone, PartialEq, Eq, Debug, Default)]
        pub struct Choices {
            $($(#[$cdoc])* pub $chapter: $type,)+
        }

        /// The table of all choices.
        pub static CHOICES: &[Choice] = &{
            let mut all = [$($(Choice {
                path: $path,
                set: |all, value| {
                    all.$chapter.$field = <$ftype as ChoiceValue>::read(value)?;
                    Ok(())
                },
                forms: <$ftype as ChoiceValue>::FORMS,
                later: !<[&str]>::is_empty(&[$(stringify!($later))?]),
                row: 0,
            },)+)+];
            let mut row = 0;
            while row < all.len() {
                all[row].row = row;
                row += 1;
            }
            all
        };

        // Each is a table of its own, so that a program holds only those that it uses: the page needs
        // the values of choices when it shows rules, and the others never.
        static GET: &[fn(&Choices) -> Value] = &[$($(|all| all.$chapter.$field.write(),)+)+];
        static MEANINGS: &[&str] = &[$($($meaning,)+)+];
        static OTHERS: &[fn(&Choices) -> Vec<Value>] =
            &[$($(|all| all.$chapter.$field.others(),)+)+];
    };
}

chapters! {
    /// Table sizes.
    players: Players {
        min: u8 = 2, "players.min", "Fewest players.";
        max: u8 = 8, "players.max", "Most players.";
    }
    /// The cards.
    pack: Pack {
        packs: Packs = Packs::Count(2), "pack.packs", "How many 52-card packs.";
        jokers: Jokers = Jokers::Count(0), "pack.jokers", "How many jokers; they are wild.";
        wild_ranks: RankSet = RankSet::NONE, "pack.wild-ranks", "Ranks that are wild besides jokers.";
    }
    /// Dealing.
    dealing: Dealing {
        first_dealer: FirstDealer = FirstDealer::Random, "dealing.first-dealer", "How the first dealer is found.";
        hand: HandSize = HandSize::Count(10), "dealing.hand", "Cards dealt to each player.";
        upcard: bool = true, "dealing.upcard", "Whether a card is turned up to start the discards.";
        next_dealer: NextDealer = NextDealer::Clockwise, "dealing.next-dealer", "Who deals the next deal.", later;
        opening_upcard: OpeningUpcard = OpeningUpcard::Normal, "dealing.opening-upcard", "Whether the first upcard is offered to all before the first draw.", later;
        extra_card: ExtraCard = ExtraCard::None, "dealing.extra-card", "Whether the player who begins is dealt one card more, and begins without drawing.", later;
        cut: Cut = Cut::None, "dealing.cut", "Whether the player right of the dealer cuts the pack.";
        cut_bonus: u8 = 0, "dealing.cut-bonus", "Points taken off the cutter's score for a cut of exactly the cards needed.";
    }
    /// Contracts.
    contracts: ContractChoices {
        deals: Contracts = Contracts(Vec::new()), "contracts.deals", "The contract of each deal; none at all in games without contracts.";
    }
    /// Melds.
    melds: Melds {
        kinds: MeldKinds = MeldKinds::Both, "melds.kinds", "Which kinds of melds there are.", later;
        set_size: u8 = 3, "melds.set-size", "Fewest cards of a set.";
        set_max: Limit = Limit(None), "melds.set-max", "Most cards of a set.";
        run_size: u8 = 4, "melds.run-size", "Fewest cards of a run.";
        run_max: u8 = 14, "melds.run-max", "Most cards of a run.";
        ace: AceMode = AceMode::Either, "melds.ace", "Where an ace may stand in a run.";
        distinct_suits: bool = false, "melds.distinct-suits", "Whether the cards of a set must be of different suits.", later;
        set_suits: SetSuits = SetSuits::Any, "melds.set-suits", "Whether a set is of three suits, and grows by these alone.", later;
        pair_grows: bool = false, "melds.pair-grows", "Whether a pair may be laid off on.";
    }
    /// Wild cards.
    wilds: Wilds {
        per_deal: WildsPerDeal = WildsPerDeal::None, "wilds.per-deal", "Whether each deal has a wild rank of its own.", later;
        turned_joker: TurnedJoker = TurnedJoker::Aces, "wilds.turned-joker", "What a joker means that is turned up for the wild rank.", later;
        turned_card: TurnedCard = TurnedCard::Aside, "wilds.turned-card", "Where the card lies that was turned up for the wild rank.", later;
        place: WildsWhere = WildsWhere::Everywhere, "wilds.where", "In which melds wilds may stand.", later;
        cap: WildCap = WildCap::None, "wilds.cap", "Most wilds in a meld.";
        cap_scope: CapScope = CapScope::Always, "wilds.cap-scope", "Whether that cap also binds lay-offs.";
        first_lay_total: PerDealLimit = PerDealLimit(None), "wilds.first-lay-total", "Most wilds of all melds of a contract together, as they are first laid.", later;
        set_naturals: u8 = 1, "wilds.set-naturals", "Fewest natural cards of a set that holds wilds.", later;
        apart: u8 = 0, "wilds.apart", "Fewest natural cards between two wilds of a run.", later;
        only: AllWild = AllWild::Never, "wilds.only", "Whether a meld may consist of wilds only.";
        natural_place: NaturalPlace = NaturalPlace::Wild, "wilds.natural-place", "What a card of a wild rank counts as in its own place.";
        own_set: bool = false, "wilds.own-set", "Whether a card of a wild rank may stand for a suit that is missing from a set of its own rank.", later;
        in_pairs: bool = true, "wilds.in-pairs", "Whether a pair may hold a wild.";
        slide: Slide = Slide::None, "wilds.slide", "Whether a wild moves to an end of its run when the natural is laid in its place.";
    }
    /// Taking wilds off the table.
    swapping: Swapping {
        who: SwapWho = SwapWho::Nobody, "swapping.who", "Who may take a wild by putting the natural card in its place.";
        place: SwapWhere = SwapWhere::Any, "swapping.where", "From which melds a wild may be taken.";
        from: SwapFrom = SwapFrom::NextTurn, "swapping.from", "From when on a player may take wilds.";
        freed: Freed = Freed::Hand, "swapping.freed", "Where a wild that was taken goes.";
        full_sets: bool = false, "swapping.full-sets", "Whether a wild is taken from a set only once cards of all its suits lie there.", later;
        timing: SwapTiming = SwapTiming::OwnTurn, "swapping.timing", "Whether wilds may be claimed outside the own turn.";
    }
    /// Laying down.
    laying_down: LayingDown {
        mode: LayDownMode = LayDownMode::AtOnce, "laying-down.mode", "Whether the contract goes down at once, in parts, melds are free, or they stay in the hand.";
        sets: SizeRule = SizeRule::Exact, "laying-down.sets", "Whether a contract's sets have their size exactly when first laid.";
        runs: SizeRule = SizeRule::Exact, "laying-down.runs", "Whether a contract's runs have their size exactly when first laid.";
        duty: Duty = Duty::Optional, "laying-down.duty", "Whether a player who can lay down must.";
        extra_melds: ExtraMelds = ExtraMelds::None, "laying-down.extra-melds", "Whether melds beyond the contract may be laid.";
        melds_per_turn: Limit = Limit(None), "laying-down.melds-per-turn", "Most new melds in a turn, in games without contracts.";
        same_rank_sets: bool = true, "laying-down.same-rank-sets", "Whether a player may lay two sets of one rank.";
        same_suit_runs: SuitRuns = SuitRuns::Any, "laying-down.same-suit-runs", "How two runs of one suit in one contract may lie to each other.";
        whole_suit: bool = false, "laying-down.whole-suit", "Whether a run of a whole suit may be laid for the three runs that a contract asks for.", later;
        first_points: u8 = 0, "laying-down.first-points", "Fewest points of the melds that a player lays first in a deal, all at once.", later;
        runs_per_suit: Limit = Limit(None), "laying-down.runs-per-suit", "Most runs of one suit that a player may lay in a deal.";
    }
    /// Declaring: ending the deal with a whole hand.
    declaring: Declaring {
        allowed: Declares = Declares::None, "declaring.allowed", "Whether a player ends the deal by showing a hand in melds.", later;
        undrawn: bool = false, "declaring.undrawn", "Whether a player may show the hand as it was dealt, before the first draw of one's own.", later;
        needs: Needs = Needs::NONE, "declaring.needs", "Which runs a declared hand must have.", later;
        groups: Groups = Groups::AsShown, "declaring.groups", "Whether a declaration is judged by its groups as they are shown.", later;
        wrong: WrongDeclaration = WrongDeclaration::Refused, "declaring.wrong", "What a wrong declaration leads to.", later;
        penalty: u8 = 80, "declaring.penalty", "The points for a wrong declaration.", later;
        finish_card: FinishCard = FinishCard::Pile, "declaring.finish-card", "Where the card goes with which a hand is declared.", later;
        last_turns: LastTurns = LastTurns::None, "declaring.last-turns", "Whether the others have another turn after that.", later;
    }
    /// Knocking: ending the deal with little deadwood.
    knocking: Knocking {
        limit: KnockLimit = KnockLimit::None, "knocking.limit", "With how much deadwood a player may end the deal by knocking.", later;
        ace_upcard: AceUpcard = AceUpcard::GinOnly, "knocking.ace-upcard", "What an ace as first upcard allows, where that card sets the limit.", later;
        groups: Groups = Groups::AsShown, "knocking.groups", "Whose grouping of the knocker's hand counts.", later;
        defence: Defence = Defence::Own, "knocking.defence", "Who finds the defender's melds and lay-offs.", later;
        lay_off: KnockLayOff = KnockLayOff::DefenderOnKnocker, "knocking.lay-off", "What may be laid off after a knock.", later;
        tie: KnockTie = KnockTie::Undercut, "knocking.tie", "What equal deadwood is after a knock.", later;
        big_gin: BigGin = BigGin(None), "knocking.big-gin", "The bonus for a hand wholly in melds with no card to throw.", later;
    }
    /// Dropping: leaving a deal.
    dropping: DroppingChoices {
        allowed: Dropping = Dropping::Never, "dropping.allowed", "Whether a player may leave a deal.", later;
        when: DropWhen = DropWhen::BeforeDraw, "dropping.when", "When a player may drop.", later;
        first: u8 = 20, "dropping.first", "The points for dropping before the first draw of one's own.", later;
        middle: u8 = 40, "dropping.middle", "The points for dropping later.", later;
        missed_turns: Limit = Limit(None), "dropping.missed-turns", "Turns in a row that a player misses, at a table with a clock, before the hand is dropped.", later;
    }
    /// Laying off.
    laying_off: LayingOff {
        needs: LayOffNeeds = LayOffNeeds::Contract, "laying-off.needs", "What a player needs before laying off.";
        from: FromTurn = FromTurn::NextTurn, "laying-off.from", "Whether one may lay off in the turn of the contract.";
        last_turns: LastLayOffs = LastLayOffs::None, "laying-off.last-turns", "Whether cards may be laid off in the last turns, on the melds that were declared.", later;
    }
    /// Rearranging.
    rearranging: Rearranging {
        allowed: Rearrange = Rearrange::Never, "rearranging.allowed", "Whether the melds on the table may be rearranged.";
        new_melds: bool = true, "rearranging.new-melds", "Whether rearranging may make new melds.";
        wilds: RearrangeWilds = RearrangeWilds::Free, "rearranging.wilds", "Whether wilds may take another meaning.";
    }
    /// Drawing.
    drawing: Drawing {
        deep: bool = false, "drawing.deep", "Whether a card deep in the discards may be taken, with all that lie above it.", later;
        deep_use: DeepUse = DeepUse::FirstPlay, "drawing.deep-use", "When a card that was taken to be used has to be used.", later;
        top_use: TopUse = TopUse::Free, "drawing.top-use", "Whether the upcard has to be used in the turn in which it is taken.", later;
        discarded_wilds: DiscardedWilds = DiscardedWilds::Allowed, "drawing.discarded-wilds", "Whether a wild card may be taken from the discards.", later;
        discard: DiscardPrice = DiscardPrice::Free, "drawing.discard", "Whether the upcard is bought in the own turn, too.", later;
        after_down: AfterDown = AfterDown::Both, "drawing.after-down", "Whether a player who is down may still take the upcard.", later;
    }
    /// The order inside a turn.
    turn: TurnChoices {
        order: TurnOrder = TurnOrder::Free, "turn.order", "Whether melds come before lay-offs.";
    }
    /// Discarding.
    discarding: Discarding {
        taken_card: May = May::Allowed, "discarding.taken-card", "Whether the card taken from the discards may be discarded in the same turn.";
        pile: PileShown = PileShown::Top, "discarding.pile", "How much of the discards is shown.";
        wilds: WildDiscards = WildDiscards::Allowed, "discarding.wilds", "Whether a wild card may be discarded.", later;
    }
    /// Buying: taking the upcard out of turn.
    buying: Buying {
        deals: SomeDeals = SomeDeals::None, "buying.deals", "In which deals the upcard may be bought.";
        when: BuyWhen = BuyWhen::AfterRefusal, "buying.when", "Whether the others are asked before the draw or after the active player has declined.";
        who: BuyWho = BuyWho::Others, "buying.who", "Who may buy.";
        until: BuyUntil = BuyUntil::Deal, "buying.until", "Whether a player who is down may still buy.", later;
        own_discard: bool = true, "buying.own-discard", "Whether one may buy back the card one threw.";
        priority: Priority = Priority::TurnOrder, "buying.priority", "Who gets the card when several want it.";
        price_cards: PerDeal = PerDeal::Each(1), "buying.price.cards", "Cards from the stock that come with a bought card.";
        price_pennies: u8 = 0, "buying.price.pennies", "Pennies paid into the kitty for a bought card.";
        limit_per_deal: PerDealLimit = PerDealLimit(None), "buying.limit.per-deal", "Most buys in a deal.";
        limit_per_match: Limit = Limit(None), "buying.limit.per-match", "Most buys in a match.", later;
        limit_scope: LimitScope = LimitScope::Player, "buying.limit.scope", "Whether the limit is each player's or the table's.";
        chain: Chain = Chain::Closed, "buying.chain", "What becomes of the next discard after a buy.";
        dead: Dead = Dead::UntilReshuffle, "buying.dead", "How long a dead pile stays dead.";
        then_draw: ThenDraw = ThenDraw::Stock, "buying.then-draw", "What the active player may draw after a buy.";
    }
    /// The Shanghai call.
    shanghai: Shanghai {
        allowed: bool = false, "shanghai.allowed", "Whether a discard that fits a meld may be called and added by another player.";
        priority: Priority = Priority::TurnOrder, "shanghai.priority", "Who comes first when several call.";
        price: CallPrice = CallPrice::BlindCard, "shanghai.price", "What a call costs the caller, and whether one can protect a discard from it.", later;
    }
    /// Going out.
    going_out: GoingOut {
        discard: LastCard = LastCard::Required, "going-out.discard", "How the last card of a hand may go.";
        ends: DealEnds = DealEnds::HandEmpty, "going-out.ends", "When a deal ends.";
    }
    /// The empty stock.
    stock_out: StockOutChoices {
        then: StockOut = StockOut::Reshuffle, "stock-out.then", "What an empty stock leads to.";
        reuse: Reuse = Reuse::KeepTop, "stock-out.reuse", "Which discards make the new stock.";
        shuffle: bool = true, "stock-out.shuffle", "Whether the new stock is shuffled or merely turned over.";
        reshuffles: Limit = Limit(None), "stock-out.reshuffles", "Most new stocks in a deal; after that the deal is blocked.";
        stalemate: u8 = 3, "stock-out.stalemate", "New stocks in a row through which no card reaches the table, before the deal is blocked.";
        block_at: BlockAt = BlockAt::LastCard, "stock-out.block-at", "When an empty stock blocks the deal.";
        last_discard: LastDiscard = LastDiscard::Off, "stock-out.last-discard", "Whether the discard that leaves the wall of the stock may still be taken for a knock.", later;
    }
    /// Scoring.
    scoring: Scoring {
        joker: u8 = 0, "scoring.joker", "Points for a joker.";
        two: Points = Points::Face, "scoring.two", "Points for a two.";
        three_to_seven: Points = Points::Face, "scoring.three-to-seven", "Points for a three to a seven.";
        eight_nine: Points = Points::Face, "scoring.eight-nine", "Points for an eight or a nine.";
        ten: Points = Points::Face, "scoring.ten", "Points for a ten.";
        court: Points = Points::Value(10), "scoring.court", "Points for a jack, queen or king.";
        ace: Points = Points::Value(15), "scoring.ace", "Points for an ace.";
        ace_by_colour: AceByColour = AceByColour(None), "scoring.ace-by-colour", "Points for a red ace, where a black one has others.", later;
        wilds: WildPoints = WildPoints(None), "scoring.wilds", "Points for a card of a wild rank.";
        who: WhoScores = WhoScores::Losers, "scoring.who", "Whether the losers score against themselves or the winner for himself.";
        what: WhatCounts = WhatCounts::Hand, "scoring.what", "Whether all cards of a hand count, or those in no meld.", later;
        grouping: LosersGrouping = LosersGrouping::Best, "scoring.grouping", "Whose grouping of a loser's hand counts.", later;
        one_life: OneLifeCosts = OneLifeCosts::All, "scoring.one-life", "What a hand costs that has a pure sequence and too few sequences.", later;
        cap: Limit = Limit(None), "scoring.cap", "Most points of a deal.", later;
        least: u8 = 0, "scoring.least", "Fewest points of a player who did not win.", later;
        least_halved: bool = true, "scoring.least-halved", "Whether those fewest points are halved, too, for a player who had no turn before the declaration.", later;
        deal_show: DealShow = DealShow::Full, "scoring.deal-show", "What a player pays who had no turn before the declaration.", later;
        last_deal: LastDealPoints = LastDealPoints::Off, "scoring.last-deal", "What the points of a match's last deal count.", later;
        gin: u8 = 25, "scoring.gin", "The bonus for a knock without deadwood.", later;
        undercut: u8 = 25, "scoring.undercut", "The bonus for less deadwood than the knocker.", later;
        spade_doubles: bool = false, "scoring.spade-doubles", "Whether a deal counts double whose first upcard is a spade.", later;
        going_rummy: GoingRummy = GoingRummy::None, "scoring.going-rummy", "What going out with the whole hand in one turn does.";
        down_and_out: DownAndOut = DownAndOut::None, "scoring.down-and-out", "What going out in the turn of one's first lay-down does.", later;
        low_ace: LowAce = LowAce(None), "scoring.low-ace", "Points for an ace that lies low in a run.", later;
        melded_wild: MeldedWild = MeldedWild::Own, "scoring.melded-wild", "What a wild card in a meld counts, where melds count.", later;
        queen_of_spades: QueenOfSpades = QueenOfSpades(None), "scoring.queen-of-spades", "Points for the queen of spades.", later;
        out_bonus: u8 = 0, "scoring.out-bonus", "What going out earns, where melds count.", later;
    }
    /// The match.
    matching: Match {
        deals: MatchDeals = MatchDeals::All, "match.deals", "Which deals make up a match.";
        target: u16 = 100, "match.target", "The total at which a match without a fixed number of deals ends.";
        winner: Winner = Winner::Lowest, "match.winner", "Which total wins.";
        ties: Ties = Ties::Shared, "match.ties", "What a tie leads to.";
        last_deal: LastDeal = LastDeal::AsOthers, "match.last-deal", "What is special in the deal of the last contract.";
        advance: Advance = Advance::Together, "match.advance", "Whether a player who missed a contract tries it again.";
        chips: u8 = 80, "match.chips", "Chips with which a player begins, for each deal, where losers hand them to the winner.", later;
        early_end: bool = false, "match.early-end", "Whether a match ends when nobody can catch up any more.", later;
        eliminate_at: Total = Total(None), "match.eliminate-at", "The total at which a player is out of the match.", later;
        game_bonus: u8 = 0, "match.game-bonus", "What the winner adds at the end, where one knocks.", later;
        boxes: u8 = 0, "match.box", "What each won hand adds.", later;
        box_when: BoxWhen = BoxWhen::AtEnd, "match.box-when", "When that is added.", later;
        gin_boxes: u8 = 0, "match.gin-boxes", "Further boxes for a hand won with gin.", later;
        shutout: Shutout = Shutout::None, "match.shutout", "What the winner earns whose opponent has won no hand.", later;
        tables: Tables = Tables::One, "match.tables", "Whether three games are scored at once.", later;
    }
    /// Pools: who is out comes back, and what is in the pool is shared.
    pool: Pool {
        rejoin_limit: Total = Total(None), "pool.rejoin-limit", "The highest remaining total with which who is out may come back.", later;
        rejoin_at: RejoinAt = RejoinAt::HighestPlusOne, "pool.rejoin-at", "With which total a player comes back.", later;
        rejoins: Limit = Limit(None), "pool.rejoins", "How often a player may come back.", later;
        rejoin_fee: bool = true, "pool.rejoin-fee", "Whether coming back costs another entry.", later;
        rejoin_price: u8 = 0, "pool.rejoin-price", "Units for coming back; none for as much as an entry.", later;
        auto_split: AutoSplit = AutoSplit::Off, "pool.auto-split", "When a pool is shared without being asked for.", later;
        manual_split: ManualSplit = ManualSplit::Off, "pool.manual-split", "Whether players may agree to share a pool.", later;
    }
    /// Settling.
    settling: Settling {
        money: Money = Money::None, "settling.money", "How money changes hands at the end.";
        places: Places = Places::DoubleRank, "settling.places", "What each place receives.";
        kitty: Kitty = Kitty::Winner, "settling.kitty", "Who gets the kitty.";
        unit: u8 = 1, "settling.unit", "Units paid for each point.";
        entry: u8 = 1, "settling.entry", "Units that each player puts into a pool.", later;
        out: u8 = 0, "settling.out", "Units that each of the others pays to whoever goes out, deal by deal.", later;
        whole_hand: u8 = 0, "settling.whole-hand", "Units that they pay instead for a whole hand in one turn; none for no other price.", later;
        melded_wild: u8 = 0, "settling.melded-wild", "Units that they pay besides for each card of a wild rank in the winner's melds.", later;
        melded_joker: u8 = 0, "settling.melded-joker", "Units that they pay besides for each joker in the winner's melds.", later;
        no_wilds: u8 = 0, "settling.no-wilds", "Units that they pay besides where there is no wild card in them.", later;
        first_turn: u8 = 0, "settling.first-turn", "Units that they pay besides for going out in one's first turn.", later;
        undrawn: u8 = 0, "settling.undrawn", "Units that they pay instead of those for going out without a draw.", later;
        one_suit: u8 = 0, "settling.one-suit", "Units that they pay besides where all melds are of one suit.", later;
        fee: Percent = Percent(0), "settling.fee", "What the house keeps of each winner's gain, in percent.", later;
    }
}

/// The choice with this path.
#[must_use]
pub fn choice(path: &str) -> Option<&'static Choice> {
    CHOICES.iter().find(|choice| choice.path == path)
}

//! What choices can contradict: each other, or the number of players.
//!
//! A new contradiction is a row here, its condition in `compile/`, and its sentence in the
//! rulebook's `flaws.ftl`, under the code with hyphens for dots.

use super::{Quoted, reasons};

reasons! {
    /// Choices contradict each other or the number of players. Each stands under the choice that
    /// should change.
    Contradiction:
    /// The fewest players are more than the most, or there are too many.
    Players { most: usize } = "players.range",
    /// The game is not for this many.
    PlayersCount { players: u8, fewest: u8, most: u8 } = "players.count",
    /// No packs or too many.
    Packs { players: u8 } = "pack.packs",
    /// Too many jokers.
    Jokers { players: u8, most: u8 } = "pack.jokers",
    /// Too many wild ranks.
    WildRanks = "pack.wild-ranks",
    /// More cards are dealt than there are.
    DealtCards { deal: u8, dealt: usize, pack: usize } = "dealing.pack",
    /// No cards are dealt.
    DealtNone { deal: u8 } = "dealing.none",
    /// No cards are dealt at a time.
    DealtAtATime = "dealing.at-a-time",
    /// A list needs an entry for each deal.
    EntriesOfDeals { path: &'static str, deals: usize } = "deals.entries",
    /// A list needs an entry for each contract.
    EntriesOfContracts { path: &'static str, contracts: usize } = "contracts.entries",
    /// A seat deals first only where somebody volunteers.
    FirstSeatChosen = "dealing.first-seat-chosen",
    /// No such seat is at the table.
    FirstSeat { players: u8 } = "dealing.first-seat",
    /// Nobody cuts who could earn the bonus.
    CutBonus = "dealing.cut-bonus",
    /// The bonus takes points off, which helps only where the lowest total wins.
    CutBonusLowest = "dealing.cut-bonus-lowest",
    /// With so large a wall, or so many cards dealt, nobody can draw.
    DealtWall { deal: u8, stock: usize, wall: u8 } = "dealing.wall",
    /// The opening upcard is offered only where one knocks.
    OpeningNeedsKnocking = "dealing.opening-knocking",
    /// The opening upcard is offered, and none is turned up.
    OpeningNeedsUpcard = "dealing.opening-upcard",
    /// An extra card goes with knocking, and without an upcard.
    ExtraCard = "dealing.extra-card",
    /// Of more than two players there is no one loser to deal.
    LoserDeals = "dealing.loser",
    /// Too many contracts.
    Contracts { most: usize } = "contracts.number",
    /// A deal of a game with contracts has none.
    ContractMissing { deal: u8 } = "contracts.missing",
    /// A contract cannot be read with the sizes of this game.
    Contract { deal: u8, column: usize, expected: &'static str, found: Quoted } = "contracts.text",
    /// A contract asks for more runs than a player may lay.
    ContractRuns { deal: u8, runs: usize, most: usize } = "contracts.runs",
    /// A contract asks for more sets than there are ranks for them.
    ContractSets { deal: u8, sets: usize, ranks: usize } = "contracts.sets",
    /// A contract asks for a pure set where a wild may be natural in its own place.
    ContractPurity { deal: u8 } = "contracts.purity",
    /// A run of several suits is not its contract's only meld, or shorter than the hand.
    ContractMixed { deal: u8, most: u8 } = "contracts.mixed",
    /// A run of several suits is laid at once, and all have the contract of the deal.
    ContractMixedMode { deal: u8 } = "contracts.mixed-mode",
    /// A contract takes more cards than there are.
    ContractPack { deal: u8, cards: usize, pack: usize } = "contracts.pack",
    /// A contract takes more cards than a hand can have.
    ContractHand { deal: u8, cards: usize, most: usize } = "contracts.hand",
    /// A contract and the discard after it take more cards than a hand can have.
    ContractDiscard { deal: u8, cards: usize, most: usize } = "contracts.hand-discard",
    /// Contracts ask for sets, of which there are none.
    MeldKinds = "melds.kinds",
    /// Contracts ask for runs, of which there are none.
    MeldKindsRuns = "melds.kinds-runs",
    /// Sets alone are melds on the table, which are not rearranged.
    MeldKindsTable = "melds.kinds-table",
    /// Sets are too small.
    MeldSetSize = "melds.set-size",
    /// Sets grow to less than they have at first.
    MeldSetMax = "melds.set-max",
    /// Sets of three suits are free melds, which are not rearranged.
    MeldSetSuits = "melds.set-suits",
    /// No set can be as large as the contract asks.
    MeldSetCards { deal: u8, size: u8 } = "melds.set-cards",
    /// Runs are too short or too long.
    MeldRunSize = "melds.run-size",
    /// Runs grow to less than they have at first, or to too much.
    MeldRunMax = "melds.run-max",
    /// No run can be as long as the contract asks.
    MeldRunCards { deal: u8, size: u8 } = "melds.run-cards",
    /// Melds of wilds only break the limit of wilds.
    WildsOnly = "wilds.only",
    /// A total of wilds is one of a contract that is laid at once.
    WildsFirstLay = "wilds.first-lay-total",
    /// Wilds cannot lie so far apart.
    WildsApart { most: u8 } = "wilds.apart",
    /// Wilds are kept apart in melds of contracts, which are not rearranged.
    WildsApartContracts = "wilds.apart-contracts",
    /// Naturals of sets are counted in contracts, which are not rearranged.
    WildsSetNaturals = "wilds.set-naturals",
    /// Wilds are kept out of sets that lie on the table and are not rearranged, and no meld is of wilds only.
    WildsWhere = "wilds.where",
    /// A limit of wilds holds for runs alone where melds stay in the hand.
    WildsCapIn = "wilds.cap-in",
    /// A wild goes to a run of its owner in the own turn, and melds are not rearranged.
    SwappingOwnerRun = "swapping.owner-run",
    /// A wild goes into a new meld in the own turn, and melds are not rearranged.
    SwappingNewMeld = "swapping.new-meld",
    /// As many cards as are dealt is no rank.
    WildsHandSize { deal: u8, hand: u8 } = "wilds.hand-size",
    /// Without contracts melds are free or hidden.
    LayingDownMode = "laying-down.mode",
    /// Contracts cannot be hidden.
    LayingDownHidden = "laying-down.hidden",
    /// Nothing is compulsory where melds are free or hidden.
    LayingDownDuty = "laying-down.duty",
    /// No meld in a turn.
    MeldsPerTurn = "laying-down.melds-per-turn",
    /// No run of a suit.
    RunsPerSuit = "laying-down.runs-per-suit",
    /// Points of a first lay-down are counted where any melds may be laid.
    FirstPoints = "laying-down.first-points",
    /// Hands are declared only where melds are hidden.
    DeclaringNeedsHidden = "declaring.hidden",
    /// Melds are hidden and nobody can end the deal.
    DeclaringNobody = "declaring.nobody",
    /// No hand is declared that could need runs.
    DeclaringNeeds = "declaring.needs",
    /// More pure sequences than sequences.
    DeclaringPure = "declaring.pure",
    /// Too many sequences.
    DeclaringSequences { most: usize } = "declaring.sequences",
    /// No sequence can be so long, or none is needed.
    DeclaringLong = "declaring.long",
    /// One set at the most is needed, beside sequences, and where there are sets.
    DeclaringSets = "declaring.sets",
    /// The cards of a deal make no such sequences.
    DeclaringRuns { deal: u8, hand: u8 } = "declaring.runs",
    /// No hand is declared that could be shown before a draw.
    DeclaringUndrawn = "declaring.undrawn",
    /// No hand is declared that could be wrong.
    DeclaringWrong = "declaring.wrong",
    /// Players leave a deal only where hands are declared.
    DroppingDeclared = "dropping.declared",
    /// No turn has to be missed.
    DroppingMissed = "dropping.missed-turns",
    /// The upcard is bought where others buy it, and alone.
    DrawingBought = "drawing.bought",
    /// Where one knocks any discard may be taken.
    DrawingKnocking = "drawing.knocking",
    /// There are no last turns where no hand is declared.
    LastTurns = "declaring.last-turns",
    /// Cards are laid off in last turns that there are not.
    LastLayOffs = "laying-off.last-turns",
    /// What was laid in a last turn is no part of a hand that is grouped as the rules or the player
    /// want it.
    LastLayOffsGroups = "laying-off.last-turns-groups",
    /// One knocks where melds are hidden and none is declared.
    KnockingHidden = "knocking.hidden",
    /// A knock is answered by one other player.
    KnockingPlayers = "knocking.players",
    /// The limit goes by the first upcard, and none is turned up.
    KnockingUpcard = "knocking.upcard",
    /// Where one knocks, deadwood counts and the highest total wins.
    KnockingScoring = "knocking.scoring",
    /// Without contracts none can be needed.
    LayingOffNeeds = "laying-off.needs",
    /// Hidden melds cannot be rearranged.
    RearrangingHidden = "rearranging.hidden",
    /// From hidden melds no wild is taken.
    SwappingHidden = "swapping.hidden",
    /// Nothing is called to hidden melds.
    ShanghaiHidden = "shanghai.hidden",
    /// Buying is for a deal that there is not.
    BuyingDeals = "buying.deals",
    /// Nobody buys where one knocks.
    BuyingKnocking = "buying.knocking",
    /// Buying is allowed and limited to nothing.
    BuyingLimit { deal: u8 } = "buying.limit",
    /// With so large a pack a hand could grow beyond what is counted.
    BuyingPack { pack: usize, most: usize } = "buying.pack",
    /// Where melds are hidden no card from the discards can be used.
    DrawingHidden { path: &'static str } = "drawing.hidden",
    /// Where melds are hidden a hand is finished with any card.
    DiscardingHidden = "discarding.hidden",
    /// One takes from deep only what all can see.
    DrawingPile = "drawing.pile",
    /// With so large a pack a hand could grow beyond what is counted.
    DrawingPack { pack: usize, most: usize } = "drawing.pack",
    /// There is no contract that could end the deal.
    GoingOutEnds = "going-out.ends",
    /// No contract is laid at once by who could go out then, the melds are rearranged in that turn, or there is
    /// no such deal.
    GoingOutSameTurn = "going-out.same-turn",
    /// A stock that blocks the deal is never renewed.
    StockBlocks = "stock-out.blocks",
    /// A stock that blocks the deal is not shuffled or turned over.
    StockShuffle = "stock-out.shuffle",
    /// No new stock, which another choice says.
    StockReshuffles = "stock-out.reshuffles",
    /// No new stocks without a card to the table, or too many.
    StockStalemate { most: u8 } = "stock-out.stalemate",
    /// A wall is left only where one knocks.
    StockWall = "stock-out.wall",
    /// With a wall there is no new stock.
    StockWallReshuffles = "stock-out.wall-reshuffles",
    /// Without a wall no discard leaves one.
    StockLastDiscard = "stock-out.last-discard",
    /// The winner gains points, so the highest total must win.
    WinnerHighest = "match.winner",
    /// The difference of deadwood goes with knocking.
    ScoringDifference = "scoring.difference",
    /// Deadwood counts only where melds are hidden.
    ScoringDeadwood = "scoring.deadwood",
    /// Hidden melds cannot count.
    ScoringShownHidden = "scoring.shown-hidden",
    /// What is laid earns points, so the highest total must win.
    ScoringShownHighest = "scoring.shown-winner",
    /// Points are taken off only where the lowest total wins.
    ScoringDownAndOut = "scoring.down-and-out",
    /// Where melds are hidden nobody lays down.
    ScoringDownAndOutHidden = "scoring.down-and-out-hidden",
    /// Of rearranged melds nobody knows who laid a card.
    ScoringShownRearranged = "scoring.shown-rearranged",
    /// Where melds are hidden every hand goes at once.
    ScoringGoingRummy = "scoring.going-rummy",
    /// Players group their hands where these are declared and deadwood counts.
    ScoringGrouping = "scoring.grouping",
    /// The most points are none, or fewer than the fewest.
    ScoringCap = "scoring.cap",
    /// A price or a penalty is more than a deal can cost.
    ScoringCapPrice { path: &'static str, price: u8, cap: u8 } = "scoring.cap-price",
    /// The deal counts double by the first upcard, and none is turned up.
    SpadeDoublesUpcard = "scoring.spade-doubles",
    /// No deal is known to be the last one.
    ScoringLastDeal = "scoring.last-deal",
    /// Until one player is left, somebody must be out.
    MatchLastPlayer = "match.last-player",
    /// Players are out of a match that lasts until one is left.
    MatchEliminate = "match.eliminate",
    /// Players are out by points against them.
    MatchEliminateScoring = "match.eliminate-scoring",
    /// Chips win only where they are handed over.
    MatchWinnerChips = "match.winner-chips",
    /// Chips are handed over for points against a player.
    MatchChipsHighest = "match.chips-highest",
    /// It must be known how much a player can still catch up.
    MatchEarlyEnd = "match.early-end",
    /// No number of deals for this many players.
    MatchDealsPlayers { players: u8 } = "match.deals-players",
    /// Who comes back must not be out.
    PoolRejoin { most: u16 } = "pool.rejoin-limit",
    /// Nobody is out who could come back.
    PoolRejoinNobody = "pool.rejoin-nobody",
    /// Pools are shared by the drops that are left.
    PoolSplit = "pool.split",
    /// Without contracts a number of deals or a target is needed.
    MatchDealsAll = "match.deals-all",
    /// No deals, or too many.
    MatchDealsCount { most: usize } = "match.deals-count",
    /// No deals, or more than there are.
    MatchDealsOfDeals { most: usize } = "match.deals-deals",
    /// No deals, or more than there are contracts.
    MatchDealsOfContracts { most: usize } = "match.deals-contracts",
    /// The numbers of deals do not rise, or there are no such deals.
    MatchDealsList { most: usize } = "match.deals-list",
    /// No target.
    MatchTarget = "match.target",
    /// Only what is laid at once can be the whole hand.
    MatchLastDeal = "match.last-deal",
    /// With a wild rank for each deal all must play the same deal.
    MatchAdvance = "match.advance",
    /// Three games are scored only where one knocks.
    MatchTables = "match.tables",
    /// Three games need a target.
    MatchTablesTarget = "match.tables-target",
    /// Pennies go to a kitty that is not paid out.
    SettlingKitty = "settling.kitty",
    /// Money changes hands by no unit.
    SettlingUnit = "settling.unit",
    /// A fee is taken where no money is played for.
    SettlingFee = "settling.fee",
    /// Where one scores what is paid, the highest total wins.
    ScoringPayments = "scoring.payments",
    /// Nothing is paid for going out.
    SettlingPayments = "settling.payments",
    /// What is scored is paid, and something else besides.
    SettlingMoneyScored = "settling.money-scored",
    /// What is scored is all that is paid, and is not paid.
    SettlingScored = "settling.scored",
    /// Nobody puts anything into the pool.
    SettlingEntry = "settling.entry",
    /// Where one knocks, the difference is paid.
    SettlingKnocking = "settling.knocking",
    /// The payments are for another number of players.
    SettlingPlaces { players: u8, places: usize } = "settling.places",
    /// What is paid is not what is received.
    SettlingSum { sum: i64 } = "settling.sum",
}

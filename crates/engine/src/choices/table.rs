//! Table of all choices. Each row has its type, default, path and one-sentence description, `later` if it was
//! added after the first records, and the condition under which it has an effect.
//!
//! `f` are the facts of a rule set and `c` its choices. A choice is idle if the condition after `if`, or that
//! of its chapter, is false. With `else`, setting it then is refused with that contradiction, because the
//! other choices make it impossible.

/// Passes the table to a macro.
macro_rules! table {
    ($make:ident) => { $make! { f, c;
    /// Table sizes.
    players: Players if (true) {
        min: u8 = 2, "players.min", "Fewest players.";
        max: u8 = 8, "players.max", "Most players.";
    }
    /// The cards.
    pack: Pack if (true) {
        packs: Packs = Packs::Count(2), "pack.packs", "Number of 52-card packs.";
        jokers: Jokers = Jokers::Count(0), "pack.jokers", "Number of jokers, which are wild.";
        wild_ranks: RankSet = RankSet::NONE, "pack.wild-ranks", "Ranks that are wild in addition to jokers.";
        wild_suits: WildSuits = WildSuits::All, "pack.wild-suits", "Suits in which the wild ranks are wild; in the others they are ordinary cards.", later
            if f.wild_ranks();
    }
    /// Dealing.
    dealing: Dealing if (true) {
        first_dealer: FirstDealer = FirstDealer::Random, "dealing.first-dealer", "How the first dealer is chosen.";
        first_seat: u8 = 1, "dealing.first-seat", "The seat that deals first, if somebody volunteers.", later
            if c.dealing.first_dealer == FirstDealer::Chosen, else Contradiction::FirstSeatChosen;
        hand: HandSize = HandSize::Count(10), "dealing.hand", "Cards dealt to each player.";
        at_a_time: u8 = 1, "dealing.at-a-time", "Number of cards dealt to a player at a time.", later;
        upcard: bool = true, "dealing.upcard", "Whether a card is turned up to start the discards.";
        next_dealer: NextDealer = NextDealer::Clockwise, "dealing.next-dealer", "Who deals the next deal.", later
            if !f.one_deal();
        opening_upcard: OpeningUpcard = OpeningUpcard::Normal, "dealing.opening-upcard", "Whether the first upcard is offered to all before the first draw.", later
            if f.knocks(), else Contradiction::OpeningNeedsKnocking;
        extra_card: ExtraCard = ExtraCard::None, "dealing.extra-card", "Whether the first player is dealt an extra card, and begins without drawing.", later
            if f.knocks() && !c.dealing.upcard, else Contradiction::ExtraCard;
        cut: Cut = Cut::None, "dealing.cut", "Whether the player right of the dealer cuts the pack.";
        cut_bonus: u8 = 0, "dealing.cut-bonus", "Points taken off the cutter's score for a cut of exactly the cards needed."
            if c.dealing.cut != Cut::None, else Contradiction::CutBonus;
    }
    /// Contracts.
    contracts: ContractChoices if (true) {
        deals: Contracts = Contracts(Vec::new()), "contracts.deals", "The contract of each deal; an empty list for games without contracts.";
    }
    /// Melds.
    melds: Melds if (true) {
        kinds: MeldKinds = MeldKinds::Both, "melds.kinds", "Kinds of melds in the game.", later
            if f.hidden() || f.more_melds();
        set_size: u8 = 3, "melds.set-size", "Fewest cards in a set."
            if f.sets();
        set_max: Limit = Limit(None), "melds.set-max", "Most cards in a set."
            if f.sets();
        run_size: u8 = 4, "melds.run-size", "Fewest cards in a run."
            if f.runs();
        run_max: u8 = 14, "melds.run-max", "Most cards in a run."
            if f.runs();
        ace: AceMode = AceMode::Either, "melds.ace", "Where an ace may stand in a run."
            if f.runs();
        // One pack has each card once.
        distinct_suits: bool = false, "melds.distinct-suits", "Whether the cards of a set must have different suits.", later
            if f.packs > 1 && f.sets();
        set_suits: SetSuits = SetSuits::Any, "melds.set-suits", "Whether a set has exactly three suits, and added cards must match one of them.", later
            if f.sets();
        pair_grows: bool = false, "melds.pair-grows", "Whether cards may be laid off on a pair."
            if f.most(MeldKind::Pair) > 0;
    }
    /// Wild cards.
    wilds: Wilds if (true) {
        per_deal: WildsPerDeal = WildsPerDeal::None, "wilds.per-deal", "Whether each deal has its own wild rank.", later;
        turned_joker: TurnedJoker = TurnedJoker::Aces, "wilds.turned-joker", "Effect of a joker turned up for the wild rank.", later
            if c.wilds.per_deal == WildsPerDeal::Turned && f.jokers > 0;
        turned_card: TurnedCard = TurnedCard::Aside, "wilds.turned-card", "Where the card turned up for the wild rank lies.", later
            if c.wilds.per_deal == WildsPerDeal::Turned;
        place: WildsWhere = WildsWhere::Everywhere, "wilds.where", "Melds in which wild cards may be used.", later
            if f.wilds() && f.sets() && (f.hidden() || f.more_melds() || f.contracts_have_sets());
        cap: WildCap = WildCap::None, "wilds.cap", "Most wild cards in a meld."
            if f.wilds();
        // If melds stay in the hand, nothing is played to the table.
        cap_scope: CapScope = CapScope::Always, "wilds.cap-scope", "Whether that limit also applies to lay-offs."
            if f.wilds() && !f.hidden() && c.wilds.cap != WildCap::None;
        cap_in: WildsWhere = WildsWhere::Everywhere, "wilds.cap-in", "Melds to which that limit applies.", later
            if f.wilds() && f.hidden() && f.sets() && f.runs() && c.wilds.cap != WildCap::None;
        first_lay_total: PerDealLimit = PerDealLimit(None), "wilds.first-lay-total", "Most wild cards in all melds of a contract together when first laid.", later
            if f.wilds() && !f.contracts.is_empty() && c.laying_down.mode == LayDownMode::AtOnce;
        set_naturals: u8 = 1, "wilds.set-naturals", "Fewest natural cards in a set with wild cards.", later
            if f.wilds() && !f.hidden() && f.sets() && c.wilds.place == WildsWhere::Everywhere
                && (f.more_melds() || f.most(MeldKind::Set) > 0);
        // A single wild card has no neighbour.
        apart: u8 = 0, "wilds.apart", "Fewest natural cards between two wild cards in a run.", later
            if f.max_wilds() > 1 && !f.hidden() && f.runs()
                && (!matches!(c.wilds.cap, WildCap::Count(0 | 1)) || c.wilds.cap_scope == CapScope::First);
        whole_suit: Limit = Limit(None), "wilds.whole-suit", "Most wild cards in a run of a whole suit that is the whole contract, never side by side.", later
            if f.wilds() && f.asks_for_whole_suit();
        // A meld of wild cards needs as many of them as the smallest meld has cards.
        only: AllWild = AllWild::Never, "wilds.only", "Whether a meld may consist of wild cards only."
            if f.max_wilds() >= f.smallest_meld();
        natural_place: NaturalPlace = NaturalPlace::Wild, "wilds.natural-place", "Whether a card of a wild rank is wild or natural in its own place."
            if f.wild_ranks();
        own_set: bool = false, "wilds.own-set", "Whether a card of a wild rank may stand for a missing suit in a set of its own rank.", later
            if f.wild_ranks() && f.packs > 1 && c.melds.distinct_suits
                && c.wilds.natural_place == NaturalPlace::Natural;
        in_pairs: bool = true, "wilds.in-pairs", "Whether a pair may have a wild card."
            if f.wilds() && f.most(MeldKind::Pair) > 0 && c.wilds.place == WildsWhere::Everywhere;
        slide: Slide = Slide::None, "wilds.slide", "Whether a wild card moves to an end of its run when the natural card is laid in its place."
            if f.wilds() && !f.hidden() && f.runs();
    }
    /// Taking wild cards off the table.
    swapping: Swapping if (f.wilds() && !f.hidden()) {
        who: SwapWho = SwapWho::Nobody, "swapping.who", "Who may take a wild card by putting the natural card in its place.";
        place: SwapWhere = SwapWhere::Any, "swapping.where", "Melds from which a wild card may be taken."
            if f.swaps();
        from: SwapFrom = SwapFrom::NextTurn, "swapping.from", "From when a player may take wild cards."
            if f.swaps();
        freed: Freed = Freed::Hand, "swapping.freed", "Where a wild card that was taken goes."
            if f.swaps();
        // If suits may repeat, a set never has all suits.
        full_sets: bool = false, "swapping.full-sets", "Whether a wild card may be taken only from a set with cards of all suits.", later
            if f.swaps() && c.swapping.place != SwapWhere::Runs
                && c.wilds.place == WildsWhere::Everywhere && c.melds.distinct_suits && f.sets();
        timing: SwapTiming = SwapTiming::OwnTurn, "swapping.timing", "Whether wild cards may be claimed between turns."
            if f.swaps();
    }
    /// Laying down.
    laying_down: LayingDown if (true) {
        mode: LayDownMode = LayDownMode::AtOnce, "laying-down.mode", "Whether the contract is laid at once or in parts, or melds are free or stay in the hand.";
        sets: SizeRule = SizeRule::Exact, "laying-down.sets", "Whether a contract's sets must have their exact size when first laid."
            if !f.hidden() && f.sets() && (f.free() || f.contracts_have_sets());
        runs: SizeRule = SizeRule::Exact, "laying-down.runs", "Whether a contract's runs must have their exact size when first laid."
            if !f.hidden() && f.runs() && (f.free() || f.most(MeldKind::Run) > 0);
        duty: Duty = Duty::Optional, "laying-down.duty", "Whether a player who can lay down must do so."
            if !f.hidden();
        extra_melds: ExtraMelds = ExtraMelds::None, "laying-down.extra-melds", "Whether melds beyond the contract may be laid."
            if !f.hidden() && !f.free();
        melds_per_turn: Limit = Limit(None), "laying-down.melds-per-turn", "Most new melds in a turn, in games without contracts."
            if f.free();
        // The pack may not have the cards for two sets of a rank.
        same_rank_sets: bool = true, "laying-down.same-rank-sets", "Whether a player may lay two sets of one rank."
            if !f.hidden() && f.sets() && (f.more_melds() || f.most(MeldKind::Set) > 1)
                && f.longest_set() >= 2 * usize::from(c.melds.set_size);
        // If a suit has one run at most, there is no second one near it.
        same_suit_runs: SameSuitRuns = SameSuitRuns::Any, "laying-down.same-suit-runs", "How two runs of one suit in one contract may be placed."
            if !f.hidden() && f.runs() && (f.free() || f.most(MeldKind::Run) > 1)
                && c.laying_down.runs_per_suit.0 != Some(1);
        whole_suit: bool = false, "laying-down.whole-suit", "Whether a run of a whole suit may be laid for a contract's three runs.", later
            if c.laying_down.mode == LayDownMode::AtOnce && c.melds.run_max >= 13
                && f.contracts.iter().any(|contract| contract.count(MeldKind::Run) == 3);
        first_points: u8 = 0, "laying-down.first-points", "Fewest points of a player's first melds in a deal, laid at once.", later
            if f.free(), else Contradiction::FirstPoints;
        // If suits must differ, a suit has one run at most.
        runs_per_suit: Limit = Limit(None), "laying-down.runs-per-suit", "Most runs of one suit that a player may lay in a deal."
            if !f.hidden() && f.runs() && c.laying_down.same_suit_runs != SameSuitRuns::DifferentSuits
                && (f.more_melds() || f.most(MeldKind::Run) > 1);
    }
    /// Declaring: ending the deal with a whole hand.
    declaring: Declaring if (f.hidden()) {
        // Games with knocking have no declarations.
        allowed: Declares = Declares::None, "declaring.allowed", "Whether a player ends the deal by showing a hand in melds.", later
            if f.declares() || !f.knocks(), else Contradiction::DeclaringNeedsHidden;
        undrawn: bool = false, "declaring.undrawn", "Whether a player may show the hand as dealt, before their first draw.", later
            if f.declares(), else Contradiction::DeclaringUndrawn;
        needs: Needs = Needs::NONE, "declaring.needs", "Runs and sets that a declared hand must have.", later
            if f.declares(), else Contradiction::DeclaringNeeds;
        groups: Groups = Groups::AsShown, "declaring.groups", "Whether a declaration is judged by its groups as shown.", later
            if f.declares();
        wrong: WrongDeclaration = WrongDeclaration::Refused, "declaring.wrong", "Consequence of a wrong declaration.", later
            if f.declares(), else Contradiction::DeclaringWrong;
        penalty: u8 = 80, "declaring.penalty", "Points for a wrong declaration.", later
            if f.declares() && f.costs() && c.declaring.wrong == WrongDeclaration::Penalty;
        finish_card: FinishCard = FinishCard::Pile, "declaring.finish-card", "Where the final discard of a declared hand goes.", later
            if c.declaring.allowed == Declares::AllButDiscard;
        last_turns: LastTurns = LastTurns::None, "declaring.last-turns", "Whether the others get another turn after a declaration.", later
            if f.declares(), else Contradiction::LastTurns;
    }
    /// Knocking: ending the deal with little deadwood.
    knocking: Knocking if (f.hidden()) {
        // Games with declarations have no knocking.
        limit: KnockLimit = KnockLimit::None, "knocking.limit", "Most deadwood with which a player may knock.", later
            if f.knocks() || !f.declares();
        ace_upcard: AceUpcard = AceUpcard::GinOnly, "knocking.ace-upcard", "What an ace as first upcard allows, if the first upcard sets the limit.", later
            if c.knocking.limit == KnockLimit::Upcard;
        groups: Groups = Groups::AsShown, "knocking.groups", "Whose grouping of the knocker's hand counts.", later
            if f.knocks();
        defence: Defence = Defence::Own, "knocking.defence", "Who finds the defender's melds and lay-offs.", later
            if f.knocks();
        // Nothing is laid off against gin, and a knock without deadwood is never undercut.
        lay_off: KnockLayOff = KnockLayOff::DefenderOnKnocker, "knocking.lay-off", "What may be laid off after a knock.", later
            if f.knocks() && !f.knocks_with_gin_alone();
        tie: KnockTie = KnockTie::Undercut, "knocking.tie", "Effect of equal deadwood after a knock.", later
            if f.knocks() && !f.knocks_with_gin_alone();
        big_gin: BigGin = BigGin(None), "knocking.big-gin", "Bonus for a hand entirely in melds, without a discard.", later
            if f.knocks();
    }
    /// Dropping: leaving a deal.
    dropping: DroppingChoices if (f.declares()) {
        allowed: Dropping = Dropping::Never, "dropping.allowed", "Whether a player may drop out of a deal.", later
            if true, else Contradiction::DroppingDeclared;
        when: DropWhen = DropWhen::BeforeDraw, "dropping.when", "When a player may drop.", later
            if f.drops();
        first: u8 = 20, "dropping.first", "Points for dropping before the player's first draw.", later
            if f.drops() && f.costs();
        middle: u8 = 40, "dropping.middle", "Points for dropping later.", later
            if f.drops() && f.costs();
        missed_turns: Limit = Limit(None), "dropping.missed-turns", "Turns in a row that a player may miss before the hand is dropped, at a table with a clock.", later
            if f.drops();
    }
    /// Laying off.
    laying_off: LayingOff if (true) {
        needs: LayOffNeeds = LayOffNeeds::Contract, "laying-off.needs", "What a player needs before laying off."
            if !f.hidden();
        from: FromTurn = FromTurn::NextTurn, "laying-off.from", "Whether a player may lay off in the turn of the contract."
            if !f.hidden() && c.laying_off.needs != LayOffNeeds::None;
        last_turns: LastLayOffs = LastLayOffs::None, "laying-off.last-turns", "Whether cards may be laid off on the declared melds in the last turns.", later
            if f.declares() && c.declaring.last_turns == LastTurns::OneEach, else Contradiction::LastLayOffs;
    }
    /// Rearranging.
    rearranging: Rearranging if (!f.hidden()) {
        allowed: Rearrange = Rearrange::Never, "rearranging.allowed", "Whether the melds on the table may be rearranged."
            if true, else Contradiction::RearrangingHidden;
        new_melds: bool = true, "rearranging.new-melds", "Whether rearranging may make new melds."
            if f.rearranges();
        wilds: RearrangeWilds = RearrangeWilds::Free, "rearranging.wilds", "Whether wild cards may then stand for another card."
            if f.rearranges() && f.wilds();
    }
    /// Drawing.
    drawing: Drawing if (true) {
        // A card cannot be taken for use if nothing is played to the table.
        deep: bool = false, "drawing.deep", "Whether a card deeper in the discard pile may be taken, with all cards above it.", later
            if !f.hidden(), else Contradiction::DrawingHidden { path: "drawing.deep" };
        deep_use: DeepUse = DeepUse::FirstPlay, "drawing.deep-use", "When a card that must be used after taking it must be used.", later
            if !f.hidden() && (c.drawing.deep || c.drawing.top_use != TopUse::Free);
        top_use: TopUse = TopUse::Free, "drawing.top-use", "Whether the upcard must be used in the turn in which it is taken.", later
            if !f.hidden(), else Contradiction::DrawingHidden { path: "drawing.top-use" };
        discarded_wilds: DiscardedWilds = DiscardedWilds::Allowed, "drawing.discarded-wilds", "Whether a wild card may be taken from the discard pile.", later
            if f.wilds() && !f.knocks();
        discard: DiscardPrice = DiscardPrice::Free, "drawing.discard", "Whether the upcard must be bought even in the player's own turn.", later
            if f.buying();
        after_down: AfterDown = AfterDown::Both, "drawing.after-down", "Whether a player who is down may still take the upcard.", later
            if !f.hidden();
    }
    /// The order inside a turn.
    turn: TurnChoices if (true) {
        order: TurnOrder = TurnOrder::Free, "turn.order", "Whether melds come before lay-offs."
            if !f.hidden() && f.melds_after_lay_off();
    }
    /// Discarding.
    discarding: Discarding if (true) {
        // A card that had to be used is on the table by the time of the discard.
        taken_card: May = May::Allowed, "discarding.taken-card", "Whether a card taken from the discard pile may be discarded in the same turn."
            if c.drawing.top_use == TopUse::Free;
        pile: PileShown = PileShown::Top, "discarding.pile", "How much of the discards is shown.";
        wilds: WildDiscards = WildDiscards::Allowed, "discarding.wilds", "Whether a wild card may be discarded.", later
            if f.wilds() && !f.hidden();
    }
    /// Buying: taking the upcard out of turn.
    buying: Buying if (true) {
        deals: SomeDeals = SomeDeals::None, "buying.deals", "In which deals the upcard may be bought.";
        when: BuyWhen = BuyWhen::AfterRefusal, "buying.when", "Whether the others are asked before the draw or after the active player has declined."
            if f.buying();
        who: BuyWho = BuyWho::Others, "buying.who", "Who may buy."
            if f.buying();
        until: BuyUntil = BuyUntil::Deal, "buying.until", "Whether a player who is down may still buy.", later
            if f.buying();
        own_discard: bool = true, "buying.own-discard", "Whether one may buy back the card one threw."
            if f.buying();
        priority: Priority = Priority::TurnOrder, "buying.priority", "Who gets the card when several want it."
            if f.buying();
        price_cards: PerDeal = PerDeal::Each(1), "buying.price.cards", "Cards from the stock that come with a bought card."
            if f.buying();
        price_pennies: u8 = 0, "buying.price.pennies", "Pennies paid into the kitty for a bought card."
            if f.buying();
        limit_per_deal: PerDealLimit = PerDealLimit(None), "buying.limit.per-deal", "Most buys in a deal."
            if f.buying();
        limit_per_match: Limit = Limit(None), "buying.limit.per-match", "Most buys in a match.", later
            if f.buying();
        limit_scope: LimitScope = LimitScope::Player, "buying.limit.scope", "Whether the limit is each player's or the table's."
            if f.buying()
                && (c.buying.limit_per_deal.0.is_some() || c.buying.limit_per_match.0.is_some());
        chain: Chain = Chain::Closed, "buying.chain", "What happens to the next discard after a buy."
            if f.buying();
        dead: Dead = Dead::UntilReshuffle, "buying.dead", "How long a dead pile stays dead."
            if f.buying() && c.buying.chain == Chain::Dead;
        // After a buy before the draw that closes the pile, only the stock is left to draw from.
        then_draw: ThenDraw = ThenDraw::Stock, "buying.then-draw", "What the active player may draw after a buy."
            if f.buying() && (c.buying.when != BuyWhen::BeforeDraw || c.buying.chain != Chain::Closed);
    }
    /// The Shanghai call.
    shanghai: Shanghai if (!f.hidden()) {
        allowed: bool = false, "shanghai.allowed", "Whether a discard that fits a meld may be called and added by another player."
            if true, else Contradiction::ShanghaiHidden;
        priority: Priority = Priority::TurnOrder, "shanghai.priority", "Who gets the card when several call."
            if c.shanghai.allowed;
        price: CallPrice = CallPrice::BlindCard, "shanghai.price", "What a call costs the caller, and whether a discard can be protected from it.", later
            if c.shanghai.allowed;
    }
    /// Going out.
    going_out: GoingOut if (!f.hidden()) {
        discard: LastCard = LastCard::Required, "going-out.discard", "How the last card of a hand may be played."
            if c.going_out.ends != DealEnds::ContractComplete && !f.only_special_deals();
        ends: DealEnds = DealEnds::HandEmpty, "going-out.ends", "When a deal ends."
            if !f.contracts.is_empty(), else Contradiction::GoingOutEnds;
        same_turn: SomeDeals = SomeDeals::None, "going-out.same-turn", "Deals in which a contract may be laid only when going out in the same turn.", later
            if !f.contracts.is_empty() && c.laying_down.mode == LayDownMode::AtOnce
                && c.going_out.ends == DealEnds::HandEmpty
                && c.rearranging.allowed != Rearrange::SameTurn, else Contradiction::GoingOutSameTurn;
    }
    /// The empty stock.
    stock_out: StockOutChoices if (true) {
        then: StockOut = StockOut::Reshuffle, "stock-out.then", "Consequence of an empty stock.";
        reuse: Reuse = Reuse::KeepTop, "stock-out.reuse", "Discards that form the new stock."
            if f.replenishes_stock();
        shuffle: bool = true, "stock-out.shuffle", "Whether the new stock is shuffled, not just turned over."
            if f.replenishes_stock();
        reshuffles: Limit = Limit(None), "stock-out.reshuffles", "Most new stocks in a deal; after that the deal is blocked."
            if f.replenishes_stock();
        stalemate: u8 = 3, "stock-out.stalemate", "New stocks in a row without a card played to the table before the deal is blocked."
            if c.stock_out.then != StockOut::Block;
        block_at: BlockAt = BlockAt::LastCard, "stock-out.block-at", "When an empty stock blocks the deal."
            if c.stock_out.then == StockOut::Block;
        last_discard: LastDiscard = LastDiscard::Off, "stock-out.last-discard", "Whether the discard after the last draw may still be taken to knock, if the stock keeps a wall.", later
            if matches!(c.stock_out.then, StockOut::Wall(_)), else Contradiction::StockLastDiscard;
    }
    /// Scoring.
    scoring: Scoring if (true) {
        joker: u8 = 0, "scoring.joker", "Points for a joker."
            if f.costs() && f.jokers > 0;
        two: Points = Points::Face, "scoring.two", "Points for a two."
            if f.priced(&RANKS[1..2]);
        three_to_seven: Points = Points::Face, "scoring.three-to-seven", "Points for a three to a seven."
            if f.priced(&RANKS[2..7]);
        eight_nine: Points = Points::Face, "scoring.eight-nine", "Points for an eight or a nine."
            if f.priced(&RANKS[7..9]);
        ten: Points = Points::Face, "scoring.ten", "Points for a ten."
            if f.priced(&RANKS[9..10]);
        court: CourtPoints = CourtPoints::Value(10), "scoring.court", "Points for a jack, queen or king."
            if f.priced(&RANKS[10..]);
        ace: Points = Points::Value(15), "scoring.ace", "Points for an ace."
            if f.priced(&RANKS[..1]);
        ace_by_colour: AceByColour = AceByColour(None), "scoring.ace-by-colour", "Points for a red ace, if a black one counts differently.", later
            if f.priced(&RANKS[..1]);
        wilds: WildPoints = WildPoints(None), "scoring.wilds", "Points for a card of a wild rank."
            if f.costs() && f.wild_ranks();
        who: WhoScores = WhoScores::Losers, "scoring.who", "Who scores in a deal.";
        left_over: bool = false, "scoring.left-over", "Whether cards left in the hand that ends the deal by completing the contract count.", later
            if c.scoring.who == WhoScores::Losers && !f.contracts.is_empty()
                && c.going_out.ends == DealEnds::ContractComplete;
        what: WhatCounts = WhatCounts::Hand, "scoring.what", "Whether all cards in a hand count, or only deadwood.", later
            if f.costs() && f.hidden(), else Contradiction::ScoringDeadwood;
        grouping: LosersGrouping = LosersGrouping::Best, "scoring.grouping", "Whose grouping of a loser's hand counts.", later
            if f.costs() && f.declares()
                && c.scoring.what == WhatCounts::Deadwood, else Contradiction::ScoringGrouping;
        one_life: OneLifeCosts = OneLifeCosts::All, "scoring.one-life", "Cost of a hand with a pure sequence but too few sequences.", later
            if f.costs() && c.declaring.needs.sequences > 0 && c.scoring.what == WhatCounts::Deadwood;
        cap: Limit = Limit(None), "scoring.cap", "Most points for one deal.", later
            if f.costs() && !f.knocks();
        least: u8 = 0, "scoring.least", "Fewest points for a player who did not win.", later
            if f.costs() && !f.knocks();
        // Half of one point is one point.
        least_halved: bool = true, "scoring.least-halved", "Whether those fewest points are also halved for a player who had no turn before the declaration.", later
            if f.costs() && c.scoring.least > 1 && c.scoring.deal_show == DealShow::Half
                && !f.knocks() && c.declaring.last_turns == LastTurns::None;
        // With last turns, everybody has drawn.
        deal_show: DealShow = DealShow::Full, "scoring.deal-show", "What a player who had no turn before the declaration pays.", later
            if f.costs() && !f.knocks() && c.declaring.last_turns == LastTurns::None;
        last_deal: LastDealPoints = LastDealPoints::Off, "scoring.last-deal", "How the points of a match's last deal count.", later
            if f.costs() && !f.knocks();
        gin: u8 = 25, "scoring.gin", "Bonus for a knock without deadwood.", later
            if f.costs() && f.knocks();
        undercut: u8 = 25, "scoring.undercut", "Bonus for an undercut.", later
            if f.costs() && f.knocks() && !f.knocks_with_gin_alone();
        spade_doubles: bool = false, "scoring.spade-doubles", "Whether a deal counts double if its first upcard is a spade.", later
            if f.costs() && f.knocks();
        going_rummy: GoingRummy = GoingRummy::None, "scoring.going-rummy", "Effect of going out with the whole hand in one turn."
            if f.costs() && !f.hidden(), else Contradiction::ScoringGoingRummy;
        down_and_out: DownAndOut = DownAndOut::None, "scoring.down-and-out", "Effect of going out in the turn of the first lay-down.", later
            if f.costs() && !f.hidden(), else Contradiction::ScoringDownAndOutHidden;
        low_ace: LowAce = LowAce(None), "scoring.low-ace", "Points for a low ace in a run.", later
            if f.counts_melds() && c.melds.ace != AceMode::High;
        melded_wild: MeldedWild = MeldedWild::Own, "scoring.melded-wild", "What a wild card in a meld counts, if melds count.", later
            if f.counts_melds() && f.wilds();
        queen_of_spades: QueenOfSpades = QueenOfSpades(None), "scoring.queen-of-spades", "Points for the queen of spades.", later
            if f.priced(&RANKS[11..12]);
        out_bonus: u8 = 0, "scoring.out-bonus", "Bonus for going out, if melds count.", later
            if f.shown();
    }
    /// The match.
    matching: Match if (true) {
        deals: MatchDeals = MatchDeals::All, "match.deals", "Deals that make up a match.";
        target: u16 = 100, "match.target", "The total at which a match without a fixed number of deals ends."
            if f.target();
        winner: Winner = Winner::Lowest, "match.winner", "Which total wins."
            if !f.eliminates();
        ties: Ties = Ties::Shared, "match.ties", "How a tie is resolved.";
        last_deal: LastDeal = LastDeal::AsOthers, "match.last-deal", "Special rule for the deal of the last contract."
            if !f.contracts.is_empty();
        advance: Advance = Advance::Together, "match.advance", "Whether a player who missed a contract tries it again."
            if !f.contracts.is_empty();
        chips: u8 = 80, "match.chips", "Starting chips for each deal, if losers pay the winner in chips.", later
            if c.scoring.who == WhoScores::Chips;
        early_end: bool = false, "match.early-end", "Whether a match ends once nobody can catch up.", later
            if !f.one_deal();
        eliminate_at: Total = Total(None), "match.eliminate-at", "The total at which a player is out of the match.", later;
        game_bonus: u8 = 0, "match.game-bonus", "What the winner adds at the end, in games with knocking.", later
            if f.knocks();
        boxes: u8 = 0, "match.box", "What each won hand adds.", later
            if f.knocks();
        box_when: BoxWhen = BoxWhen::AtEnd, "match.box-when", "When that is added.", later
            if f.knocks() && c.matching.boxes > 0;
        gin_boxes: u8 = 0, "match.gin-boxes", "Extra boxes for a hand won with gin.", later
            if f.knocks() && c.matching.boxes > 0;
        shutout: Shutout = Shutout::None, "match.shutout", "Bonus if the winner's opponent has won no hand.", later
            if f.knocks();
        tables: Tables = Tables::One, "match.tables", "Whether three games are scored at once.", later
            if f.knocks(), else Contradiction::MatchTables;
    }
    /// Pools: eliminated players rejoin, and the pool is shared.
    pool: Pool if (f.eliminates()) {
        rejoin_limit: Total = Total(None), "pool.rejoin-limit", "Highest total of the players left with which a player who is out may rejoin.", later;
        rejoin_at: RejoinAt = RejoinAt::HighestPlusOne, "pool.rejoin-at", "Total with which a player rejoins.", later
            if f.rejoins();
        rejoins: Limit = Limit(None), "pool.rejoins", "How often a player may rejoin.", later
            if f.rejoins();
        rejoin_fee: bool = true, "pool.rejoin-fee", "Whether rejoining costs another entry.", later
            if f.rejoins() && c.settling.money == Money::Pool;
        rejoin_price: u8 = 0, "pool.rejoin-price", "Units for rejoining; 0 for the price of an entry.", later
            if f.rejoins() && c.settling.money == Money::Pool && c.pool.rejoin_fee;
        auto_split: AutoSplit = AutoSplit::Off, "pool.auto-split", "When a pool is shared automatically.", later;
        manual_split: ManualSplit = ManualSplit::Off, "pool.manual-split", "Whether players may agree to share a pool.", later;
    }
    /// Settling.
    settling: Settling if (true) {
        money: Money = Money::None, "settling.money", "How money is paid at the end.";
        places: Places = Places::DoubleRank, "settling.places", "What each place receives."
            if c.settling.money == Money::Places;
        kitty: Kitty = Kitty::Winner, "settling.kitty", "Who gets the kitty."
            if c.settling.money == Money::Places && f.buying() && c.buying.price_pennies > 0;
        unit: u8 = 1, "settling.unit", "Units paid for each point."
            if c.settling.money != Money::None;
        entry: u8 = 1, "settling.entry", "Units that each player puts into a pool.", later
            if f.eliminates() && c.settling.money == Money::Pool;
        out: u8 = 0, "settling.out", "Units that each of the others pays the player who goes out, in each deal.", later
            if f.pays();
        whole_hand: u8 = 0, "settling.whole-hand", "Units that they pay instead for a whole hand in one turn; 0 for the same price.", later
            if f.pays() && !f.hidden();
        // Other payments depend on the payment for going out.
        melded_wild: u8 = 0, "settling.melded-wild", "Extra units that they pay for each card of a wild rank in the winner's melds.", later
            if f.pays_out() && f.wild_ranks();
        melded_joker: u8 = 0, "settling.melded-joker", "Extra units that they pay for each joker in the winner's melds.", later
            if f.pays_out() && f.jokers > 0;
        no_wilds: u8 = 0, "settling.no-wilds", "Extra units that they pay if there is no wild card in the winner's melds.", later
            if f.pays_out() && f.wilds();
        first_turn: u8 = 0, "settling.first-turn", "Extra units that they pay for going out in the first turn.", later
            if f.pays_out();
        undrawn: u8 = 0, "settling.undrawn", "Extra units that they pay instead for going out without a draw.", later
            if f.pays_out() && c.declaring.undrawn && f.declares();
        one_suit: u8 = 0, "settling.one-suit", "Extra units that they pay if all melds are of one suit.", later
            if f.pays_out();
        scored: bool = true, "settling.scored", "Whether scored payments are also paid in money.", later
            if c.scoring.who == WhoScores::Payments && c.settling.money != Money::None;
        fee: Percent = Percent(0), "settling.fee", "What the house keeps of each winner's gain, in percent.", later
            if c.settling.money != Money::None, else Contradiction::SettlingFee;
    }
    } };
}
pub(super) use table;

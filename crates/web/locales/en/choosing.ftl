# Choosing a game, differences between games, seats. Loaded with later.ftl.

clock = Time for a move
clock-seconds = { $seconds ->
    [0] No limit
   *[other] { $seconds } seconds
}
length-deals = { $deals ->
    [one] one deal
   *[other] { $deals } deals
}
length-target = to { $target } points
length-out = out at { $limit } points
players-exactly = { $count } players
players-range = { $min } to { $max } players
reconstruction = reconstructed
house-rules = House rules
no-variations = This game has no named variations.
people = People
bots-level = Bots
step-one = Step 1 of 2, on this device
step-friends = Step 1 of 2, with friends
step-two = Step 2 of 2: the table
choose-seats = Next: the table
minutes = about { $minutes } min
difficulty-easy = easy
difficulty-medium = medium
difficulty-hard = hard
family-contracts = A contract for each deal
family-melds = Melds on the table
family-spread = Points on the table
family-hidden = Melds in the hand
family-sequences = Sequences and declaring
wish-any-players = Any number
wish-players = { $count } players
wish-time = Time
wish-any-time = Any length
wish-minutes = up to { $minutes } min
wish-difficulty = Difficulty
wish-any-difficulty = Any difficulty
wish-easy = easy
wish-medium = not hard
wish-none = No game matches.
played-last = The game you played last
differs = { $more ->
    [none] Unlike { $game }: { $what }
    [few] Unlike { $game }: { $what } A few more rules differ.
   *[many] Unlike { $game }: { $what } Many more rules differ.
}
differs-many = { $count ->
    [one] One rule differs from { $game }.
   *[other] { $count } rules differ from { $game }.
}
differs-nothing = Plays like { $game }.
telling-knocking = Melds stay in your hand until somebody knocks{ $limit ->
    [0] {""}
   *[other] {" "}with { $limit } deadwood or less
}.
telling-declaring = Melds stay in your hand until somebody declares.
telling-going-out = Melds stay in your hand until somebody goes out.
telling-shown = Cards you lay on the table score for you.
telling-free = No contracts: lay any sets and runs.
telling-contracts = Each deal has its own contract, from { $first } to { $last }.
telling-elimination = You are out at { $points } points.
telling-chips = You play for chips, over { $deals } deals.
telling-paid = One deal, and every point is paid for.
telling-target = You play to { $points } points.
telling-three-games = Three games are scored at once.
telling-knock-by-upcard = { $holds ->
    [yes] The first upcard sets the knock limit.
   *[no] The knock limit is the same in every deal.
}
telling-in-parts = { $holds ->
    [yes] A contract may be laid in parts.
   *[no] A contract goes down all at once.
}
telling-shanghai = { $holds ->
    [yes] Call Shanghai when a discard fits a meld on the table.
   *[no] There is no Shanghai call.
}
telling-cut = The pack is cut before each deal; an exact cut takes { $points } points off.
telling-rearranging = { $holds ->
    [yes] Melds on the table may be rearranged.
   *[no] Melds on the table stay as they are.
}
telling-wild-rank = Each deal has a wild rank of its own.
telling-jokers = jokers
telling-wild = { $cards } are wild.
telling-nothing-wild = No card is wild.
telling-deals = { $deals } contracts, the last of { $last }.
telling-duty = { $holds ->
    [yes] If you hold the contract, you must lay it down.
   *[no] You never have to lay a contract down.
}
telling-race = The first to ask gets the upcard.
telling-buying = { $holds ->
    [yes] You may ask for the upcard out of turn.
   *[no] Nobody takes the upcard out of turn.
}
telling-no-cut = An exact cut earns nothing.
telling-blocks = { $holds ->
    [yes] When the stock is gone, the deal is over.
   *[no] When the stock is gone, the discards become the stock.
}
telling-swapping = { $holds ->
    [yes] You may swap a wild card on the table for the card it stands for.
   *[no] Wild cards on the table stay there.
}
telling-packs = It is played with { $packs ->
    [one] one pack
   *[other] { $packs } packs
}.
telling-hand = { $cards } cards are dealt.
play = Play
make-table = Make the table
fewer = Fewer
game-choice = Game
a-person = A person
a-bot-of = A bot ({ $level })
seat-number = Seat { $number }
deals-first = Deals first
deals-first-game = as the game decides
offer-time = Time for an offer
house-game = { $name } (from this server)
house-games = Games on this server
play-this = Play this
join-code-words = The table’s code, six letters
join-go = Join
a-friend = A friend
people-around = People at this device
person-number = Player { $number }
person-name = Player { $number }’s name
people-around-words = You pass the device around. Between turns a curtain hides the cards.
names-same = Two of you are called { $name }.

# Names of house rules in other contexts.
change-rules = Change the rules
changed-rules = Changed at this table
differs-gone = This no longer applies.
differs-none = no such rule.
differs-in = { $game }:
differs-nothing-own = Plays exactly like { $game }.
differs-players = This applies with { $players } players.
from-file = A game from a file

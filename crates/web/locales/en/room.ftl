# For guests with a link: the lobby, and people. Shown by src/lobby.rs, src/strip.rs, src/people.rs and
# src/invite.rs, and by the later bundles.
what-happened = What happened
power-sure = Yes, I am sure
clock-words = Each move has { $seconds } seconds{ $bank ->
    [0] {""}
   *[other] , plus { $bank } in reserve for the whole match
}. Then a bot moves; you can take your seat back at any time.
read-rules = Read the rules
lobby-sub = Waiting for the match to begin
lobby-between = Between matches
looks-on = watching
asks-seat = asks for a seat
says-mine = claims to be { $owner }
also-here = Also here
tag-ready = wants to play
wish-seat = { $name } asks for a seat.
wish-mine = { $name } claims to be { $owner }, on another device. Is that right?
wish-yes = Yes
wish-no = No
wish-answer = Answer
wish-sent = The host has been asked.
wish-sent-all = Everybody at the table has been asked.
wish-withdraw = Withdraw it
wish-refused = You were not given the seat.
ask-seat = Ask for a seat
seat-is-mine = Do you have a seat here?
i-am = I am { $name }
object = That was not me
give-seat = Give seat { $number }
give-seat-of = Give { $owner }’s seat
power-dismiss = Remove { $name }
admission = Who may sit down
admit-open = Anybody
admit-approved = People I approve
admit-locked = Nobody
all-want = { $who ->
    [you] You want
   *[other] { $count ->
        [one] { $names } wants
       *[other] { $names } want
    }
} to play.
wants-waiting = { $who ->
    [you] You want
   *[other] { $count ->
        [one] { $names } wants
       *[other] { $names } want
    }
} to play, waiting for { $others }.
want-to-play = I want to play
ask-all = Play again
ask-all-sub = Starts when all say yes
start-without = Without { $names }: bots play for them
you-look-on = You are watching.
choose-face = Your face
face-letter = The first letter of your name
face-number = Face { $number }
keep-name = Keep this name
pause-table = Pause the table
back-in = Back in { $minutes } min
paused = { $who ->
    [you] You have paused the table
   *[other] { $name } has paused the table
}{ $minutes ->
    [0] .
    [one] , for 1 more minute.
   *[other] , for { $minutes } more minutes.
}
pause-end = Continue
silent = { $name } has done nothing for a while.
silent-wait = Wait
silent-pause = Pause
silent-bot = Let a bot play
news-read = { $news } Dismiss
short-code = Or with this code:
large-screen = To show the table on a large screen, open { $address } on it and type the code.
seat-bot = { $name }, bot ({ $level })
tag-host = host
sit-first = Sit down first: then you can start.
share-table = Come and play { $game } with me.
seat-you = { $name } (you)
your-name = Your name
to-start = Back to the start
start = Start
start-sub = Bots take the free seats
waiting-host = The host starts the match.
# Bot levels, and how each plays.
level-random = Random
level-beginner = First evening
level-casual = Very easy
level-novice = Easy
level-steady = Medium
level-sharp = Hard
level-expert = Very hard
style-random = Plays at random.
style-beginner = Misses a lot and keeps high cards, so that a child can win. An easy bot beats it in nine matches out of ten.
style-casual = Misses things and hoards cards now and then. An easy bot beats it in three matches out of four.
style-novice = Still learning: misses a chance now and then.
style-steady = Plays soundly and makes few mistakes.
style-sharp = Reads the discards and gives little away.
style-expert = Remembers every card and looks ahead.

# What a guest needs who comes by a link: the place before the match, and people. Shown by src/lobby.rs,
# src/strip.rs, src/people.rs and src/invite.rs, and by what comes later.
what-happened = What happened
power-sure = Yes, I am sure
clock-words = Each move has { $seconds } seconds{ $bank ->
    [0] {""}
   *[other] , with { $bank } more to spare in the whole match
}. Then a bot moves; the seat can be taken back at any time.
read-rules = Read the rules
lobby-sub = Waiting for the match to begin
lobby-between = Between matches
looks-on = watching
asks-seat = asks for a seat
says-mine = says to be { $owner }
also-here = Also here
tag-ready = wants to play
wish-seat = { $name } asks for a seat.
wish-mine = { $name } says that they are { $owner }, on another device. Is that right?
wish-yes = Yes
wish-no = No
wish-answer = Answer
wish-sent = The host has been asked.
wish-sent-all = Everybody at the table has been asked.
wish-withdraw = Take that back
wish-refused = You were not given the seat.
ask-seat = Ask for a seat
seat-is-mine = Do you have a seat here?
i-am = I am { $name }
object = That was not me
give-seat = Give seat { $number }
give-seat-of = Give { $owner }’s seat
power-dismiss = Send { $name } away
admission = Who may sit down
admit-open = Anybody
admit-approved = Whoever I approve
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
ask-all-sub = Begins when all say yes
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
pause-end = Go on
silent = { $name } has done nothing for a while.
silent-wait = Wait
silent-pause = Pause
silent-bot = Let a bot play
news-read = { $news } Dismiss
short-code = Or by this code:
large-screen = A large screen shows the table to all of you: open { $address } on it and type the code.
seat-bot = { $name }, bot ({ $level })
tag-host = host
sit-first = Sit down first: then you can start.
share-table = Come and play { $game } with me.
seat-you = { $name } (you)
your-name = Your name
to-start = Back to the start
start = Start
start-sub = Free seats are taken by bots
waiting-host = The host starts the match.
# Levels of bots, and how each plays.
level-random = By chance
level-beginner = First evening
level-casual = Very easy
level-novice = Easy
level-steady = Medium
level-sharp = Hard
level-expert = Very hard
style-random = Plays whatever comes to hand.
style-beginner = Overlooks much and keeps high cards, so that a child can win. An easy bot wins nine matches of ten against it.
style-casual = Overlooks things and hoards cards now and then. An easy bot wins three matches of four against it.
style-novice = Still learning: misses a chance now and then.
style-steady = Plays safe and sound, and makes few mistakes.
style-sharp = Reads the discards and gives little away.
style-expert = Remembers every card and looks ahead.

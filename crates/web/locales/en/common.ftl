# Words that every screen uses.
card-joker = Joker
list-and = { $first } and { $last }
back = Back
cancel = Cancel
close = Close
you = You
bot-1 = Ada
bot-2 = Bix
bot-3 = Cyd
bot-4 = Dot
bot-5 = Emo
bot-6 = Fip
bot-7 = Gil
bot-8 = Hob
seat-free = Free seat
app-name = Upcard
loading = Loading …

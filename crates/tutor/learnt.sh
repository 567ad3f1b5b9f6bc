#!/bin/sh
# Reproduces the net in crates/bots/src/value/learnt.nets, run by run. About four hours on two cores; another
# machine gives the same weights only if its processor rounds alike.
#
# old.nets are the six nets of version 0.1.0:
#     git show 001e5fff:crates/bots/src/value/learnt.nets > old.nets
set -eu
cargo build --release -p upcard-tutor
tutor="target/release/upcard-tutor --batch 2048"

most=contract-rummy-classic,liverpool-rummy,may-i,shanghai-powe,zioncheck,carioca

# First imitates the old nets, then learns from the results of its own play, with decreasing step sizes.
$tutor --imitate old.nets --seed 5 --rounds 50 --rate 0.0015 --out 0.nets --games \
    "contract-rummy*5,progressive-rummy*3,ill-buy-it*2,progression*2,rummy*2,$most,shanghai-kolsov,block-rummy,telefunken,shanghai-rummy@4"
$tutor --from 0.nets --seed 6 --rounds 160 --rate 0.0004 --out 1.nets --games \
    "contract-rummy*5,progressive-rummy*3,ill-buy-it*2,progression*2,rummy*2,$most,shanghai-kolsov,block-rummy,telefunken,shanghai-rummy@4"
$tutor --from 1.nets --seed 7 --rounds 300 --rate 0.0004 --out 2.nets --games \
    "contract-rummy*8,progressive-rummy*3,ill-buy-it*3,progression*2,rummy*2,$most,shanghai-kolsov,block-rummy,telefunken"
$tutor --from 2.nets --seed 8 --rounds 40 --rate 0.0003 --out 3.nets --games \
    "contract-rummy*4,progressive-rummy-15*3,progressive-rummy*3,ill-buy-it*3,progression,rummy,$most,shanghai-kolsov,block-rummy,telefunken*2,shanghai-rummy@4"
$tutor --from 3.nets --seed 9 --rounds 20 --rate 0.00015 --out 4.nets --games \
    "contract-rummy*4,progressive-rummy-15*4,progressive-rummy*3,ill-buy-it*3,progression,rummy,$most,shanghai-kolsov,block-rummy,shanghai-rummy@4"

# The mean of several runs plays better than each of them.
$tutor --mean 1.nets,2.nets,3.nets,4.nets --out mean.nets
$tutor --from mean.nets --seed 10 --rounds 40 --rate 0.0003 --out 5.nets --games \
    "contract-rummy*5,progressive-rummy-15*4,progressive-rummy*3,ill-buy-it*3,progression*2,rummy*3,$most,shanghai-kolsov*2,block-rummy,shanghai-rummy@4"
$tutor --mean mean.nets,5.nets --out 6.nets

# Games left out at first, and long ones: self-play alone did not recover what the old nets knew about them.
$tutor --imitate old.nets --from 6.nets --seed 21 --rounds 30 --rate 0.0008 --out 7.nets --games \
    "progressive-rummy-15*6,contract-rummy*4,progressive-rummy*3,ill-buy-it*3,progression*2,rummy*2,$most,shanghai-kolsov,block-rummy,telefunken,shanghai-rummy@4"
$tutor --mean "7.nets,6.nets*2" --out 8.nets
$tutor --imitate old.nets --from 8.nets --seed 41 --rounds 10 --rate 0.0005 --out 9.nets --games \
    "continental*4,progressive-rummy-15*4,contract-rummy*4,progressive-rummy*3,ill-buy-it*3,progression*2,rummy*3,$most,shanghai-kolsov,block-rummy*2,telefunken,shanghai-rummy@4"
$tutor --mean 9.nets,8.nets --out learnt.nets

# Records the games of all runs as training data.
$tutor --stamp learnt.nets

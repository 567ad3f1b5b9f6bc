#!/usr/bin/env node
// A bot in a page of JavaScript: it keeps cards that go together and discards its most expensive unmatched
// card.
//
// Run it in the arena: upcard arena --game gin --bots "cmd2:node examples/bot.mjs,novice"
import { createInterface } from "node:readline";

const RANKS = "A23456789TJQK";
const points = (card) => (card === "JK" ? 25 : card[0] === "A" ? 15 : Math.min(RANKS.indexOf(card[0]) + 1, 10));

// Number of other cards in the hand that could form a meld with this one.
function company(card, hand) {
  if (card === "JK") return 9;
  const others = hand.filter((other) => other !== "JK");
  if (others.includes(card)) others.splice(others.indexOf(card), 1);
  const steps = (other) => Math.abs(RANKS.indexOf(other[0]) - RANKS.indexOf(card[0]));
  const near = (other) => other[1] === card[1] && [1, 2].includes(steps(other));
  return others.filter((other) => other[0] === card[0] || near(other)).length;
}

// Chooses one of the offered actions, all of which are legal.
function choose({ offered, view }) {
  // Prefer ending the deal, laying cards, or showing the hand: the first such action offered.
  for (const word of ["declare", "knock", "down", "off", "show"]) {
    const found = offered.find((action) => action.split(" ")[0] === word);
    if (found) return found;
  }
  if (offered.includes("take")) {
    const upcard = view.discards.at(-1).card;
    if (company(upcard, [...view.hand, upcard]) >= 2) return "take";
  }
  // No buying, calling or rejoining; otherwise draw from the stock.
  for (const action of ["pass", "leave", "draw"]) if (offered.includes(action)) return action;
  const discards = offered.filter((action) => /^discard \S+$/.test(action));
  const worth = (action) => {
    const card = action.split(" ")[1];
    return (company(card, view.hand) > 0 ? 100 : 0) - points(card);
  };
  return discards.sort((a, b) => worth(a) - worth(b))[0] ?? offered[0];
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "decide") console.log(JSON.stringify({ action: choose(message) }));
}

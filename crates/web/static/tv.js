// The table on a large screen, as a visitor sees it: never a hand. Plain script for TV browsers (ES2017, no
// WebAssembly). The server sends whole snapshots of the table; each change requests and draws the next one,
// so no game rules are needed here.
(function () {
  "use strict";
  const PROTOCOL = 8;
  const RANKS = "A23456789TJQKA";
  const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
  const SNAPSHOT_INTERVAL = 250; // minimum ms between snapshots
  const RETRY = [1000, 2000, 4000, 8000];
  const PING_AFTER = 25000; // ms without a message before a ping; twice this is a timeout
  const find = (id) => document.getElementById(id);
  const make = (name, kind, text) => {
    const element = document.createElement(name);
    if (kind) element.className = kind;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  let id = null, game = null, gameKey = "", shown = null, socket = null;
  let tries = 0, due = null, last = 0, lastMessage = 0, words = "";

  // Cards

  const rankOf = (card) => (card[0] === "T" ? "10" : card[0]);

  function spoken(card) {
    return card === "JK" ? "joker" : rankOf(card) + SUITS[card[1]];
  }

  function drawn(card, as) {
    const box = make("span", card ? "c" : "c back");
    if (!card) return box;
    box.setAttribute("role", "img");
    box.setAttribute("aria-label", spoken(card) + (as ? " as " + spoken(as) : ""));
    const colour = card === "JK" ? "joker" : "DH".includes(card[1]) ? "red" : "black";
    const text = (x, y, size, words) =>
      `<text x="${x}" y="${y}" font-size="${size}" class="${colour}" font-weight="700" text-anchor="middle">${words}</text>`;
    const face = card === "JK"
      ? text(13, 28, 26, "★") + text(54, 84, 60, "★") + text(50, 122, 20, "JOKER")
      : text(20, 34, card[0] === "T" ? 30 : 36, rankOf(card)) + text(20, 64, 30, SUITS[card[1]] + "\ufe0e") +
        text(62, 112, 74, SUITS[card[1]] + "\ufe0e");
    box.innerHTML = `<svg viewBox="0 0 100 140" aria-hidden="true">${face}</svg>`;
    if (as) box.appendChild(make("span", "as", rankOf(as) + SUITS[as[1]]));
    return box;
  }

  // A meld's cards, each with the face that a wild card stands for.
  function cardsOf(meld) {
    if (meld.set) return meld.set.cards.split(" ").map((card) => [card, null]);
    const run = meld.run;
    return run.slots.slice(0, run.len).map((card, at) => {
      const face = RANKS[(run.low + at) % 13] + run.suit;
      return [card, card === face ? null : face];
    });
  }

  // Drawing

  // Bots' names by level and seat, written by the packer.
  const BOTS = {};

  const nameOf = (seat) => {
    const sitter = shown.seated[seat].sitter;
    if (sitter.person) return sitter.person.name;
    return sitter.bot ? BOTS[sitter.bot.level][seat] : "Free seat";
  };
  const listed = (seats) => seats.map(nameOf).join(", ");
  const inSet = (bits) => shown.seated.map((_, seat) => seat).filter((seat) => bits >> seat & 1);

  function headline(table) {
    const phase = table.phase;
    const kind = typeof phase === "string" ? phase : Object.keys(phase)[0];
    const data = phase[kind] || {};
    const turn = nameOf(table.turn.seat);
    if (shown.stage === "over" || kind === "match-over") {
      const won = inSet(table.winners);
      return won.length ? listed(won) + (won.length > 1 ? " have won!" : " has won!") : "The match is over";
    }
    if (kind === "deal-over") return data.winner === null || data.winner === undefined ? "The deal is over" : nameOf(data.winner) + " went out";
    if (kind === "draw") return turn + " draws";
    if (kind === "play") return turn + " plays";
    if (kind === "offers") return "Who wants it?";
    if (kind === "call") return "Who calls Shanghai?";
    if (data.seat !== undefined) return "Waiting for " + nameOf(data.seat);
    if (data.caller !== undefined) return nameOf(data.caller) + " called Shanghai";
    return "It is " + turn + "’s turn";
  }

  // Seats with a decision.
  function asked(table) {
    const phase = table.phase;
    const kind = typeof phase === "string" ? phase : Object.keys(phase)[0];
    const data = phase[kind] || {};
    if (data.asked !== undefined) return inSet(data.asked);
    return data.seat === undefined ? [] : [data.seat];
  }

  const faceOf = (discard) => (typeof discard === "string" ? discard : discard.card);

  function middle(table) {
    const box = find("middle");
    box.textContent = "";
    const pile = (card, label, full) => {
      const one = make("div", "pile");
      if (full) one.appendChild(drawn(card));
      one.appendChild(make("p", "", label));
      box.appendChild(one);
      return one;
    };
    pile(null, table.stock + " left", table.stock > 0);
    const top = table.discards[table.discards.length - 1];
    const pack = game && game.spread && table.discards.length > 1
      ? fan(box, table.discards)
      : pile(top ? faceOf(top) : null, top ? "upcard" : "no discards", Boolean(top));
    pack.id = "upcard";
    if (table.wild) pile(table.wild, "wild", true);
    else if (table["wild_rank"] !== null && table["wild_rank"] !== undefined)
      pile(null, "wild: " + RANKS[table["wild_rank"]].replace("T", "10"), false);
  }

  // All discards, upcard last, in two rows if many.
  function fan(box, discards) {
    const one = make("div", discards.length > 20 ? "fan many" : "fan");
    const across = window.innerWidth > window.innerHeight ? 66 : 40;
    const row = discards.length > 20 ? Math.ceil(discards.length / 2) : discards.length;
    one.style.setProperty("--step", Math.min(discards.length > 20 ? 2.6 : 4, (across - 9) / row));
    one.style.maxWidth = `calc(${across} * var(--u))`;
    discards.forEach((discard) => one.appendChild(drawn(faceOf(discard))));
    box.appendChild(one);
    return one;
  }

  // Maximum card width, in hundredths of the screen, for melds of these lengths below a player.
  const ROOM = 24, OVERLAP = 0.48, GAP = 0.9;
  function width(lengths, players) {
    const across = Math.min(40, 96 / players - 1.2);
    const fits = (card) => {
      let rows = 1, used = 0;
      for (const length of lengths) {
        const wide = card * (1 + (length - 1) * OVERLAP) + GAP;
        if (wide > across + GAP) return false;
        if (used + wide > across + GAP) { rows += 1; used = 0; }
        used += wide;
      }
      return rows * (card * 1.4 + GAP) <= ROOM;
    };
    let card = 7.5;
    while (card > 2 && !fits(card)) card -= 0.25;
    return card;
  }

  const downOf = (state) => state.down !== "no" || (game && !game.contracts.length && state.melded !== "no");

  function seats(table, before) {
    const known = new Set((before ? before.melds : []).map((meld) => meld.id + ":" + JSON.stringify(meld.meld)));
    const box = find("seats");
    box.textContent = "";
    const called = asked(table);
    shown.seated.forEach((info, seat) => {
      const state = table.seats[seat];
      const one = make("section", "seat");
      one.dataset.seat = seat;
      const over = typeof table.phase !== "string" && "deal-over" in table.phase;
      if (!over && table.turn.seat === seat) one.classList.add("turn");
      if (called.includes(seat)) one.classList.add("asked");
      if (info.covered || !shown.present[seat]) one.classList.add("away");
      const own = table.melds.filter((meld) => meld.owner === seat).map((meld) => [meld, cardsOf(meld.meld)]);
      one.style.setProperty("--m", width(own.map(([, cards]) => cards.length), shown.seated.length));
      const who = make("div", "who");
      const name = make("h2");
      name.appendChild(make("b", "", nameOf(seat)));
      name.appendChild(make("span", "score", table.scores[seat]));
      who.appendChild(name);
      const line = make("p");
      line.appendChild(make("span", "", state.gone === "no" ? state.count + (state.count === 1 ? " card" : " cards") : "out of this deal"));
      if (downOf(state)) line.appendChild(make("span", "down", "down"));
      if (state.bought) line.appendChild(make("span", "", state.bought + (state.bought === 1 ? " buy" : " buys")));
      if (table.dealer === seat) line.appendChild(make("span", "", "dealer"));
      who.appendChild(line);
      one.appendChild(who);
      const melds = make("div", "melds");
      own.forEach(([meld, cards]) => {
        const row = make("div", known.has(meld.id + ":" + JSON.stringify(meld.meld)) ? "meld" : "meld new");
        cards.forEach(([card, as]) => row.appendChild(drawn(card, as)));
        melds.appendChild(row);
      });
      one.appendChild(melds);
      box.appendChild(one);
    });
  }

  // Animates a new discard from its player to the pile.
  function fly(table, before) {
    const length = table.discards.length;
    if (reducedMotion || !before || length !== before.discards.length + 1 || !Element.prototype.animate) return;
    const from = document.querySelector(`[data-seat="${table.throwers[length - 1]}"] .who`);
    const to = document.querySelector("#upcard .c:last-of-type");
    if (!from || !to) return;
    const start = from.getBoundingClientRect(), end = to.getBoundingClientRect();
    const card = to.cloneNode(true);
    card.classList.add("fly");
    card.style.cssText = `left:${end.left}px;top:${end.top}px;width:${end.width}px`;
    document.body.appendChild(card);
    to.style.visibility = "hidden";
    const x = start.left + start.width / 2 - end.left - end.width / 2, y = start.top - end.top;
    const flight = card.animate(
      [{ transform: `translate(${x}px,${y}px) scale(.5)` }, { transform: "none" }],
      { duration: 450, easing: "ease-out" });
    flight.onfinish = flight.oncancel = () => {
      card.remove();
      to.style.visibility = "";
    };
  }

  function invitation(box) {
    const invite = make("div", "invite"), text = make("div");
    const code = make("img");
    code.src = `/api/tables/${id}/qr.svg`;
    code.alt = "QR code of the table's link";
    text.appendChild(make("p", "", "Scan the code to sit down, or go to " + location.host + " and type"));
    text.appendChild(make("b", "", id.slice(-6)));
    shown.seated.forEach((info, seat) => {
      if (info.sitter.person) text.appendChild(make("p", "", nameOf(seat)));
    });
    invite.appendChild(code);
    invite.appendChild(text);
    box.appendChild(invite);
  }

  function scores(box, table) {
    const sheet = make("table"), head = make("thead"), body = make("tbody"), foot = make("tfoot");
    const row = (part, name, cells, best) => {
      const line = make("tr");
      line.appendChild(make("th", "", name));
      cells.forEach((cell, seat) => line.appendChild(make("td", seat === best ? "won" : "", cell)));
      part.appendChild(line);
    };
    row(head, "", shown.seated.map((_, seat) => nameOf(seat)));
    shown.sheet.forEach((deal, at) => row(body, "Deal " + (at + 1), deal.points, deal.winner));
    row(foot, "Total", shown.seated.map((_, seat) => table.scores[seat]));
    [head, body, foot].forEach((part) => sheet.appendChild(part));
    box.appendChild(sheet);
  }

  function draw(snapshot) {
    const before = shown && shown.view ? shown.view.table : null;
    const same = shown && shown.number === snapshot.number;
    shown = snapshot;
    find("ask").hidden = true;
    find("table").hidden = false;
    find("game").textContent = game ? game.name + (game.house ? ", house rules" : "") : "";
    const table = snapshot.view ? snapshot.view.table : null;
    const playing = snapshot.stage === "playing" && table;
    const sheet = find("sheet");
    sheet.textContent = "";
    const wanted = playing && game && game.contracts ? ` of ${game.deals.length}: ${game.deals[table.deal]}` : "";
    find("deal").textContent = playing ? `Deal ${game && game.contracts ? table.deal + 1 : table["deals_begun"]}${wanted}` : "";
    find("join").innerHTML = "code <b></b>";
    find("join").lastChild.textContent = id.slice(-6);
    const over = table && (snapshot.stage === "over" || (typeof table.phase !== "string" && "deal-over" in table.phase) || table.phase === "match-over");
    const felt = playing && !over;
    ["middle", "seats"].forEach((part) => { find(part).hidden = !felt; });
    sheet.hidden = Boolean(felt);
    say(table && snapshot.stage !== "seating" && snapshot.stage !== "gathering" ? headline(table) : "Sit down with your phone");
    if (felt) {
      middle(table);
      seats(table, same ? before : null);
      if (same) fly(table, before);
    } else if (over && snapshot.sheet.length) {
      scores(sheet, table);
    } else {
      invitation(sheet);
    }
  }

  // Announces changed text only.
  function say(text) {
    if (text !== words) find("news").textContent = words = text;
  }

  // Connection

  function requestSnapshot() {
    due = null;
    last = Date.now();
    if (socket && socket.readyState === 1) socket.send(JSON.stringify({ hello: { protocol: PROTOCOL } }));
  }

  function scheduleSnapshot() {
    if (due === null) due = setTimeout(requestSnapshot, Math.max(0, last + SNAPSHOT_INTERVAL - Date.now()));
  }

  function handleMessage(message) {
    lastMessage = Date.now();
    if (message.snapshot) {
      tries = 0;
      find("lost").hidden = true;
      draw(message.snapshot);
      loadGame(message.snapshot["set-up"]);
    } else if (message.event || message.change || message.presence) {
      scheduleSnapshot();
    } else if (message.error) {
      const error = message.error.error;
      if (error.protocol) location.reload();
      else if (error === "no-such-table") stop("This table no longer exists.");
    }
  }

  // The game in words; changes only between matches.
  function loadGame(setUp) {
    const now = JSON.stringify([setUp.game, setUp.changes, setUp.seats.length]);
    if (now === gameKey) return;
    gameKey = now;
    fetch(`/api/tables/${id}/game`).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer))).then((words) => {
      game = words;
      if (shown) draw(shown);
    }).catch(() => setTimeout(() => { gameKey = ""; }, 10000));
  }

  function connect() {
    if (!id) return;
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${id}/socket`);
    lastMessage = Date.now();
    socket.onopen = () => {
      requestSnapshot();
      socket.send(JSON.stringify({ introduce: { name: "Large screen", face: null } }));
    };
    socket.onmessage = (message) => handleMessage(JSON.parse(message.data));
    socket.onclose = () => {
      if (!id) return;
      find("lost").hidden = false;
      setTimeout(connect, RETRY[Math.min(tries++, RETRY.length - 1)]);
      // The typed id may be unknown.
      if (!shown) fetch(`/api/tables/${id}/game`).then((answer) => { if (answer.status === 404) stop("There is no such table."); }).catch(() => {});
    };
  }

  setInterval(() => {
    if (!socket || socket.readyState !== 1) return;
    if (Date.now() - lastMessage > 2 * PING_AFTER) socket.close();
    else if (Date.now() - lastMessage > PING_AFTER) socket.send(JSON.stringify("ping"));
  }, 5000);

  function stop(why) {
    id = null;
    if (socket) socket.close();
    find("lost").hidden = find("table").hidden = true;
    find("ask").hidden = false;
    find("wrong").textContent = why;
    find("code").focus();
  }

  function open(table) {
    id = table;
    history.replaceState(null, "", "/tv#" + id);
    connect();
  }

  // A link, a full id, or its short code, which phones show in two groups.
  function joinByCode(typed) {
    const link = /\/[tc]\/([a-z0-9]+)/i.exec(typed);
    const code = (link ? link[1] : typed.replace(/%20|[^a-z0-9]/gi, "")).toLowerCase();
    if (code.length > 6) return open(code);
    fetch("/c/" + encodeURIComponent(code)).then((answer) => {
      const found = /\/t\/([a-z0-9]+)$/.exec(answer.url);
      if (found) open(found[1]);
      else stop(answer.ok ? "No table here has this code." : "Too many attempts; wait a moment.");
    }).catch(() => stop("The server cannot be reached."));
  }

  find("code-form").addEventListener("submit", (event) => {
    event.preventDefault();
    find("wrong").textContent = "";
    joinByCode(find("code").value);
  });
  if (location.hash.length > 1) joinByCode(location.hash.slice(1));
  else find("code").focus();
})();

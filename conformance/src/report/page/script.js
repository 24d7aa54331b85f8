"use strict";
(() => {
  const games = JSON.parse(document.getElementById("games").textContent);
  const byId = (id) => document.getElementById(id);
  // Moves that are listed at once, around the one that is shown.
  const LISTED = 200;
  // A position is kept every so many moves, so that a jump is short.
  const STRIDE = 256;
  let game, cells, at = 0, board = [], kept = [], captions = [], timer = null, marked = [];

  const side = (frame) => frame.p || game.sides[frame.s] || String(frame.s + 1);

  function put(index, symbol) {
    const cell = cells[index];
    const [text, name] = game.legend[symbol];
    cell.setAttribute("class", "cell " + name);
    cell.lastChild.textContent = text;
  }

  // The symbols after so many moves.
  function position(number) {
    let from = Math.floor(number / STRIDE);
    while (!kept[from]) from--;
    const symbols = kept[from].slice();
    for (let move = from * STRIDE; move < number; move++) {
      for (const [index, symbol] of game.frames[move].c) symbols[index] = symbol;
      if ((move + 1) % STRIDE === 0) kept[(move + 1) / STRIDE] = symbols.slice();
    }
    return symbols;
  }

  function show(number) {
    at = Math.max(0, Math.min(game.frames.length, number));
    const next = position(at);
    for (let index = 0; index < next.length; index++) if (next[index] !== board[index]) put(index, next[index]);
    board = next;
    for (const index of marked) cells[index].classList.remove("last");
    marked = at > 0 ? game.frames[at - 1].m : [];
    for (const index of marked) {
      cells[index].classList.add("last");
      // Above its neighbours, so that all of its outline shows.
      cells[index].parentNode.append(cells[index]);
    }
    const frame = game.frames[at - 1];
    const who = frame ? side(frame) + ": " : "";
    const move = frame ? `Move ${at} of ${game.frames.length}: ${who}${frame.t || "no answer"}` : `Before the first of ${game.frames.length} moves`;
    byId("caption").textContent = captions[at] ? `${move} \u2014 ${captions[at]}` : move;
    byId("slider").value = at;
    list();
    cursor();
    const hash = `#game=${games.indexOf(game) + 1}&move=${at}`;
    if (location.hash !== hash) history.replaceState(null, "", hash);
  }

  function list() {
    const holder = byId("moves");
    const from = Math.max(0, Math.min(at - LISTED / 2, game.frames.length - LISTED));
    const to = Math.min(game.frames.length, from + LISTED);
    let table = holder.firstChild;
    if (!table || holder.dataset.from !== String(from) || holder.dataset.game !== game.title) {
      table = document.createElement("table");
      const body = table.createTBody();
      for (let move = from; move < to; move++) {
        const frame = game.frames[move];
        const row = body.insertRow();
        row.dataset.move = move + 1;
        row.insertCell().textContent = move + 1;
        row.insertCell().textContent = side(frame);
        row.insertCell().textContent = frame.t || "\u2013";
        row.insertCell().textContent = frame.ms === undefined ? "" : frame.ms.toFixed(frame.ms < 10 ? 2 : 0) + " ms";
      }
      holder.replaceChildren(table);
      holder.dataset.from = from;
      holder.dataset.game = game.title;
    }
    for (const row of table.rows) {
      if (Number(row.dataset.move) === at) {
        row.setAttribute("aria-current", "true");
        const above = row.offsetTop - holder.clientHeight / 2;
        holder.scrollTop = above;
      } else row.removeAttribute("aria-current");
    }
  }

  const NS = "http://www.w3.org/2000/svg";
  function element(name, attributes) {
    const made = document.createElementNS(NS, name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    return made;
  }

  // The longest time in each of at most 400 stretches of the game. A start-up may take a thousand times as long as any
  // other move, so that the heights are logarithms where the times lie far apart.
  function times() {
    const holder = byId("times");
    holder.replaceChildren();
    const all = game.frames.map((frame) => frame.ms);
    if (!all.some((ms) => ms !== undefined)) return;
    const bars = Math.min(400, all.length);
    const most = all.reduce((most, ms) => Math.max(most, ms || 0), 1e-9);
    const usual = all.filter((ms) => ms > 0).sort((a, b) => a - b);
    const middle = usual.length ? usual[usual.length >> 1] : most;
    const apart = most > 20 * middle;
    const share = (ms) => (apart ? Math.log1p(ms / middle) / Math.log1p(most / middle) : ms / most);
    const svg = element("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", role: "img", "aria-label": "time of each move" });
    for (let bar = 0; bar < bars; bar++) {
      const from = Math.floor((bar * all.length) / bars), to = Math.floor(((bar + 1) * all.length) / bars);
      let longest = 0, move = from;
      for (let each = from; each < to; each++) if ((all[each] || 0) > longest) { longest = all[each]; move = each; }
      const height = 100 * share(longest);
      const drawn = element("rect", { x: (100 * bar) / bars, width: 80 / bars, y: 100 - height, height, class: game.frames[move].s % 2 ? "odd" : "even" });
      const title = element("title", {});
      title.textContent = `move ${move + 1}: ${longest} ms`;
      drawn.append(title);
      svg.append(drawn);
    }
    svg.append(element("line", { id: "cursor", y1: 0, y2: 100, "vector-effect": "non-scaling-stroke" }));
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      show(Math.round(((event.clientX - box.left) / box.width) * game.frames.length));
    });
    const said = document.createElement("p");
    said.textContent = `Time of each move; the longest took ${most.toFixed(2)} ms${apart ? ", half of them at most " + middle.toFixed(2) + " ms (heights are logarithms)" : ""}.`;
    holder.append(svg, said);
  }

  function cursor() {
    const line = byId("cursor");
    if (!line) return;
    const x = game.frames.length ? (100 * at) / game.frames.length : 0;
    line.setAttribute("x1", x);
    line.setAttribute("x2", x);
  }

  function printed() {
    byId("printed").replaceChildren(...game.printed.map(([name, text]) => {
      const details = document.createElement("details");
      const summary = document.createElement("summary");
      summary.textContent = `What ${name} printed on stderr`;
      const pre = document.createElement("pre");
      pre.textContent = text;
      details.append(summary, pre);
      return details;
    }));
  }

  function choose(number, move) {
    pause();
    game = games[Math.max(0, Math.min(games.length - 1, number))];
    byId("title").textContent = document.title = game.title;
    byId("result").textContent = game.result;
    const choice = byId("choice");
    if (choice) choice.value = games.indexOf(game);
    byId("board").replaceChildren(byId(game.shape).content.cloneNode(true));
    cells = [...byId("board").querySelectorAll(".cell")];
    board = Array(cells.length).fill(".");
    marked = [];
    kept = [[...game.start]];
    captions = [game.caption];
    for (const frame of game.frames) captions.push(frame.n === undefined ? captions[captions.length - 1] : frame.n);
    byId("slider").max = game.frames.length;
    byId("moves").replaceChildren();
    times();
    printed();
    show(move === undefined ? game.frames.length : move);
  }

  function pause() {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    byId("run").textContent = "Play";
  }

  function run() {
    if (timer !== null) return pause();
    if (at === game.frames.length) show(0);
    byId("run").textContent = "Pause";
    const step = () => {
      if (at >= game.frames.length) return pause();
      show(at + 1);
      timer = setTimeout(step, Number(byId("speed").value));
    };
    timer = setTimeout(step, 0);
  }

  const go = (number) => { pause(); show(number); };
  byId("first").onclick = () => go(0);
  byId("back").onclick = () => go(at - 1);
  byId("on").onclick = () => go(at + 1);
  byId("last").onclick = () => go(game.frames.length);
  byId("run").onclick = run;
  byId("slider").oninput = (event) => go(Number(event.target.value));
  byId("moves").onclick = (event) => {
    const row = event.target.closest("tr");
    if (row) go(Number(row.dataset.move));
  };
  if (byId("choice")) byId("choice").onchange = (event) => choose(Number(event.target.value), 0);

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
    const keys = {
      ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1),
      PageUp: () => go(at - 10), PageDown: () => go(at + 10),
      Home: () => go(0), End: () => go(game.frames.length),
      "[": () => choose(games.indexOf(game) - 1, 0), "]": () => choose(games.indexOf(game) + 1, 0),
    };
    if (event.key === " " && event.target.tagName !== "BUTTON" && event.target.tagName !== "SUMMARY") keys[" "] = run;
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  function fromHash() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const number = Number(asked.get("game") || 1) - 1;
    choose(number, asked.has("move") ? Number(asked.get("move")) : 0);
  }
  addEventListener("hashchange", fromHash);
  fromHash();
})();

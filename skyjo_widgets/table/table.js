// The table in the browser: draws what Python says, tells Python what was clicked. It knows no rules.

const FACE_DOWN = "?";
const PACE = { slow: 1500, normal: 800, fast: 300, off: 0 };
const LINES = 4; // of what happened that stand above the cards; the log has them all
const SILENCE = 4000; // milliseconds without an answer, after which the table says so
const SIGNS = { first: "|◀", turn_back: "◀◀", back: "◀", forth: "▶", turn_forth: "▶▶", last: "▶|" };
const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// JupyterLab looks for this attribute on the focused element itself; without it `x` cuts the learner's cell.
const focusable = (tag, attributes, ...children) =>
  make(tag, { "data-lm-suppress-shortcuts": "true", ...attributes }, ...children);

const button = (attributes, ...children) => focusable("button", { type: "button", ...attributes }, ...children);

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function show(node, shown) {
  if (node.hidden === shown) node.hidden = !shown;
}

class View {
  constructor(model, el) {
    this.model = model;
    this.words = model.get("words");
    this.shown = structuredClone(model.get("state"));
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.log = [];
    this.build(el);
    this.settle(this.shown);
    model.on("change:state", () => this.arrive(model.get("state")));
    model.on("msg:custom", (message) => this.fetched(message));
    model.on("comm_live_update", () => this.send({ do: "hello" }));
  }

  // What is there once and for all.

  build(el) {
    const { words, shown } = this;
    const part = (name, tag = "div", attributes = {}) => (this[name] = make(tag, { class: `skyjo-${name}`, ...attributes }));
    this.root = make("div", { class: "skyjo", role: "group", "aria-label": words.table, "data-kind": words.slider ? "replay" : "table" });
    this.root.dataset.players = shown.names.length;
    this.seats = shown.names.map((name, seat) => this.buildSeat(name, seat));
    const mine = shown.humans?.length === 1 ? this.seats[shown.humans[0]] : null;
    mine?.node.classList.add("skyjo-mine");
    this.piles = { draw: this.buildPile("draw"), discard: this.buildPile("discard") };
    this.hand = make("div", { class: "skyjo-card skyjo-hand-card", role: "img" });
    part("middle", "div", { role: "group", "aria-label": words.piles }).append(
      make("div", { class: "skyjo-pile" }, this.piles.draw, make("span", { "aria-hidden": "true" }, words.draw)),
      make("div", { class: "skyjo-pile" }, this.piles.discard, make("span", { "aria-hidden": "true" }, words.discard)),
      make("div", { class: "skyjo-pile skyjo-hand" }, this.hand, make("span", { "aria-hidden": "true" }, words.hand)),
    );
    part("title", "p");
    part("round", "span");
    part("ask", "p", { "aria-live": "polite" });
    part("live", "p", { role: "status", "aria-live": "polite", "data-live": "" });
    part("refusal", "p", { role: "alert", "data-refusal": "" });
    part("why", "div", { "aria-live": "polite" });
    part("note", "p", { "aria-live": "polite", "data-note": "" });
    part("trouble", "pre", { role: "alert", "data-trouble": "" });
    part("gone", "p", { role: "alert", "data-gone": "" });
    part("others").append(...this.seats.filter((seat) => seat !== mine).map((seat) => seat.node));
    part("board").append(this.middle, ...(mine ? [mine.node] : []), this.others);
    part("go");
    part("buttons").append(...this.buildButtons());
    part("more").append(...this.buildMore());
    part("said").append(this.live, this.refusal);
    part("say").append(this.round, this.ask, this.said, this.why, this.note, this.trouble, this.gone, this.go);
    this.root.append(make("div", { class: "skyjo-felt" }, this.title, this.say, this.board, this.buttons, this.more));
    this.root.addEventListener("click", (event) => this.clicked(event));
    this.root.addEventListener("keydown", (event) => this.pressed(event));
    el.append(this.root);
  }

  buildSeat(name, seat) {
    const cards = Array.from({ length: 12 }, (_, slot) =>
      button({ class: "skyjo-card", "data-seat": seat, "data-slot": slot, tabindex: slot ? -1 : 0 }),
    );
    const rows = [0, 4, 8].map((first) =>
      make("div", { role: "row", class: "skyjo-row" }, ...cards.slice(first, first + 4).map((card) => make("div", { role: "gridcell" }, card))),
    );
    const grid = make("div", { role: "grid", class: "skyjo-grid", "aria-label": fill(this.words.cards, { name }) }, ...rows);
    const points = make("span", { class: "skyjo-points" });
    const title = make("span", { class: "skyjo-name" }, name);
    const node = make("div", { class: "skyjo-seat", role: "group", "aria-label": name }, make("div", { class: "skyjo-head" }, title, points), grid);
    grid.addEventListener("focusin", (event) => {
      for (const card of cards) card.tabIndex = card === event.target ? 0 : -1;
    });
    return { node, cards, points, name };
  }

  buildPile(pile) {
    return button({ class: "skyjo-card", "data-pile": pile });
  }

  buildButtons() {
    const { words } = this;
    const names = words.slider ? [...Object.keys(SIGNS), "play"] : ["next", "retry", "step", "play", "whole", "undo", "new"];
    this.onward = words.slider ? { do: "go", where: "forth" } : { do: "step" };
    this.button = Object.fromEntries(names.map((name) => [name, button({ class: "skyjo-button", "data-do": name }, words[name])]));
    this.extra = make("span", { class: "skyjo-extra" });
    this.pace = focusable("select", { class: "skyjo-button", "aria-label": words.pace });
    for (const pace of Object.keys(PACE)) this.pace.append(make("option", { value: pace }, `${words.pace}: ${words[pace]}`));
    this.pace.addEventListener("change", () => this.send({ do: "set", pace: this.pace.value }));
    this.numbers = button({ class: "skyjo-button", "data-do": "numbers", "aria-pressed": "false" }, words.numbers);
    const all = [...Object.values(this.button), this.extra, this.numbers, this.pace];
    this.go.append(...all.splice(0, words.slider ? 0 : 5)); // what leads on stands where one reads
    if (!words.slider) return all;
    for (const [name, sign] of Object.entries(SIGNS)) {
      this.button[name].textContent = sign;
      this.button[name].setAttribute("aria-label", words[name]);
      this.button[name].title = words[name];
    }
    this.slider = focusable("input", { type: "range", min: 0, step: 1, class: "skyjo-slider", "aria-label": words.slider });
    this.slider.addEventListener("input", () => this.slide(Number(this.slider.value)));
    return [this.slider, ...all];
  }

  buildMore() {
    const fold = (name, body) => {
      const details = make("details", { class: "skyjo-fold", "data-fold": name }, focusable("summary", {}, this.words[name]), body);
      details.addEventListener("toggle", () => this.unfolded(name, details.open));
      return details;
    };
    this.lines = focusable("ol", { class: "skyjo-lines", tabindex: 0, "aria-label": this.words.log });
    this.sheet = make("table", { class: "skyjo-sheet" });
    if (this.slider) return [];
    return [fold("scores", focusable("div", { class: "skyjo-scroll", tabindex: 0, role: "group", "aria-label": this.words.scores }, this.sheet)), fold("log", this.lines)];
  }

  // What arrives from Python.

  arrive(state) {
    clearTimeout(this.silence);
    clearTimeout(this.later);
    this.asked = false;
    this.connected = true;
    if (this.film) this.settle(this.film);
    const follows = state.rev === this.shown.rev + 1;
    const frames = follows ? state.frames : [];
    const pace = PACE[state.pace];
    this.gather(state.log);
    if (frames.length < 2 || !pace || this.still.matches || document.hidden) {
      if (frames.length === 1) this.apply(frames[0]);
      this.settle(state);
    } else {
      this.film = state;
      this.hush(state);
      this.told = state.news;
      const mine = !state.humans || state.humans.includes(frames[0].by);
      this.roll(frames, mine ? 0 : pace / 2, pace);
    }
    if (this.wanted != null) this.slide(this.wanted);
  }

  // One move after the other, so that eyes can follow; each is said as it is shown.
  roll([frame, ...rest], wait, pace) {
    const turn = () => {
      this.apply(frame);
      write(this.live, this.log.slice(this.told, frame.told).join(" "));
      this.told = frame.told;
      if (rest.length) this.roll(rest, pace, pace);
      else this.settle(this.film, this.live.textContent);
    };
    if (wait) this.timer = setTimeout(turn, wait);
    else turn();
    this.mark();
  }

  apply({ kind, by, told, cards, ...values }) {
    const from = { take: this.piles.discard, draw: this.piles.draw, swap: this.hand, reveal: this.hand }[kind];
    const moved = cards.filter(([seat]) => seat === by).map(([seat, slot]) => this.seats[seat].cards[slot]);
    const start = from?.getBoundingClientRect();
    const slot = moved[0]?.getBoundingClientRect();
    for (const [seat, place, face] of cards) this.shown.faces[seat][place] = face;
    Object.assign(this.shown, values);
    this.paint();
    const length = Math.min(380, PACE[this.shown.pace] / 2);
    if (this.still.matches || !length) return;
    if (kind === "draw") this.fly(this.hand, start, length);
    else if (kind === "reveal") this.fly(this.piles.discard, start, length);
    else if (from && moved.length) {
      this.fly(moved[0], start, length);
      this.fly(this.piles.discard, slot, length);
    }
    if (kind === "flip" || kind === "reveal") for (const card of moved) this.turn(card, length);
  }

  fly(card, start, duration) {
    const end = card.getBoundingClientRect();
    if (!start?.width || !end.width) return;
    const move = `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(${start.width / end.width})`;
    card.animate([{ transform: move, zIndex: 2, transformOrigin: "0 0" }, { transform: "none", zIndex: 2, transformOrigin: "0 0" }], { duration, easing: "ease-out" });
  }

  turn(card, duration) {
    card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration, easing: "ease-out" });
  }

  // The state as it is, without any film: whatever happened before, this is what is true.
  settle(state, said) {
    clearTimeout(this.timer);
    this.film = null;
    this.gather(state.log);
    this.shown = structuredClone(state);
    this.paint();
    this.hush(state);
    write(this.live, said || state.live || this.log.slice(state.news).slice(-LINES).join(" "));
    write(this.ask, state.ask);
    this.list(this.why, state.why ?? []);
    this.auto = this.auto && this.goesOn(state);
    if (this.auto) this.later = setTimeout(() => this.send(this.onward), PACE[state.pace] || 30);
    write(this.button.play, this.words[this.auto ? "pause" : "play"]);
    this.mark();
  }

  goesOn({ buttons, trouble }) {
    return Boolean(buttons.step ?? buttons.play) && !trouble;
  }

  // Everything but the cards and the sentences that follow them.
  hush(state) {
    const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
    write(this.title, state.title ?? "");
    write(this.round, fill(this.words.round, { n: state.round }));
    write(this.refusal, state.refusal);
    write(this.trouble, state.trouble);
    const [kind, note] = state.note;
    write(this.note, note);
    this.note.dataset.note = kind;
    this.root.dataset.numbers = state.numbers;
    this.numbers.setAttribute("aria-pressed", state.numbers);
    this.pace.value = state.pace;
    const { step } = state.buttons;
    for (const [name, node] of Object.entries(this.button)) show(node, (name === "play" || name === "whole" ? step : state.buttons[name]) ?? true);
    show(this.pace, !state.humans || state.humans.length < state.names.length);
    if (this.slider) {
      this.slider.max = state.last;
      if (this.wanted == null) this.slider.value = state.step;
      this.slider.setAttribute("aria-valuetext", state.ask);
    }
    if (state.bare) for (const node of [this.numbers, this.pace, this.more, this.button.new, this.button.undo]) node.hidden = true;
    this.actions(state.actions ?? []);
    this.tally(state);
    // A button that vanishes under the focus must not hand the next key to the notebook.
    if (focused && !focused.getClientRects().length) this.home().focus({ preventScroll: true });
  }

  actions(names) {
    if (this.extra.dataset.names === names.join("\n")) return;
    this.extra.dataset.names = names.join("\n");
    this.extra.replaceChildren(...names.map((name) => button({ class: "skyjo-button", "data-do": "action", "data-name": name }, name)));
  }

  paint() {
    const { words, shown } = this;
    const [slots, piles] = shown.can ?? [[], []];
    const ready = !this.film;
    this.seats.forEach((seat, number) => {
      seat.node.classList.toggle("skyjo-turn", number === shown.seat);
      seat.node.classList.toggle("skyjo-won", (shown.winners ?? []).includes(number));
      seat.cards.forEach((card, slot) => {
        const face = shown.faces[number][slot];
        this.face(card, face);
        card.setAttribute("aria-label", fill(words.card, { name: seat.name, row: (slot >> 2) + 1, column: (slot & 3) + 1, face: this.spoken(face) }));
        card.classList.toggle("skyjo-can", ready && number === shown.seat && slots.includes(slot));
      });
      const open = shown.faces[number].reduce((sum, face) => sum + (typeof face === "number" ? face : 0), 0);
      write(seat.points, `${fill(words.open, { n: open })} · ${fill(words.total, { n: shown.totals[number] })}`);
    });
    this.face(this.piles.draw, shown.left ? FACE_DOWN : null);
    this.piles.draw.dataset.count = shown.left;
    this.piles.draw.setAttribute("aria-label", fill(words.draw_label, { n: shown.left }));
    this.face(this.piles.discard, shown.discard);
    this.piles.discard.dataset.count = shown.piled;
    this.piles.discard.setAttribute("aria-label", fill(words.discard_label, { face: shown.discard ?? words.empty }));
    for (const [name, node] of Object.entries(this.piles)) node.classList.toggle("skyjo-can", ready && piles.includes(name));
    this.piles.discard.classList.toggle("skyjo-picked", ready && Boolean(shown.picked));
    this.face(this.hand, shown.drawn);
    this.hand.parentNode.classList.toggle("skyjo-empty", shown.drawn === null);
    this.hand.setAttribute("aria-label", `${words.hand}: ${shown.drawn ?? words.empty}`);
  }

  face(card, face) {
    const known = typeof face === "number";
    card.dataset.face = known ? face : face === FACE_DOWN ? "down" : "cleared";
    card.style.setProperty("--bar", known ? (face + 2) / 14 : 0);
    write(card, known ? String(face) : "");
  }

  spoken(face) {
    return face === null ? this.words.cleared : face === FACE_DOWN ? this.words.down : face;
  }

  list(node, lines) {
    if (node.dataset.lines === lines.join("\n")) return;
    node.dataset.lines = lines.join("\n");
    node.replaceChildren(...lines.map((line) => make("p", {}, line)));
  }

  tally({ names, sheet, doubled, totals }) {
    const { words } = this;
    if (!sheet || this.sheet.dataset.rounds === JSON.stringify(sheet)) return;
    this.sheet.dataset.rounds = JSON.stringify(sheet);
    const row = (tag, first, cells) => make("tr", {}, make("th", { scope: tag === "th" ? "col" : "row" }, first), ...cells);
    const body = sheet.map((scores, round) =>
      row("td", String(round + 1), scores.map((points, seat) => make("td", {}, doubled[round] === seat ? `${points} (${words.doubled})` : String(points)))),
    );
    this.sheet.replaceChildren(
      make("thead", {}, row("th", words.round_column, names.map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, ...body),
      make("tfoot", {}, row("td", words.sum, totals.map((total) => make("td", {}, String(total))))),
    );
  }

  // The log comes in pieces: each state brings the last lines, an unfolded log asks for the rest.

  gather(log) {
    if (!log) return;
    const [first, lines] = log;
    const before = Array.from({ length: first }, (_, line) => this.log[line] ?? "…");
    this.log = [...before, ...lines];
    if (this.logOpen) this.spell();
  }

  spell() {
    if (this.log.includes("…") && this.connected !== false) this.send({ do: "log" });
    this.lines.replaceChildren(...this.log.map((line) => make("li", {}, line)));
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  fetched({ log }) {
    if (!log) return;
    clearTimeout(this.silence);
    this.asked = false;
    this.log = log;
    this.mark();
    if (this.logOpen) this.spell();
  }

  unfolded(name, open) {
    if (name === "log") this.logOpen = open;
    if (open && name === "log") this.spell();
  }

  // What goes to Python.

  send(message) {
    if (this.asked) return; // one question at a time: what comes faster than an answer is a slip
    try {
      this.model.send({ ...message, rev: this.shown.rev });
    } catch {
      this.lost();
      return;
    }
    this.asked = true;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.quiet(), SILENCE);
    this.mark();
  }

  quiet() {
    write(this.gone, this.words.silent);
    this.asked = false; // asking again is allowed
    this.auto = false;
    this.connected = false;
    this.root.dataset.state = "silent";
  }

  lost() {
    write(this.gone, this.words.gone);
    this.auto = false;
    this.connected = false;
    this.root.dataset.state = "gone";
  }

  // Whether the table can be used now, for eyes, assistive technology and tests alike.
  mark() {
    const state = this.film ? "moving" : this.asked ? "waiting" : "ready";
    if (this.connected !== false) write(this.gone, "");
    this.root.dataset.state = state;
    for (const card of this.root.querySelectorAll("button.skyjo-card")) {
      if (state === "ready") card.removeAttribute("aria-disabled");
      else card.setAttribute("aria-disabled", "true");
    }
    if (this.film) write(this.ask, this.words.moving);
  }

  clicked(event) {
    const { pile, seat, slot, do: what, name } = event.target.closest("button")?.dataset ?? {};
    if (this.film) {
      this.settle(this.film);
      if (what === undefined) return;
    }
    if (pile) this.send({ do: "click", pile });
    else if (slot) this.send({ do: "click", slot: Number(slot), seat: Number(seat) });
    else if (what === "numbers") this.send({ do: "set", numbers: !this.shown.numbers });
    else if (what === "action") this.send({ do: "action", name });
    else if (what === "play") this.playOn();
    else if (what && this.slider) this.send({ do: "go", where: what });
    else if (what) this.send({ do: what });
  }

  playOn() {
    this.auto = !this.auto;
    write(this.button.play, this.words[this.auto ? "pause" : "play"]);
    clearTimeout(this.later);
    if (this.auto) this.send(this.onward);
  }

  // Dragging asks for one position at a time, and always for the last one in the end.
  slide(step) {
    this.wanted = this.asked ? step : null;
    this.send({ do: "go", step });
  }

  pressed(event) {
    const { key, target } = event;
    event.stopPropagation();
    if (key === "Enter" && (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || event.repeat)) event.preventDefault();
    if (!target.dataset.slot || event.altKey || event.metaKey || (event.ctrlKey && MOVES[key])) return;
    const cards = this.seats[target.dataset.seat].cards;
    const [row, column] = [target.dataset.slot >> 2, target.dataset.slot & 3];
    let [toRow, toColumn] = [row, column];
    if (MOVES[key]) [toRow, toColumn] = [row + MOVES[key][0], column + MOVES[key][1]];
    else if (key === "Home") [toRow, toColumn] = [event.ctrlKey ? 0 : row, 0];
    else if (key === "End") [toRow, toColumn] = [event.ctrlKey ? 2 : row, 3];
    else return;
    event.preventDefault();
    cards[Math.min(2, Math.max(0, toRow)) * 4 + Math.min(3, Math.max(0, toColumn))].focus();
  }

  // Where the keyboard goes on when the button that had it has gone.
  home() {
    const seat = this.seats[this.shown.seat ?? 0];
    return seat.cards.find((card) => card.tabIndex === 0);
  }

  end() {
    for (const timer of [this.timer, this.silence, this.later]) clearTimeout(timer);
    this.root.remove();
  }
}

export default {
  render({ model, el }) {
    const view = new View(model, el);
    return () => view.end();
  },
};

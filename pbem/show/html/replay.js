"use strict";
/* The page of a replay: reads the data that stand in it, shows one step at a time.
   Texts are set as textContent only; SVG is parsed only from the tables of drawings and boards, which our painter wrote. */
(() => {
const SVG = "http://www.w3.org/2000/svg", CELL = 32, NOTHING = -1, LONGEST = 45;
const PAPER = "#fbf8ee", INK = "#1c1a17";
const PIPS = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]};
const $ = id => document.getElementById(id);
const read = id => JSON.parse($(id).textContent);

// ---------------------------------------------------------------- elements

function make(name, attributes, ...inside) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "text") node.textContent = value;
    else if (key === "paint") [node.style.background, node.style.color] = value;
    else node.setAttribute(key, value);
  }
  node.append(...inside.filter(part => part !== null && part !== ""));
  return node;
}
function draw(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
  return node;
}
function parsed(markup) {
  const source = `<svg xmlns="${SVG}">${markup}</svg>`;
  const root = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  const group = draw("g");
  for (const child of [...root.childNodes]) group.append(document.importNode(child, true));
  return group;
}

// ---------------------------------------------------------------- data

const match = read("match");
const tables = {texts: [], drawings: [], counters: [], clusters: [], rows: [], boards: []};
const steps = [];
let ended = 0;  // how many steps the play has; what follows was disclosed later
for (const id of ["data-play", "data-after"]) {
  const part = read(id);
  for (const name of Object.keys(tables)) for (const value of part.tables[name]) tables[name].push(value);
  unfold(part.frames);
  if (id === "data-play") ended = steps.length;
}
function unfold(frames) {
  for (const frame of frames) {
    const before = steps.length ? steps[steps.length - 1].scene : {looks: [], clusters: new Map(), holders: new Map()};
    const scene = Object.assign({}, before);
    for (const name of ["board", "turn", "phase", "looks", "awaited", "tracks", "boxes", "cards", "pools", "columns",
                        "notes", "legend"]) if (name in frame) scene[name] = frame[name];
    for (const name of ["clusters", "holders"]) if (name in frame) {
      scene[name] = new Map(before[name]);
      for (const [place, number] of frame[name]) {
        if (number === NOTHING) scene[name].delete(place); else scene[name].set(place, number);
      }
    }
    steps.push(Object.assign(frame, {scene, at: steps.length}));
  }
}
const text = number => tables.texts[number];
const row = number => number === undefined ? [] : tables.rows[number];
const drawn = [];
const drawing = number => (drawn[number] || (drawn[number] = parsed(tables.drawings[number]))).cloneNode(true);
const factions = new Map(), places = new Map();
function readBoard(board) {
  factions.clear();
  places.clear();
  for (const [id, name, fill, ink] of board.factions) factions.set(text(id), {name: text(name), fill, ink});
  for (const [id, name] of board.places) places.set(text(id), text(name));
}
const nameOf = seat => (factions.get(seat) || {name: seat}).name || seat;
const placeName = id => places.get(id) || id;
function badge(seat) {
  const faction = factions.get(seat);
  return make("b", Object.assign({class: "badge", text: nameOf(seat)}, faction && {paint: [faction.fill, faction.ink]}));
}

// ---------------------------------------------------------------- the board

const view = $("view");
const board = {number: null, svg: null, layers: {}, shown: {clusters: new Map(), holders: new Map()}, zoom: 1, size: [1, 1]};

function counter(number, x, y, scale) {
  const [words, picture] = tables.counters[number];
  const group = draw("g", {transform: `translate(${x + 3 * scale} ${y + 4 * scale}) scale(${scale})`});
  const title = draw("title");
  title.textContent = text(words);
  group.append(title, drawing(picture));
  return group;
}
function cluster(number) {
  const [place, left, top, columns, scale, line, counters] = tables.clusters[number];
  const side = CELL * scale, group = draw("g", {"data-place": text(place)});
  if (line !== NOTHING) {
    const high = Math.ceil(counters.length / columns) * side;
    group.append(drawing(line), draw("rect", {x: left, y: top, width: columns * side, height: high, rx: 4, fill: PAPER,
                                              stroke: INK, "stroke-width": 0.9}));
  }
  counters.forEach((one, i) => {
    group.append(counter(one, left + i % columns * side, top + Math.floor(i / columns) * side, scale));
  });
  return group;
}
function holder(number, place) {
  const group = drawing(number);
  group.setAttribute("data-place", text(place));
  return group;
}
function layBoard(number) {
  const kind = tables.boards[number];
  readBoard(kind);
  const [wide, high] = board.size = kind.size;
  board.number = number;
  board.svg = draw("svg", {viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": text(kind.title)});
  board.svg.append(draw("rect", {width: wide, height: high, fill: PAPER}), parsed(kind.svg));
  for (const layer of ["looks", "holders", "clusters"]) board.svg.append(board.layers[layer] = draw("g", {class: layer}));
  board.shown = {looks: null, clusters: new Map(), holders: new Map()};
  view.replaceChildren(board.svg);
  fit();
}
function showBoard(scene) {
  if (scene.board !== board.number) layBoard(scene.board);
  for (const [layer, paint] of [["holders", holder], ["clusters", cluster]]) {
    const now = scene[layer], shown = board.shown[layer];
    for (const [place, have] of shown) if (!now.has(place)) { have.node.remove(); shown.delete(place); }
    for (const [place, number] of now) {
      const have = shown.get(place);
      if (have && have.number === number) continue;
      const node = paint(number, place);
      if (have) have.node.replaceWith(node); else board.layers[layer].append(node);
      shown.set(place, {number, node});
    }
  }
  if (board.shown.looks !== scene.looks) {
    board.layers.looks.replaceChildren(...scene.looks.map(drawing));
    board.shown.looks = scene.looks;
  }
}
function fit() {
  const [wide, high] = board.size;
  const isFixed = getComputedStyle(view).getPropertyValue("--fit").trim() === "both";
  const room = isFixed ? Math.min(view.clientWidth, view.clientHeight * wide / high) : view.clientWidth;
  if (!board.svg || room < 10) return;
  board.svg.style.width = `${Math.floor(room * board.zoom)}px`;
  board.svg.style.height = `${Math.floor(room * board.zoom * high / wide)}px`;
}
function zoom(factor) {
  const x = (view.scrollLeft + view.clientWidth / 2) / view.scrollWidth;
  const y = (view.scrollTop + view.clientHeight / 2) / view.scrollHeight;
  board.zoom = factor ? Math.min(6, Math.max(1, board.zoom * factor)) : 1;
  fit();
  view.scrollLeft = x * view.scrollWidth - view.clientWidth / 2;
  view.scrollTop = y * view.scrollHeight - view.clientHeight / 2;
}
function lookAt() {
  if (!board.layers.looks.firstChild || view.scrollWidth <= view.clientWidth + 1 && view.scrollHeight <= view.clientHeight + 1) return;
  const box = board.layers.looks.getBBox(), scale = board.svg.clientWidth / board.size[0];
  const left = box.x * scale, top = box.y * scale, right = left + box.width * scale, bottom = top + box.height * scale;
  if (left < view.scrollLeft || right > view.scrollLeft + view.clientWidth)
    view.scrollLeft = (left + right - view.clientWidth) / 2;
  if (top < view.scrollTop || bottom > view.scrollTop + view.clientHeight)
    view.scrollTop = (top + bottom - view.clientHeight) / 2;
}

// ---------------------------------------------------------------- this step

let at = -1, here = null;
const turnName = turn => /^\d/.test(turn) ? `Turn ${turn}` : turn;
const aboutName = about => about.split("/").map(id => places.has(id) ? placeName(id) : nameOf(id)).join(" / ");
const ruleOf = (rule, about) => [rule && `rule ${rule}`, about && aboutName(about)].filter(Boolean).join(", ");

function die(value, sides) {
  if (sides < 2 || sides > 6 || !PIPS[value])
    return make("span", {class: "die", text: Array.isArray(value) ? text(value[0]) : String(value)});
  const face = draw("svg", {viewBox: "0 0 30 30", class: "die", role: "img", "aria-label": String(value)});
  face.append(draw("rect", {x: 1, y: 1, width: 28, height: 28, rx: 5, class: "face"}));
  for (const pip of PIPS[value])
    face.append(draw("circle", {cx: 8 + pip % 3 * 7, cy: 8 + Math.floor(pip / 3) * 7, r: 2.7, class: "pip"}));
  return face;
}
function throwLines(thrown) {  // what was drawn for one rule about one thing stands together; dice stand as they fell
  const groups = new Map();
  for (const [rule, about, sides, values, seats] of thrown) {
    const key = sides ? groups.size : JSON.stringify([rule, about, seats]);
    if (!groups.has(key)) groups.set(key, [rule, about, sides, [], seats]);
    groups.get(key)[3].push(...values);
  }
  return [...groups.values()].map(throwLine);
}
function throwLine([rule, about, sides, values, seats]) {
  const asked = ruleOf(text(rule), text(about)), kind = sides ? `${values.length}d${sides}` : "drawn";
  const words = make("span", {class: "soft", text: [kind, asked].filter(Boolean).join(" · ")});
  return make("p", {class: "dice"}, ...values.map(value => die(value, sides)), words,
              ...(seats.length < 3 ? seats.map(seat => badge(text(seat))) : []));
}
function deedLine(step, [seat, verb, say]) {
  const asked = ruleOf(step.rule === undefined ? "" : text(step.rule), step.about === undefined ? "" : text(step.about));
  return make("p", {class: "deed"}, badge(text(seat)), ` ${text(verb)}`, asked ? ` (${asked})` : "",
              say === NOTHING ? "" : ": ", say === NOTHING ? "" : make("code", {text: text(say)}));
}
function sentence([words, rule]) {
  const said = text(rule);
  return make("p", {class: "told"}, text(words), said ? make("span", {class: "rule", text: ` (${said})`}) : "");
}
function remarkLine([seat, words]) {
  return make("blockquote", {}, badge(text(seat)), make("span", {text: ` ${text(words)}`}));
}
function endLine([words, by, winners]) {
  const who = winners.map(text).map(nameOf).join(", ") || "nobody";
  return make("p", {class: "ending", text: `The match has ended: ${text(words)} (rule ${text(by)}). Winners: ${who}.`});
}
function showNow(step) {
  const parts = [`Round ${step.round}`];
  if (step.lines) parts.push(`line${/[-,]/.test(step.lines) ? "s" : ""} ${step.lines} of the log`);
  if (step.time && step.time < 8e12) parts.push(new Date(step.time * 1000).toISOString().slice(0, 16).replace("T", " ") + " UTC");
  const link = make("a", {href: `#r${step.round}`, title: "A link to this step", text: `#r${step.round}`});
  const lines = [make("p", {class: "soft"}, parts.join(" · ") + " ", link)];
  if (step.kind === "start") lines.push(make("p", {class: "deed", text: "The beginning."}));
  if (step.at === ended) lines.push(make("p", {class: "deed", text: "After the end of play: secrets are disclosed."}));
  for (const deed of step.deeds || []) lines.push(deedLine(step, deed));
  lines.push(...throwLines(step.dice || []));
  for (const told of step.told || []) lines.push(sentence(told));
  for (const remark of step.remarks || []) lines.push(remarkLine(remark));
  if (step.ending && step.at < ended) lines.push(endLine(step.ending));
  const awaited = new Map();
  for (const [seat, what] of row(step.scene.awaited))
    awaited.set(what, [...awaited.get(what) || [], nameOf(text(seat))]);
  const owed = [...awaited].map(([what, seats]) => seats.join(", ") + (text(what) ? ` (${text(what)})` : ""));
  if (owed.length) lines.push(make("p", {class: "soft", text: `Awaited: ${owed.join("; ")}`}));
  $("step").replaceChildren(...lines);
}
function showHere() {
  const lines = [];
  if (here !== null && board.number !== null) {
    lines.push(make("h3", {text: placeName(here)}));
    for (const [place, {number}] of board.shown.clusters) if (text(place) === here)
      for (const one of tables.clusters[number][6]) lines.push(make("p", {text: text(tables.counters[one][0])}));
    for (const [place, {node}] of board.shown.holders) if (text(place) === here && node.querySelector("title"))
      lines.push(make("p", {text: node.querySelector("title").textContent}));
    if (lines.length === 1) lines.push(make("p", {class: "soft", text: "Nothing lies here."}));
  }
  $("here").replaceChildren(...lines);
}

// ---------------------------------------------------------------- beside the board

const besideShown = {};
function grouped(numbers) {
  const groups = new Map();
  for (const number of numbers) {
    const item = row(number), name = text(item[0]);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(item);
  }
  return [...groups];
}
function counterPicture(number) {
  const picture = draw("svg", {viewBox: "0 0 32 32", class: "counter"});
  picture.append(counter(number, 0, 0, 1));
  return picture;
}
function mark([name, value, faction], withValue) {
  const side = factions.get(text(faction)), words = text(name) + (withValue ? ` ${value}` : "");
  return make("span", {class: "mark", text: words, paint: side ? [side.fill, side.ink] : ["#f4c542", INK]});
}
function track(number) {
  const [name, note, first, last, marks] = row(number), down = last < first, many = Math.abs(last - first) + 1;
  const box = make("div", {class: "track"}, make("h3", {text: text(name)}), text(note) ? make("p", {class: "soft", text: text(note)}) : "");
  if (many > LONGEST) {
    box.append(make("p", {}, ...marks.map(one => mark(one, true)), make("span", {class: "soft", text: ` of ${first} to ${last}`})));
    return box;
  }
  const cells = make("div", {class: "cells"});
  for (let i = 0; i < many; i++) {
    const value = down ? first - i : first + i, held = marks.filter(one => one[1] === value);
    cells.append(make("span", {class: held.length ? "cell held" : "cell"}, String(value), ...held.map(one => mark(one, false))));
  }
  box.append(cells);
  return box;
}
const owner = number => text(number) ? badge(text(number)) : "";
const noteOf = number => text(number) ? make("span", {class: "soft", text: ` ${text(number)}`}) : "";
function boxes(numbers) {
  return grouped(numbers).flatMap(([name, items]) => [make("h3", {text: name}), ...items.map(([, note, faction, held]) =>
    make("div", {class: "row"}, owner(faction), ...held.map(one =>
      Array.isArray(one) ? make("span", {class: "chip", text: text(one[0])}) : counterPicture(one)), noteOf(note)))]);
}
function cards(numbers) {
  return grouped(numbers).flatMap(([name, items]) => [make("h3", {text: name}), ...items.map(([, note, faction, held]) =>
    make("div", {class: "row"}, owner(faction), ...held.map(([words, hidden, many, body]) =>
      make("span", {class: hidden ? "chip hidden" : "chip", title: text(body), text: text(words) + (many > 1 ? ` x${many}` : "")})),
      noteOf(note)))]);
}
const countText = count => count === null ? "?" : String(count);
function pools(numbers) {
  return grouped(numbers).flatMap(([name, items]) => {
    const names = [...new Set(items.flatMap(item => item[3].map(([one]) => text(one))))];
    if (items.length < 2 || names.length > 8)
      return [make("h3", {text: name}), ...items.map(([, note, faction, counts]) => make("p", {class: "row"}, owner(faction),
        counts.map(([one, count]) => `${text(one)} ${countText(count)}`).join(", "), noteOf(note)))];
    const table = make("table", {}, make("tr", {}, make("th"), ...names.map(one => make("th", {text: one}))));
    for (const [, , faction, counts] of items) {
      const known = new Map(counts.map(([one, count]) => [text(one), countText(count)]));
      table.append(make("tr", {}, make("th", {}, owner(faction)), ...names.map(one => {
        const said = known.has(one) ? known.get(one) : "";
        return make("td", {class: said === "0" ? "soft" : "", text: said});
      })));
    }
    return [make("h3", {text: name}), make("div", {class: "scroll"}, table)];
  });
}
function columns(items) {
  return items.length ? [make("h3", {text: "Columns"}), ...items.map(([faction, words, place]) =>
    make("p", {class: "row"}, owner(faction), `${text(words)} - ${placeName(text(place))}`))] : [];
}
const PAINT = {
  tracks: numbers => numbers.map(track), boxes, cards, pools, columns,
  notes: numbers => numbers.length ? [make("h3", {text: "Notes"}), ...numbers.map(one => make("p", {text: text(one)}))] : [],
};
function legend(numbers) {
  return numbers.map(number => {
    const [picture, words] = row(number), sign = draw("svg", {viewBox: "-1 -2 30 20"});
    sign.append(drawing(picture));
    return make("p", {}, sign, text(words));
  });
}
function showBeside(scene) {
  for (const part of Object.keys(PAINT)) if (besideShown[part] !== scene[part]) {
    besideShown[part] = scene[part];
    $(`part-${part}`).replaceChildren(...PAINT[part](row(scene[part])));
  }
  if (besideShown.legend !== scene.legend) {
    besideShown.legend = scene.legend;
    $("legend").replaceChildren(...legend(row(scene.legend)));
  }
}

// ---------------------------------------------------------------- the story

const story = $("story"), entries = [];
const isTurn = i => i === 0 || steps[i].scene.turn !== steps[i - 1].scene.turn;
const isPhase = i => isTurn(i) || steps[i].scene.phase !== steps[i - 1].scene.phase;

function entry(step, told) {
  const lines = told.map(sentence);
  if (!lines.length && step.kind === "roll") for (const one of step.dice || [])
    lines.push(make("p", {class: "soft", text: `dice: ${one[3].map(v => Array.isArray(v) ? text(v[0]) : v).join(" ")} (${text(one[0])})`}));
  if (!lines.length) {
    const deeds = step.deeds || [], rule = step.rule === undefined ? "" : ` (${text(step.rule)})`;
    const said = step.kind === "start" ? "The beginning" : deeds.length ? `${deeds.map(([seat]) => nameOf(text(seat))).join(", ")}: ${text(deeds[0][1])}${rule}` : step.kind + rule;
    lines.push(make("p", {class: "soft", text: said}));
  }
  for (const remark of step.remarks || []) lines.push(remarkLine(remark));
  if (step.ending && step.at < ended) lines.push(endLine(step.ending));
  return make("a", {href: `#r${step.round}`, class: "entry"}, ...lines);
}
function tellStory() {
  const parts = [];
  for (const step of steps) {
    let told = step.told || [];
    if (isTurn(step.at)) {
      if (step.closing) parts.push(entry({at: step.at, round: step.round, told}, told.slice(0, step.closing)));
      told = told.slice(step.closing || 0);
      parts.push(make("h2", {text: turnName(text(step.scene.turn)) || "The game"}));
    }
    if (isPhase(step.at) && text(step.scene.phase)) parts.push(make("h3", {text: text(step.scene.phase)}));
    if (step.at === ended) parts.push(make("h2", {text: "After the end of play"}));
    parts.push(entries[step.at] = entry(step, told));
  }
  story.replaceChildren(...parts);
}
let marked = null;
function showStory() {
  if (marked) { marked.classList.remove("current"); marked.removeAttribute("aria-current"); }
  marked = entries[at] || null;
  if (!marked) return;
  marked.classList.add("current");
  marked.setAttribute("aria-current", "step");
  if (story.scrollHeight > story.clientHeight) {
    const top = marked.offsetTop;  // of the story, which is positioned
    if (top < story.scrollTop || top + marked.offsetHeight > story.scrollTop + story.clientHeight)
      story.scrollTop = top - story.clientHeight / 3;
  }
}

// ---------------------------------------------------------------- going

const slider = $("slider"), turns = $("turns");
let linking = 0;
function go(to, keepsLink) {
  const next = Math.min(steps.length - 1, Math.max(0, to));
  if (next === at) return;
  at = next;
  const step = steps[at];
  showBoard(step.scene);
  showNow(step);
  showHere();
  showBeside(step.scene);
  showStory();
  lookAt();
  slider.value = at;
  $("count").textContent = `${at + 1} / ${steps.length}`;
  $("when").textContent = [turnName(text(step.scene.turn)), text(step.scene.phase)].filter(Boolean).join(", ");
  let turn = at;
  while (!isTurn(turn)) turn--;
  turns.value = String(turn);
  for (const id of ["first", "turn-back", "phase-back", "event-back"]) $(id).disabled = at === 0;
  for (const id of ["last", "turn-on", "phase-on", "event-on"]) $(id).disabled = at === steps.length - 1;
  showComment();
  clearTimeout(linking);
  if (!keepsLink) linking = setTimeout(link, 250);
}
function link() {
  try { history.replaceState(null, "", `#r${steps[at].round}`); } catch (refused) { /* a page that may not: no link */ }
}
function toRound() {
  const found = /^#r(\d{1,9})$/.exec(location.hash);
  if (!found) return false;
  let to = 0;
  for (const step of steps) if (step.round <= Number(found[1])) to = step.at;
  go(to, true);
  return true;
}
function find(test, by) {
  let to = at + by;
  while (to > 0 && to < steps.length && !test(to)) to += by;
  return to;
}
const moves = {
  "first": () => go(0), "last": () => go(steps.length - 1),
  "event-back": () => go(at - 1), "event-on": () => go(at + 1),
  "phase-back": () => go(find(isPhase, -1)), "phase-on": () => go(find(isPhase, 1)),
  "turn-back": () => go(find(isTurn, -1)), "turn-on": () => go(find(isTurn, 1)),
};
let playing = 0;
function play() {
  if (playing) { stop(); return; }
  if (at === steps.length - 1) go(0);
  const next = () => {
    go(at + 1);
    if (at === steps.length - 1) stop(); else playing = setTimeout(next, 1000 / Number($("speed").value));
  };
  playing = setTimeout(next, 1000 / Number($("speed").value));
  $("play").setAttribute("aria-pressed", "true");
}
function stop() {
  clearTimeout(playing);
  playing = 0;
  $("play").setAttribute("aria-pressed", "false");
}
const isMine = match.seats.includes(match.viewer);
const chosen = () => isMine ? match.viewer : $("seat").value;
const isMove = (step, seat) => step.moved === 1 && step.deeds.some(([one]) => text(one) === seat);
function since() {
  const seat = chosen(), from = at || steps.length;
  let to = from - 1;
  while (to > 0 && !isMove(steps[to], seat)) to--;
  if (!isMove(steps[to], seat)) { $("since").title = "There is no such move before this step"; return; }
  for (const one of story.querySelectorAll(".since")) one.classList.remove("since");
  for (let i = to + 1; i < from; i++) if (entries[i]) entries[i].classList.add("since");
  go(to);
}

// ---------------------------------------------------------------- comments of one's own, in this browser only

const store = `pbem ${match.id} ${match.viewer}`;
let comments = null;
function openComments() {
  try {
    localStorage.setItem("pbem test", "1");
    localStorage.removeItem("pbem test");
    const kept = JSON.parse(localStorage.getItem(store) || "{}");
    comments = kept && typeof kept === "object" ? kept : {};
  } catch (refused) { comments = null; }
  $("comment").hidden = comments === null;
}
function showComment() {
  if (comments === null) return;
  const said = comments[steps[at].round];
  $("own").value = typeof said === "string" ? said : "";
}
function keepComment() {
  const round = steps[at].round, said = $("own").value;
  if (said.trim()) comments[round] = said; else delete comments[round];
  try { localStorage.setItem(store, JSON.stringify(comments)); } catch (full) { /* it stays until the page is left */ }
  entries[at].classList.toggle("noted", Boolean(said.trim()));
}
function markComments() {
  if (comments !== null) for (const step of steps)
    if (typeof comments[step.round] === "string") entries[step.at].classList.add("noted");
}
function theme(next) {
  const root = document.documentElement;
  try {
    const kept = localStorage.getItem("pbem theme");
    if (!next && (kept === "dark" || kept === "light")) root.dataset.theme = kept;
  } catch (refused) { /* as the system has it */ }
  if (!next) return;
  const isDark = (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  root.dataset.theme = isDark ? "light" : "dark";
  try { localStorage.setItem("pbem theme", root.dataset.theme); } catch (refused) { /* for this visit only */ }
}

// ---------------------------------------------------------------- the page

function tab(name) {
  for (const one of ["story", "beside", "legend"]) {
    $(`tab-${one}`).setAttribute("aria-selected", String(one === name));
    $(one).classList.toggle("open", one === name);
  }
  document.body.dataset.tab = name;
  if (at >= 0) showStory();
}
const KEYS = {
  ArrowLeft: "event-back", ArrowRight: "event-on", ArrowUp: "phase-back", ArrowDown: "phase-on",
  PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last",
};
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  if (event.key === " ") {
    if (/^(BUTTON|A)$/.test(event.target.tagName)) return;
    play();
  } else if (event.key in KEYS) { stop(); moves[KEYS[event.key]](); }
  else if (event.key === "+" || event.key === "=") zoom(1.4);
  else if (event.key === "-") zoom(1 / 1.4);
  else if (event.key === "0") zoom(0);
  else return;
  event.preventDefault();
}
function pan() {
  let from = null, moved = false;
  view.addEventListener("pointerdown", event => {
    if (event.pointerType !== "mouse" || event.button) return;
    from = [event.clientX + view.scrollLeft, event.clientY + view.scrollTop];
    moved = false;
  });
  addEventListener("pointermove", event => {
    if (!from) return;
    const x = from[0] - event.clientX, y = from[1] - event.clientY;
    if (!moved && Math.abs(x - view.scrollLeft) + Math.abs(y - view.scrollTop) < 5) return;
    moved = true;
    view.scrollLeft = x;
    view.scrollTop = y;
  });
  addEventListener("pointerup", () => { from = null; });
  view.addEventListener("click", event => {
    const group = moved ? null : event.target.closest("[data-place]");
    if (moved) { moved = false; return; }
    here = group ? group.getAttribute("data-place") : null;
    showHere();
  });
}
function start() {
  theme(false);
  $("viewer").textContent = {public: "as everybody may see it", auditor: "with full knowledge"}[match.viewer] || "";
  $("now").append(make("div", {id: "step"}), make("div", {id: "here"}),
    make("label", {id: "comment", class: "soft"}, "Your comment on this step, kept in this browser only",
         make("textarea", {id: "own", rows: 2, maxlength: 4000})));
  for (const part of Object.keys(PAINT)) $("beside").append(make("div", {id: `part-${part}`, class: "part"}));
  slider.max = String(steps.length - 1);
  readBoard(tables.boards[steps[0].scene.board]);
  if (isMine) $("viewer").append("as seen by ", badge(match.viewer));
  for (const option of $("seat").options) option.textContent = nameOf(option.value);
  $("seat").parentElement.hidden = isMine || match.seats.length === 1;
  $("since").textContent = isMine ? "Since my last move" : "Since the last move";
  $("since").title = "Back to the last move before this step; from the beginning: the last of all";
  steps.forEach((step, i) => { if (isTurn(i)) turns.append(make("option", {value: i, text: text(step.scene.turn) || "start"})); });
  openComments();
  tellStory();
  markComments();
  for (const [id, move] of Object.entries(moves)) $(id).addEventListener("click", () => { stop(); move(); });
  $("play").addEventListener("click", play);
  $("since").addEventListener("click", () => { stop(); since(); });
  $("theme").addEventListener("click", () => theme(true));
  $("zoom-in").addEventListener("click", () => zoom(1.4));
  $("zoom-out").addEventListener("click", () => zoom(1 / 1.4));
  $("zoom-fit").addEventListener("click", () => zoom(0));
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  turns.addEventListener("change", () => { stop(); go(Number(turns.value)); });
  for (const name of ["story", "beside", "legend"]) $(`tab-${name}`).addEventListener("click", () => tab(name));
  $("own").addEventListener("input", keepComment);
  addEventListener("hashchange", () => { stop(); toRound(); });
  addEventListener("keydown", key);
  for (const button of document.querySelectorAll("button, select")) button.addEventListener(
    button.tagName === "SELECT" ? "change" : "click", event => { if (event.detail || button.tagName === "SELECT") button.blur(); });
  pan();
  tab("story");
  if (innerWidth <= 640) board.zoom = Math.max(1, 640 / view.clientWidth);
  if (!toRound()) go(steps[steps.length - 1].ending ? 0 : steps.length - 1, true);
  if (typeof ResizeObserver === "function") new ResizeObserver(fit).observe(view); else addEventListener("resize", fit);
  document.body.dataset.ready = "yes";
}
start();
})();

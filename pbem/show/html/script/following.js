/* Following a game one did not play: battles as chapters, nothing told before its time, filters, what happens at a place. */
import {$, draw, make} from "./elements.js";
import {at} from "./shown.js";
import {factions, placeName, places, steps, text} from "./tables.js";
import {ended} from "./data.js";
import {turnName} from "./step.js";
import {entries, isTurn, showStory} from "./story.js";
import {BOTTOM, HIGH, LEFT, RIGHT, TOP, WIDE} from "./charts.js";
import {go, turns} from "./going.js";
const isSealed = () => document.body.classList.contains("sealed");
export function unseal() {
  document.body.classList.remove("sealed");
  showAhead(0);
}
export function showAhead(before) {  // what comes later than this step is not told until it is asked for
  const low = Math.min(before, at), high = Math.max(before, at);
  for (let i = Math.max(0, low); i < steps.length && (!isSealed() || before <= 0 || i <= high + 1); i++) {
    const isAhead = isSealed() && i > at;
    for (const node of ahead[i] || []) node.classList.toggle("ahead", isAhead);
  }
  for (const option of turns.options) option.hidden = isSealed() && option.className === "battle" && Number(option.value) > at;
  showScore();
}
const ahead = [];  // by step, the parts of the story, the summary and the lists that tell of it
export const tells = (i, node) => { (ahead[i] = ahead[i] || []).push(node); return node; };

const hasTargets = steps.some(step => step.scene.target);
const BATTLE = 2;
const decided = i => (steps[i].told || []).find(one => one[3] & BATTLE);
const isBattle = i => hasTargets ? Boolean(steps[i].scene.target) && (isTurn(i) || steps[i].scene.target !== steps[i - 1].scene.target)
  : Boolean(decided(i));
const battleName = i => `battle of ${placeName(text(hasTargets ? steps[i].scene.target[0] : decided(i)[2][decided(i)[2].length - 1]))}`;
export function listChapters() {
  steps.forEach((step, i) => {
    if (isTurn(i)) turns.append(make("option", {value: i, text: turnName(text(step.scene.turn)) || "The beginning"}));
    if (isBattle(i)) turns.append(make("option", {value: i, class: "battle", text: `\u2013 ${battleName(i)}`}));
  });
}
export function showChapter() {
  let chapter = at;
  while (!isTurn(chapter) && !isBattle(chapter)) chapter--;
  turns.value = String(steps[chapter].scene.target && !steps[at].scene.target ? turnOf(at) : chapter);
}
function turnOf(i) { while (!isTurn(i)) i--; return i; }

const concerns = (step, id) => (step.told || []).some(one => one[2].some(place => text(place) === id))
  || (step.deeds || []).some(([seat]) => text(seat) === id) || (step.dice || []).some(one => one[4].some(owner => text(owner) === id))
  || changedAt(step, id) || Boolean(step.scene.target) && text(step.scene.target[0]) === id;
const changedAt = (step, id) => ["clusters", "holders"].some(name => (step.changes[name] || []).includes(id));
export function happensAt(id, by) {  // the next step, or the one before, in which something is told of a place or changes there
  for (let i = at + by; i >= 0 && i < steps.length; i += by) if (concerns(steps[i], id)) { go(i); return; }
}
export function listFilters() {
  const filter = $("filter");
  filter.append(make("option", {value: "", text: "everything"}));
  for (const [id, {name}] of factions) filter.append(make("option", {value: id, text: name || id}));
  const told = new Set(steps.flatMap(step => (step.told || []).flatMap(one => one[2].map(text))));
  for (const [id, name] of [...places].filter(([id]) => told.has(id)).sort((a, b) => a[1] < b[1] ? -1 : 1))
    filter.append(make("option", {value: id, text: name}));
  filter.addEventListener("change", () => {
    for (const step of steps) entries[step.at].classList.toggle("filtered", Boolean(filter.value) && !concerns(step, filter.value));
    showStory();
  });
}

/* The score: its whole run, where one is, and for whom which way is good. */
const graph = {x: null, points: []};
export function scoreGraph() {
  graph.points = steps.slice(0, ended).filter(step => step.scene.scores && step.scene.scores.length).map(step => [step.at, step.scene.scores[0]]);
  if (graph.points.length < 2) return null;
  const [, [name, , high, low]] = graph.points[0];
  graph.x = i => LEFT + i / (ended - 1) * (WIDE - LEFT - RIGHT);
  const picture = draw("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", id: "graph"});
  picture.append(draw("g", {id: "scale"}), draw("polyline", {class: "line0", id: "run"}), draw("line", {id: "here-line", y1: TOP, y2: HIGH - BOTTOM}));
  const here = draw("text", {id: "you", y: HIGH - 4, "text-anchor": "middle"});
  here.textContent = "you are here";
  picture.append(here);
  picture.addEventListener("click", event => {
    const box = picture.getBoundingClientRect(), x = (event.clientX - box.left) / box.width * WIDE;
    const to = Math.round((x - LEFT) / (WIDE - LEFT - RIGHT) * (ended - 1));
    if (!isSealed() || to <= at) go(Math.max(0, Math.min(ended - 1, to)), true);
  });
  const good = [high && `up is good for ${text(high)}`, low && `down is good for ${text(low)}`].filter(Boolean).join(", ");
  return make("div", {class: "chart score"}, make("h2", {text: text(name)}), picture, make("p", {class: "soft", text: good}));
}
function showScore(isPrinted = false) {
  if (!graph.x || !$("graph")) return;
  const shown = graph.points.filter(([i]) => isPrinted || !isSealed() || i <= at), now = Math.min(at, ended - 1), x = graph.x(now);
  const values = shown.map(([, score]) => score[1]), top = Math.max(1, ...values), floor = Math.min(0, ...values);
  const y = value => (TOP + (top - value) / (top - floor) * (HIGH - TOP - BOTTOM)).toFixed(1);
  $("run").setAttribute("points", shown.map(([i, score]) => `${graph.x(i).toFixed(1)},${y(score[1])}`).join(" "));
  $("scale").replaceChildren(...[...new Set([floor, 0, top])].flatMap(value => {
    const words = draw("text", {x: LEFT - 5, y: Number(y(value)) + 4, "text-anchor": "end"});
    words.textContent = String(value);
    return [draw("line", {x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value)}), words];
  }));
  for (const side of ["x1", "x2"]) $("here-line").setAttribute(side, x.toFixed(1));
  $("you").setAttribute("x", String(Math.min(WIDE - 30, Math.max(32, x))));
  const last = shown.length ? shown[shown.length - 1][1] : null;
  $("graph").setAttribute("aria-label", last ? `${text(last[0])}: ${last[1]} at this step` : "No score yet");
}
/* Paper tells the whole game, so it has the whole run. */
const paper = matchMedia("print");
paper.addEventListener("change", () => showScore(paper.matches));

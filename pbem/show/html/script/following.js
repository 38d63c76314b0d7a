/* Following a game one did not play: battles as chapters, nothing told before its time, filters, what happens at a place. */
import {$, make} from "./elements.js";
import {at} from "./shown.js";
import {factions, placeName, places, steps, text} from "./tables.js";
import {ended} from "./data.js";
import {turnName} from "./step.js";
import {entries, isTurn, showStory} from "./story.js";
import {go, turns} from "./going.js";
import {showGraphs} from "./graphs.js";
export const isSealed = () => document.body.classList.contains("sealed");
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
  showGraphs();
}
const ahead = [];  // by step, the parts of the story, the summary and the lists that tell of it
export const tells = (i, node) => { (ahead[i] = ahead[i] || []).push(node); return node; };

const hasTargets = steps.some(step => step.scene.target);
const BATTLE = 2;
export const AFTER = "After the end of play";
const decided = i => (steps[i].told || []).find(one => one[3] & BATTLE);
const target = i => (steps[i].scene.target || [])[0];
const isBattle = i => hasTargets ? target(i) !== undefined && (isTurn(i) || target(i) !== target(i - 1)) : Boolean(decided(i));
const battleName = i => `battle of ${placeName(text(hasTargets ? target(i) : decided(i)[2][decided(i)[2].length - 1]))}`;
export function forgetTold() { ahead.length = 0; }
export function listChapters() {
  turns.replaceChildren();
  steps.forEach((step, i) => {
    if (isTurn(i)) turns.append(make("option", {value: i, text: turnName(text(step.scene.turn)) || "The beginning"}));
    if (i === ended) turns.append(make("option", {value: i, text: AFTER}));
    if (isBattle(i) && i < ended) turns.append(make("option", {value: i, class: "battle", text: `\u2013 ${battleName(i)}`}));
  });
}
export function showChapter() {  // a battle until it is over, then its turn; after the end neither
  let chapter = at;
  while (!isTurn(chapter) && !isBattle(chapter)) chapter--;
  const isFought = hasTargets ? target(at) !== undefined && !steps[at].ending : chapter === at;
  turns.value = String(at >= ended ? ended : isFought ? chapter : turnOf(at));
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

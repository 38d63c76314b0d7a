/* The whole story, turn by turn, each step a link. */
import {$, make} from "./elements.js";
import {at} from "./shown.js";
import {nameOf, steps, text} from "./tables.js";
import {ended} from "./data.js";
import {linkTo} from "./eyes.js";
import {endLine, remarkLine, sentences, turnName} from "./step.js";
import {AFTER, listFilters, tells} from "./following.js";
export const story = $("story"), entries = [];
export const isTurn = i => i === 0 || steps[i].scene.turn !== steps[i - 1].scene.turn;
export const isPhase = i => isTurn(i) || steps[i].scene.phase !== steps[i - 1].scene.phase;

function entry(step, lines) {
  if (!lines.length && step.kind === "roll") for (const one of step.dice || [])
    lines.push(make("p", {class: "soft", text: `${text(one[6]) || one[3].map(v => Array.isArray(v) ? text(v[0]) : v).join(" ")} (${text(one[0])})`}));
  if (!lines.length) {
    const deeds = step.deeds || [], rule = step.rule === undefined ? "" : ` (${text(step.rule)})`;
    const said = step.kind === "start" ? "The beginning" : deeds.length ? `${deeds.map(([seat]) => nameOf(text(seat))).join(", ")}: ${text(deeds[0][1])}${rule}` : step.kind + rule;
    lines.push(make("p", {class: "soft", text: said}));
  }
  for (const remark of step.remarks || []) lines.push(remarkLine(remark));
  if (step.ending && step.at < ended) lines.push(endLine(step.ending));
  return make("a", {href: linkTo(step), class: "entry"}, ...lines);
}
export function tellStory() {
  const parts = [];
  for (const step of steps) {
    const closing = isTurn(step.at) && step.closing || 0;  // so many sentences still belong to the turn before
    const phase = isPhase(step.at) && text(step.scene.phase) ? [tells(step.at, make("h3", {text: text(step.scene.phase)}))] : [];
    if (isTurn(step.at)) {
      if (closing) parts.push(tells(step.at, entry({round: step.round}, sentences(step, 0, closing))));
      parts.push(tells(step.at, make("h2", {text: turnName(text(step.scene.turn)) || "The game"})), ...phase);
    }
    if (step.at === ended) parts.push(tells(step.at, make("h2", {text: AFTER})));
    const isOpen = !isTurn(step.at) && text(steps[step.at - 1].scene.phase);  // what a step told ends the phase in which it was decided
    if (!isTurn(step.at) && !isOpen) parts.push(...phase);
    parts.push(tells(step.at, entries[step.at] = entry(step, sentences(step, closing))));
    if (isOpen) parts.push(...phase);
  }
  story.replaceChildren(make("label", {class: "row"}, make("span", {text: "Only"}), make("select", {id: "filter", "aria-label": "Only what concerns"})), ...parts);
  listFilters();
}
let marked = null;
export function showStory() {
  if (marked) { marked.classList.remove("current"); marked.removeAttribute("aria-current"); }
  marked = entries[at] || null;
  if (!marked) return;
  marked.classList.add("current");
  marked.setAttribute("aria-current", "step");
  if (story.scrollHeight > story.clientHeight) {
    const top = marked.offsetTop;  // of the story, which is positioned
    if (top < story.scrollTop || top + marked.offsetHeight > story.scrollTop + story.clientHeight)
      story.scrollTop = top - Math.max(8, Math.min(story.clientHeight / 3, story.clientHeight - marked.offsetHeight - 8));
  }
}

/* The summary: what was played and by whom, how it ended, how the tracks ran, and the headlines, each a link to its step. */
import {$, make} from "./elements.js";
import {at} from "./shown.js";
import {badge, steps, text} from "./tables.js";
import {ended, match} from "./data.js";
import {linkTo} from "./eyes.js";
import {awaited, endLine, sentences, turnName} from "./step.js";
import {isTurn} from "./story.js";
import {chart, tracks, turnEnds} from "./charts.js";
import {tells, unseal} from "./following.js";
import {layGraphs} from "./graphs.js";
import {layEnds} from "./ends.js";
export const isOver = steps.some(step => step.at < ended && step.ending);
export const isHeadline = i => Boolean(steps[i].heads);

function stands() {  // how it ended; where it has not, how far it is
  const last = steps[ended - 1], place = [turnName(text(last.scene.turn)), text(last.scene.phase)].filter(Boolean).join(", ");
  const link = make("a", {href: linkTo(last), class: "entry"});
  if (isOver) link.append(endLine(last.ending));
  else link.append(make("p", {class: "ending", text: `The match goes on: it stands at ${place || `round ${last.round}`}.`}),
                   make("p", {class: "soft", text: awaited(last.scene)}));
  return link;
}
function held() {
  return make("table", {class: "held"}, ...match.seats.map((seat, i) =>
    make("tr", {}, make("td", {}, badge(seat)), make("td", {}, make("p", {text: match.players[i] || ""})))));
}
function written() {
  const times = steps.map(step => step.time).filter(time => time && time < 8e12);
  const days = [Math.min(...times), Math.max(...times)].map(time => times.length ? new Date(time * 1000).toISOString().slice(0, 10) : "");
  const dates = days[0] === days[1] ? days[0] : days.join(" to ");
  return make("p", {class: "soft", text: [match.engine, `${steps[ended - 1].round} rounds`, dates].filter(Boolean).join(", ")});
}
const told = [];  // the headlines of each step that has some
export function showSummary(before) {
  if (told[before]) told[before].classList.remove("current");
  if (told[at]) told[at].classList.add("current");
}
function headlines() {
  const parts = [];
  told.length = 0;
  let turn = null;
  const tell = (step, from, to, name) => {
    const lines = sentences(step, from, to).filter(line => line.classList.contains("head"));
    if (!lines.length) return;
    if (turn !== name) parts.push(tells(step.at, make("h3", {text: turn = name})));
    parts.push(told[step.at] = tells(step.at, make("a", {href: linkTo(step), class: "entry"}, ...lines)));
  };
  steps.slice(0, ended).forEach((step, i) => {
    const name = turnName(text(step.scene.turn)) || "The beginning", closing = i && isTurn(i) && step.closing || 0;
    if (closing) tell(step, 0, closing, turnName(text(steps[i - 1].scene.turn)) || "The beginning");
    tell(step, closing, undefined, name);
  });
  return parts.length ? parts : [make("p", {class: "soft", text: "Nothing that decides the game has happened."})];
}
export function tellSummary() {
  const ends = turnEnds(), charts = tracks(ends).map(track => chart(ends, track));
  const scores = layGraphs(), reveal = make("button", {type: "button", id: "reveal", text: "Show how it ended and all that is to come"});
  reveal.addEventListener("click", () => { unseal(); $("summary").focus(); });
  const result = make("div", {class: "spoiler"}, stands());
  const runs = make("div", {class: "spoiler"}, ...(charts.length ? [make("h2", {text: "How the tracks ran"}), ...charts] : []));
  $("summary").replaceChildren(
    make("h2", {text: match.title}), make("p", {class: "soft", text: match.scenario}), make("p", {class: "about", text: match.about}),
    make("h2", {text: isOver ? "How it ended" : "How it stands"}), reveal, result, ...scores, ...layEnds(),
    make("h2", {text: "Who played"}), held(), written(),
    runs, make("h2", {text: "In headlines"}), ...headlines());
}

/* This step: who did what, the dice, the sentences; and what lies at the place that was clicked. */
import {$, draw, make} from "./elements.js";
import {here, onChosen} from "./shown.js";
import {NOTHING, badge, factions, nameOf, placeName, places, row, text} from "./tables.js";
import {ended, match} from "./data.js";
import {SHOW, hasOther, linkTo} from "./eyes.js";
import {board} from "./board.js";
import {standing} from "./places.js";
import {battles} from "./battle.js";
import {happensAt} from "./following.js";
import {stop} from "./going.js";
import {isOver} from "./summary.js";
import {howLine, isChecked, throwsOf} from "./proving.js";
const PIPS = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]};
export const turnName = turn => /^\d/.test(turn) ? `Turn ${turn}` : turn.charAt(0).toUpperCase() + turn.slice(1);
export const moment = step => [turnName(text(step.scene.turn)), text(step.scene.phase)].filter(Boolean).join(", ");
const plain = id => id.length === 1 ? id.toUpperCase() : id.replaceAll("_", " ").replace(/([a-z])(\d+)$/, "$1 $2");  // a Column's letter; what has no name of its own
const aboutName = about => about.split("/").map(id => places.get(id) || (factions.has(id) ? nameOf(id) : plain(id))).join(" / ");
const ruleOf = (rule, about) => [rule && `rule ${rule}`, about && aboutName(about)].filter(Boolean).join(", ");

function die(value, sides, hit) {
  const kind = hit ? "die hit" : "die";
  if (sides < 2 || sides > 6 || !PIPS[value])
    return make("span", {class: kind, text: Array.isArray(value) ? text(value[0]) : String(value)});
  const face = draw("svg", {viewBox: "0 0 30 30", class: kind, role: "img", "aria-label": hit ? `${value}, a hit` : String(value)});
  face.append(draw("rect", {x: 1, y: 1, width: 28, height: 28, rx: 5, class: "face"}));
  for (const pip of PIPS[value])
    face.append(draw("circle", {cx: 8 + pip % 3 * 7, cy: 8 + Math.floor(pip / 3) * 7, r: 2.7, class: "pip"}));
  return face;
}
const isNamed = id => id.length === 1 || places.has(id) || factions.has(id);
export function throwLine([rule, about, sides, values, owners, hits, reading]) {  // what the words say is not told again by its id
  const where = text(reading) ? text(about).split("/").filter(isNamed).join("/") : text(about);
  const asked = ruleOf(text(rule), where), kind = !sides ? "drawn" : sides === 6 ? "" : `${values.length}d${sides}`;
  const faces = sides || !text(reading) ? values.map((value, i) => die(value, sides, hits[i])) : [];
  return make("p", {class: "dice"}, ...faces, ...(owners.length < 3 ? owners.map(owner => badge(text(owner))) : []),
              make("span", {text: text(reading)}), make("span", {class: "asked", text: [kind, asked].filter(Boolean).join(" · ")}));
}
function deedLine(step, [seat, verb, say, isTold]) {
  const about = (isTold || step.about === undefined ? "" : text(step.about)).split("/").filter(id => id !== text(seat)).join("/");
  const asked = ruleOf(step.rule === undefined ? "" : text(step.rule), about);
  const done = make("p", {class: "deed"}, badge(text(seat)), ` ${text(verb)}`, asked ? ` (${asked})` : "");
  if (say === NOTHING) return done;
  const isSaid = step.told || isTold;  // the words of the record stand in no sentence: folded, if something else says what they mean
  return make("details", {class: "deed", ...(isSaid ? {} : {open: ""})}, make("summary", {}, done), make("code", {text: text(say)}));
}
export const sentences = (step, from, to) => (step.told || []).slice(from, to).map((one, i) => sentence(one, isHead(step, from + i)));
const isHead = (step, i) => (step.heads || []).includes(i);
function sentence([words, rule, along], isHead) {
  const said = text(rule), told = along.length ? {"data-told": along.map(text).join(" ")} : {};
  return make("p", {class: isHead ? "told head" : "told", ...told}, text(words), said ? make("span", {class: "rule", text: ` (${said})`}) : "");
}
export function remarkLine([seat, words]) {
  return make("blockquote", {}, badge(text(seat)), make("span", {text: ` ${text(words)}`}));
}
export function endLine([words, by, winners, why]) {
  const who = winners.length ? `Winners: ${winners.map(text).map(nameOf).join(", ")}.` : "No player has won.";
  return make("div", {}, make("p", {class: "ending", text: `The match has ended: ${text(words)} (rule ${text(by)}). ${who}`}),
              why === undefined ? "" : make("p", {class: "told why", text: text(why)}));
}
export function awaited(scene) {
  const owing = new Map();
  for (const [seat, what] of row(scene.awaited)) owing.set(what, [...owing.get(what) || [], nameOf(text(seat))]);
  const owed = [...owing].map(([what, seats]) => seats.join(", ") + (text(what) ? ` (${text(what)})` : ""));
  return owed.length ? `${isOver ? "Next" : "Awaited"}: ${owed.join("; ")}` : "";  // a game that has ended awaits nobody
}
function onwards(step) {  // how bots would play on from here
  const command = `pbem replay ${match.log} --at ${step.round} --what-if 40 --seed 1`, words = make("code", {text: command});
  const copy = make("button", {type: "button", id: "copy-command", title: "Copy the command", text: "Copy"});
  copy.addEventListener("click", async () => {
    try { await navigator.clipboard.writeText(command); copy.textContent = "Copied"; }
    catch (refused) { getSelection().selectAllChildren(words); copy.textContent = "Marked: copy it"; }
  });
  return make("details", {class: "soft", id: "onwards"}, make("summary", {text: "Let bots play on from here"}), make("p", {class: "row"}, words, copy));
}
function afterwards() {  // what stays face down after the end, and why
  const eyes = document.body.dataset.eyes, disclosed = new Set(steps.slice(ended).flatMap(step => step.deeds || []).map(([seat]) => text(seat)));
  if (disclosed.size < match.seats.length) return "some have not disclosed what they sealed, so it stays face down.";
  if (eyes === "auditor") return "secrets are disclosed, and all lies open that anybody knew.";
  if (eyes !== "public") return `secrets are disclosed; here stays face down what ${nameOf(eyes)} did not see.`;
  return hasOther ? `secrets are disclosed; here stays face down what the public did not see: \u201c${SHOW}\u201d turns it up.` : "no player had secrets; what lies face down nobody knew.";
}
export function showNow(step) {
  const parts = [`round ${step.round} of the log`];  // a battle has rounds of its own
  if (step.lines) parts.push(`line${/[-,]/.test(step.lines) ? "s" : ""} ${step.lines}`);
  if (step.time && step.time < 8e12) parts.push(new Date(step.time * 1000).toISOString().slice(0, 16).replace("T", " ") + " UTC");
  const link = make("a", {href: linkTo(step), title: "A link to this step", text: linkTo(step)});
  const lines = [make("p", {class: "soft moment", text: moment(step)}), ...(step.ending ? [endLine(step.ending)] : [])];  // what all was about stands above, where no box cuts it
  if (step.kind === "start") lines.push(make("p", {class: "deed", text: "The beginning."}), make("p", {class: "about", text: match.about}));
  if (step.at === ended) lines.push(make("p", {class: "deed", text: `After the end of play: ${afterwards()}`}));
  for (const deed of step.deeds || []) lines.push(deedLine(step, deed));
  const thrown = throwsOf(step), onCards = new Set((step.fights || []).flatMap(fight => fight[5]).map(one => JSON.stringify(one)));
  (step.dice || []).forEach((one, i) => {  // a card shows its dice itself
    if (isChecked || !onCards.has(JSON.stringify(one))) lines.push(throwLine(one), ...(isChecked ? [howLine(thrown[i])] : []));
  });
  lines.push(...battles(step));
  lines.push(...sentences(step, 0));
  for (const remark of step.remarks || []) lines.push(remarkLine(remark));
  const owed = awaited(step.scene);
  if (owed) lines.push(make("p", {class: "soft", text: owed}));
  if (match.log && step.at < ended && !step.ending) lines.push(onwards(step));
  lines.push(make("p", {class: "soft foot"}, parts.join(" · ") + " ", link));
  $("step").replaceChildren(...lines);
}
export function showHere() {
  const lines = [];
  if (here !== null && board.number !== null) {
    lines.push(make("h3", {text: placeName(here)}));
    for (const line of standing(here)) lines.push(make("p", {text: line}));
    if (lines.length === 1) lines.push(make("p", {class: "soft", text: "Nothing lies here."}));
    const seek = (id, words, by) => {
      const button = make("button", {type: "button", id, text: words});
      button.addEventListener("click", () => { stop(); happensAt(here, by); $(id).focus(); });
      return button;
    };
    lines.push(make("p", {class: "row"}, seek("here-back", "Event here before", -1), seek("here-on", "Next event here", 1)));
  }
  $("here").replaceChildren(...lines);
}
onChosen(showHere);

/* Battle cards, in the step in which a battle ended: both sides, dice, the row of the table, what it means. */
import {draw, make} from "./elements.js";
import {factions, row, steps, text} from "./tables.js";
import {counter} from "./board.js";
import {throwLine} from "./step.js";
import {go, stop} from "./going.js";
const LOST = 1, REDUCED = 2, MOST_LINES = 10;  // of a battle shown at once
let isShut = false;

function fallen(number, fate, many) {
  const picture = draw("svg", {viewBox: "0 0 32 32", class: fate === LOST ? "counter gone" : "counter"});
  picture.append(counter(number, 0, 0, 1));
  if (fate === LOST) for (const stroke of ["under", "over"])
    picture.append(draw("path", {d: "M5 5L27 27M27 5L5 27", class: stroke}));
  if (fate === REDUCED) picture.append(draw("path", {d: "M4 31H28", class: "under"}), draw("path", {d: "M4 31H16", class: "over"}));
  const said = [many > 1 ? `\u00d7${many}` : "", fate === LOST ? "lost" : fate === REDUCED ? "reduced" : ""].filter(Boolean).join(" ");
  return make("span", {class: "fallen"}, picture, make("small", {text: said}));
}
function side([faction, name, does, strength, counters]) {
  const known = factions.get(text(faction));
  const who = make("b", Object.assign({class: "badge", text: text(name)}, known && {paint: [known.fill, known.ink]}));
  return make("div", {class: "foe"}, make("p", {}, who, ` ${text(does)}`, text(strength) ? make("span", {class: "soft", text: `, ${text(strength)}`}) : ""),
              make("div", {class: "row"}, ...counters.map(one => fallen(...one))));
}
function tableRow([rule, entered, cells, first, last, result, chance]) {
  const drawn = row(cells).map((cell, i) => make("span", {class: i === last ? "cell held" : i === first ? "cell from" : "cell", text: text(cell)}));
  const shift = first === last ? "" : `, ${last > first ? "\u2192" : "\u2190"} ${Math.abs(last - first)}`;
  return make("div", {class: "looked"}, text(entered) ? make("p", {text: text(entered) + shift}) : "", make("div", {class: "cells"}, ...drawn),
              make("p", {class: "result"}, text(result), make("span", {class: "rule", text: ` (${text(rule)})`})),
              text(chance) ? make("p", {class: "chance soft", text: text(chance)}) : "");
}
const to = (words, i) => {
  const link = make("a", {href: `#r${steps[i].round}`, text: words});
  link.addEventListener("click", event => { event.preventDefault(); stop(); go(i); });
  return link;
};
function folded(lines) {  // what is more than one reads at once opens by itself
  const more = lines.slice(MOST_LINES);
  if (more.length < 2) return lines;
  return [...lines.slice(0, MOST_LINES), make("details", {class: "more"}, make("summary", {text: `${more.length} more throws and rows`}), ...more)];
}
function card(step, [title, ground, begun, rule, foes, course, result, meaning, luck]) {
  let first = step.at;
  while (first > 0 && steps[first].round > begun) first--;
  const next = steps.findIndex(one => one.at > step.at && one.fights);
  const links = [first < step.at ? to("its first step", first) : "", next > 0 ? to("the next battle", next) : ""].filter(Boolean);
  const box = make("details", {class: "fight"}, make("summary", {}, make("b", {text: text(title)}),
    make("span", {class: "soft", text: [text(ground), first < step.at ? `rounds ${begun} to ${step.round}` : ""].filter(Boolean).map(one => ` \u00b7 ${one}`).join("")})),
    make("div", {class: "foes"}, ...foes.map(side)),
    ...folded(course.map(one => one.row ? tableRow(one.row) : throwLine(one))),
    make("p", {class: "outcome", text: `${text(result)} (${text(rule)})`}), make("p", {class: "meaning", text: text(meaning)}),
    text(luck) ? make("p", {class: "soft", text: `Luck: ${text(luck)}`}) : "", make("p", {class: "row soft"}, ...links));
  box.open = !isShut;
  box.addEventListener("toggle", () => { isShut = !box.open; });
  return box;
}
export const battles = step => (step.fights || []).map(one => card(step, one));
export function foldBattles() {
  isShut = !isShut;
  for (const box of document.querySelectorAll(".fight")) box.open = !isShut;
}

/* Several at once: counters that are alike, or that stand in one place, named by one click; else each by itself. */
import {make} from "./show/elements.js";
import {en} from "./en.js";
import {placeName} from "./show/tables.js";

const STRIP = 20, BESIDE = 12, LIKE = /^(.*\p{L}.*?)\s?\d+$/u;  // numbers of one row; `inf 3` is like `inf 5`, but 1/5 not like 1/8
const nameOf = choice => choice.label || choice.words;
const where = choice => choice.on.join(" ");
const inRow = choice => choice.kind === "name" && choice.row && choice.most === 1;

export function folds(choices) {  // lots of two or more, each like the others; all of one place or of none
  const alike = new Map(), near = new Map(), put = (lots, key, one) => lots.set(key, [...(lots.get(key) || []), one]);
  for (const choice of choices.filter(inRow)) {
    const like = LIKE.exec(nameOf(choice));
    if (like) put(alike, `${like[1].trim()}\n${where(choice)}`, choice);
    put(near, where(choice), choice);
  }
  const lots = [...alike].map(([key, those]) => ({label: [key.split("\n")[0], those[0].on.map(placeName).join(", ")].filter(Boolean).join(", "), choices: those, counts: true}));
  const all = [...near.values()].map(those => ({label: those[0].on.map(placeName).join(", ") || (those.length <= BESIDE ? en("beside_the_board") : ""), choices: those, counts: false}));
  const big = lots.filter(lot => lot.choices.length > 1);
  const isBig = lot => big.some(one => one.choices.length === lot.choices.length && one.choices[0] === lot.choices[0]);
  return [...big, ...all.filter(lot => lot.label && lot.choices.length > 1 && !isBig(lot))];
}
export function isFolded(choice, lots) {  // a kind whose counters stand in such a lot need not be offered beside it
  const ids = new Set(lots.filter(lot => lot.counts).flatMap(lot => lot.choices.map(one => one.id)));
  return choice.most > 1 && choice.id.split(" ").every(id => ids.has(id));
}
export function numbers(label, most, take) {  // 1 2 3 ... all: one click names so many
  const seen = Array.from({length: Math.min(most, STRIP)}, (_, i) => i + 1);
  if (most > STRIP) seen.push(most);
  return make("span", {class: "strip", role: "group", "aria-label": label}, ...seen.map(count => {
    const button = make("button", {type: "button", class: "step", "aria-label": `${count} ${label}`, text: String(count)});
    button.addEventListener("click", () => take(count));
    return button;
  }));
}
export function lotRow(lot, take, mark) {
  const box = make("span", {class: "lot"}), most = lot.choices.length;
  if (lot.counts) box.append(make("span", {text: `${lot.label} `}), numbers(lot.label, most, count => take(lot.choices.slice(0, count))));
  else {
    const button = make("button", {type: "button"}, make("span", {text: en("all", {most})}), lot.label ? make("small", {text: lot.label}) : "");
    button.addEventListener("click", () => take(lot.choices));
    box.append(button);
  }
  const each = isOn => { for (const choice of lot.choices) mark(choice, isOn); };
  for (const [on, off] of [["mouseenter", "mouseleave"], ["focusin", "focusout"]]) {
    box.addEventListener(on, () => each(true));
    box.addEventListener(off, () => each(false));
  }
  return box;
}
export function wholes(parts, take, mark) {  // a line for each place and Column: of each kind that may go there so many
  const lines = new Map();
  for (const part of parts) {
    const [head, kind] = part.label.split(/: (?=[^:]*$)/);
    const {most} = part, label = `${head}: ${kind}`, button = make("button", {type: "button", "aria-label": label, text: kind});
    button.addEventListener("click", () => take(part));
    const box = make("span", {class: "lot"}, most > 1 ? make("span", {text: `${kind} `}) : button, most > 1 ? numbers(label, most, count => take(part, count)) : "");
    for (const [on, isOn] of [["mouseenter", true], ["mouseleave", false], ["focusin", true], ["focusout", false]]) box.addEventListener(on, () => mark(part, isOn));
    lines.set(head, [...(lines.get(head) || []), box]);
  }
  return [...lines].map(([head, boxes]) => make("div", {class: "whole row", role: "group", "aria-label": head}, make("b", {text: head}), ...boxes));
}

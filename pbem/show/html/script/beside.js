/* What stands beside the board: tracks, boxes, cards, pools, columns, notes, the legend; painted anew where it changed. */
import {$, draw, make} from "./elements.js";
import {badge, drawing, factions, placeName, row, text} from "./tables.js";
import {counter} from "./board.js";
const LONGEST = 45;  // cells of a track; a longer one is told in words
const besideShown = {};  // the rows themselves, for a number may come to mean another
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
function mark([name, value, faction], withValue, note) {  // pointed at it says what its number means
  const side = factions.get(text(faction)), words = text(name) + (withValue ? ` ${value}` : "");
  return make("span", {class: "mark", text: words, title: [words, note].filter(Boolean).join(": "), paint: side ? [side.fill, side.ink] : ["#f4c542", "#1c1a17"]});
}
function track(number) {
  const [name, note, first, last, marks] = row(number), down = last < first, many = Math.abs(last - first) + 1;
  const box = make("div", {class: "track"}, make("h3", {text: text(name)}), text(note) ? make("p", {class: "soft", text: text(note)}) : "");
  if (many > LONGEST) {
    box.append(make("p", {}, ...marks.map(one => mark(one, true, text(note))), make("span", {class: "soft", text: ` of ${first} to ${last}`})));
    return box;
  }
  const cells = make("div", {class: "cells"});
  for (let i = 0; i < many; i++) {
    const value = down ? first - i : first + i, held = marks.filter(one => one[1] === value);
    cells.append(make("span", {class: held.length ? "cell held" : "cell"}, String(value), ...held.map(one => mark(one, false, text(note)))));
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
        counts.filter(([, count]) => count !== 0).map(([one, count]) => `${text(one)} ${countText(count)}`).join(", ") || "none", noteOf(note)))];
    const table = make("table", {}, make("tr", {}, make("td"), ...names.map(one => make("th", {text: one}))));
    for (const [, , faction, counts] of items) {
      const known = new Map(counts.map(([one, count]) => [text(one), countText(count)]));
      table.append(make("tr", {}, make("th", {}, owner(faction)), ...names.map(one => {
        const said = known.has(one) ? known.get(one) : "";
        return make("td", {class: said === "0" ? "soft" : "", text: said});
      })));
    }
    return [make("h3", {text: name}), make("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": name}, table)];
  });
}
function columns(items) {
  return items.length ? [make("h3", {text: "Columns"}), ...items.map(row).map(([faction, words, place]) =>
    make("p", {class: "row"}, owner(faction), `${text(words)} - ${placeName(text(place))}`))] : [];
}
export const PAINT = {
  tracks: numbers => numbers.map(track), boxes, cards, pools, columns,
  notes: numbers => numbers.length ? [make("h3", {text: "Notes"}), ...numbers.map(one => make("p", {text: text(one)}))] : [],
};
let terms = [];
export function explain(words) { terms = words; }  // the game's own words, their meanings and rules, for who does not know them
function termList() {
  if (!terms.length) return [];
  const told = terms.flatMap(([word, meaning, rule]) => [make("dt", {text: word}), make("dd", {}, meaning, rule ? make("span", {class: "rule", text: ` (${rule})`}) : "")]);
  return [make("details", {class: "terms", open: ""}, make("summary", {text: "Words"}), make("dl", {}, ...told))];
}
function legend(numbers) {
  return [...termList(), ...numbers.map(number => {
    const [picture, words] = row(number), sign = draw("svg", {viewBox: "-1 -2 30 20"});
    sign.append(drawing(picture));
    return make("p", {}, sign, text(words));
  })];
}
export function showBeside(scene) {
  const paints = Object.entries(PAINT).map(([part, paint]) => [part, `part-${part}`, paint]);
  for (const [part, id, paint] of [...paints, ["legend", "legend", legend]]) {
    const rows = row(scene[part]);
    if (besideShown[part] === rows) continue;
    besideShown[part] = rows;
    $(id).replaceChildren(...paint(rows));
  }
}

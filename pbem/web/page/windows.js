/* Windows, pieces: each a row with its own ready answers, which one click says and one more takes back. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";

const now = {of: null, text: "", change: null, light: null};
const folded = words => words.toLowerCase().split(/[\s,:=]+/).filter(Boolean).join(" ");

export function showWindows(rows, text, change, light) {  // `change` gets another text, `light` places and whether they are meant
  if (!rows) { now.of = null; draw.seen = ""; $("windows").replaceChildren(); return false; }
  Object.assign(now, {of: rows, text, change, light});
  draw();
  return true;
}
function write(at, says) {  // what a row says now, each row in its turn
  const {of} = now, rows = of.rows.map((row, i) => i === at ? {...row, says} : row);
  now.of = {...of, rows};
  now.text = [of.before, ...rows.flatMap(row => row.says.map(one => `${row.words} ${one}`)), of.after].filter(Boolean).join("; ");
  now.text += now.text ? " " : "";
  const focus = document.activeElement && document.activeElement.dataset.answer;
  draw();
  const again = focus && [...$("windows").querySelectorAll("button")].find(one => one.dataset.answer === focus);
  if (again) again.focus({preventScroll: true});
  now.change(now.text);
}
function draw() {
  const {noun, rows} = now.of, seen = JSON.stringify([noun, rows]);
  if (draw.seen === seen && $("windows").childElementCount) return;  // what a finger is on stays where it is
  draw.seen = seen;
  $("windows").replaceChildren(make("h3", {text: en("windows_of", {noun})}), ...rows.map(line));
}
function line(row, at) {
  const isSaid = words => row.says.some(one => folded(one) === folded(words));
  const own = row.says.filter(one => !row.ready.some(([words]) => folded(words) === folded(one)));
  const answer = (words, remark, isOn) => {
    const button = make("button", {type: "button", class: "small", "aria-pressed": String(isOn), title: remark ? words : "", "data-answer": `${row.words} ${folded(words)}`, text: remark || words});
    button.addEventListener("click", () => {
      const kept = row.says.filter(one => folded(one) !== folded(words));
      write(at, isOn ? kept : [...(row.most > 1 ? kept.slice(0, row.most - 1) : []), words]);
    });
    return button;
  };
  const more = make("button", {type: "button", class: "small", "aria-label": en("row_more_of", {label: row.label}), text: en("row_more"), "data-answer": `${row.words} `});
  more.addEventListener("click", () => now.change(`${now.text.trim()}${now.text.trim() ? "; " : ""}${row.words} `));
  const box = make("div", {class: "whole row", role: "group", "aria-label": row.label}, make("b", {text: row.label}),
    ...row.ready.map(([words, remark]) => answer(words, remark, isSaid(words))), ...own.map(words => answer(words, "", true)), more);
  box.classList.toggle("said", row.says.length > 0);
  for (const [type, isOn] of [["mouseenter", true], ["mouseleave", false], ["focusin", true], ["focusout", false]]) box.addEventListener(type, () => now.light(row, isOn));
  return box;
}

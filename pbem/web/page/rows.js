/* The parts of an order, a line each: moved by drag or by buttons, taken out. The text stays the one truth. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";

const partsOf = text => text.split(";").map(one => one.trim());
export function showRows(text, change) {  // `change` gets the text of the parts in their new order
  const parts = partsOf(text), goesOn = parts.length > 1 && !parts[parts.length - 1];
  if (goesOn) parts.pop();
  if (parts.length < 2 && !goesOn) { $("parts").replaceChildren(); return; }
  const give = (now, at, name) => {
    change(now.join("; ") + (goesOn ? "; " : ""));
    const row = $("parts").children[at], button = row && (row.querySelector(`[data-does=${name}]:not([disabled])`) || row.querySelector("button:not([disabled])"));
    (button || $("order")).focus({preventScroll: true});
  };
  const move = (from, to, name) => {
    const now = [...parts];
    now.splice(to, 0, ...now.splice(from, 1));
    give(now, to, name);
  };
  $("parts").replaceChildren(...parts.map((part, at) => row(part, at, parts.length, move, () => give(parts.filter((_, i) => i !== at), Math.max(0, at - 1), "out"))));
}
function row(part, at, count, move, out) {
  const does = (name, sign, label, isOpen, act) => {
    const button = make("button", {type: "button", class: "small step", "data-does": name, "aria-label": `${label}: ${part}`, title: label, text: sign});
    button.disabled = !isOpen;
    button.addEventListener("click", act);
    return button;
  };
  const line = make("li", {draggable: "true"}, make("code", {text: part}), make("span", {class: "away row"},
    does("up", "↑", en("earlier"), at > 0, () => move(at, at - 1, "up")), does("down", "↓", en("later"), at < count - 1, () => move(at, at + 1, "down")),
    does("out", "×", en("take_it_out"), true, out)));
  line.addEventListener("keydown", event => {  // from any of its buttons
    const to = event.altKey ? at + ({ArrowUp: -1, ArrowDown: 1}[event.key] || 0) : at;
    if (to === at) return;
    event.preventDefault();
    if (to >= 0 && to < count) move(at, to, event.key === "ArrowUp" ? "up" : "down");
  });
  line.addEventListener("dragstart", event => { event.dataTransfer.setData("text/x-part", String(at)); event.dataTransfer.effectAllowed = "move"; });
  line.addEventListener("dragover", event => { if (event.dataTransfer.types.includes("text/x-part")) { event.preventDefault(); event.stopPropagation(); } });
  line.addEventListener("drop", event => {
    const from = event.dataTransfer.getData("text/x-part");
    if (from === "") return;
    event.preventDefault();
    event.stopPropagation();
    if (Number(from) !== at) move(Number(from), at, "up");
  });
  return line;
}

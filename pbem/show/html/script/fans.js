/* Fans that open: counters that lie on each other are spread in rows while the pointer or the focus is on their place. */
import {INK, PAPER, draw} from "./elements.js";
import {CELL, board, boxOf, counter, view} from "./board.js";
import {tables} from "./tables.js";
const AROUND_FAN = 4, LEAST_SPREAD = 1.2, LARGER = 1.25;

export function closeFan() {  // true if one was open
  const layer = board.layers.spread, was = Boolean(layer && layer.firstChild);
  if (was) layer.replaceChildren();
  return was;
}
function inRows(counters, most) {
  return Array.from({length: Math.ceil(counters.length / most)}, (_, i) => counters.slice(i * most, (i + 1) * most));
}
function openFan(id) {
  const shown = board.shown.clusters.get(board.numbers.get(id));
  const [, , , , scale, , counters, , fan, , split = 0] = shown ? tables.clusters[shown.number] : [];
  if (!fan) { closeFan(); return; }
  const large = Math.max(LEAST_SPREAD, scale * LARGER), side = CELL * large, most = Math.max(3, Math.ceil(Math.sqrt(counters.length * 1.6)));
  const rows = [counters.slice(0, split), counters.slice(split)].flatMap(part => inRows(part, most));  // enemies share no row
  const wide = Math.max(...rows.map(row => row.length)) * side + 2 * AROUND_FAN, high = rows.length * side + 2 * AROUND_FAN;
  const box = boxOf(shown.number), [width, height] = board.size, within = (at, room) => Math.max(2, Math.min(at, room));
  const left = within(box.x + box.width / 2 - wide / 2, width - wide - 2), top = within(box.y + box.height / 2 - high / 2, height - high - 2);
  const group = draw("g", {"data-spread": id, "pointer-events": "none"});
  group.append(draw("rect", {x: left, y: top, width: wide, height: high, rx: 5, fill: PAPER, stroke: INK, "stroke-width": 1.2}));
  rows.forEach((row, down) => row.forEach((one, along) => group.append(counter(one, left + AROUND_FAN + along * side, top + AROUND_FAN + down * side, large))));
  for (const many of group.querySelectorAll(".many")) many.remove();  // each is seen now
  board.layers.spread.replaceChildren(group);
}
function placeUnder(target, within) {
  const node = target.closest && target.closest(within);
  return node ? node.getAttribute("data-place") : null;
}
export function openFans() {
  const turn = id => id === null ? closeFan() : openFan(id);
  for (const name of ["pointerover", "click"]) view.addEventListener(name, event => turn(placeUnder(event.target, ".clusters [data-place]")));
  view.addEventListener("pointerleave", closeFan);
  view.addEventListener("focusin", event => turn(placeUnder(event.target, ".places [data-place]")));
  view.addEventListener("focusout", closeFan);
}

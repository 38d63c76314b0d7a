/* Places as buttons, in reading order: each says what stands there; arrows lead from place to place. */
import {draw} from "./elements.js";
import {at, setHere, whenChosen} from "./shown.js";
import {steps, tables, text} from "./tables.js";
import {board} from "./board.js";
import {camera, middle, seen, zoomTo} from "./camera.js";
export function layPlaces(kind) {
  board.places = new Map();
  const grounds = new Map([...board.svg.querySelectorAll("[data-ground]")].map(one => [one.dataset.ground, one.getAttribute("d")]));
  for (const [number, name, ground, left, top, right, bottom, x, y, ring] of kind.places) {
    const id = text(number), outline = ring || grounds.get(id) || `M${left} ${top}H${right}V${bottom}H${left}Z`;
    const node = draw("path", {d: outline, "data-place": id, role: "button", tabindex: "-1"});
    const box = {x: left, y: top, width: right - left, height: bottom - top};
    board.places.set(id, {node, words: text(name) + text(ground), said: null, box, meet: [x, y]});
    board.layers.places.append(node);
  }
  const first = board.layers.places.firstChild;
  if (first) first.setAttribute("tabindex", "0");
}
export function standing(place) {  // what lies there, in words, one after another
  const number = steps[at].scene.clusters.get(board.numbers.get(place)), holder = board.shown.holders.get(board.numbers.get(place));
  const lines = number === undefined ? [] : tables.clusters[number][6].map(one => text(tables.counters[one][0]));
  const title = holder && holder.node.querySelector("title");
  return title ? [...lines, title.textContent] : lines;
}
export function namePlaces() {
  const {clusters, holders} = steps[at].scene;
  for (const [id, place] of board.places) {
    const number = board.numbers.get(id), now = `${clusters.get(number)} ${holders.get(number)}`;
    if (now === place.now) continue;
    place.now = now;
    const lines = standing(id), said = `${place.words}: ${lines.join("; ") || "nothing"}`;
    if (said !== place.said) place.node.setAttribute("aria-label", place.said = said);
  }
}
export function choose(id) {
  setHere(id);
  for (const [place, {node}] of board.places) node.classList.toggle("chosen", place === id);
  if (id !== null && board.places.has(id)) rove(board.places.get(id).node);
  whenChosen();
}
function rove(node) {
  for (const one of board.layers.places.querySelectorAll('[tabindex="0"]')) one.setAttribute("tabindex", "-1");
  node.setAttribute("tabindex", "0");
}
const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
export function placeKey(event, node) {  // true if the key was meant for the place
  const id = node.getAttribute("data-place");
  if (event.key === "Enter" || event.key === " ") { choose(id); return true; }
  if (!(event.key in WAYS)) return false;
  const [across, down] = WAYS[event.key], [x, y] = middle(board.places.get(id).box);
  let best = null, least = Infinity;
  for (const [other, place] of board.places) {
    const [u, v] = middle(place.box), along = (u - x) * across + (v - y) * down;
    const far = along + 2.5 * Math.abs((u - x) * down + (v - y) * across);
    if (other !== id && along > 1 && far < least) [best, least] = [place, far];
  }
  if (best) {
    rove(best.node);
    best.node.focus({preventScroll: true});
    const part = seen(), {x: left, y: top, width, height} = best.box;
    if (left < part.x || top < part.y || left + width > part.x + part.width || top + height > part.y + part.height)
      zoomTo(camera.scale, middle(best.box));
  }
  return true;
}

/* Lighting what belongs together: a sentence lights its places and counters on the board, these the sentences that tell of them. */
import {$, draw} from "./elements.js";
import {board, view} from "./board.js";
import {isAbout, lyingNow, namesIn, namesOf} from "./naming.js";
const RIM = [["#fff", 8], ["#000", 4.8], ["var(--since)", 2.8]];  // three lines, seen on any ground by any eyes
const lit = {key: "", layer: null};
const placesIn = told => told.dataset.told ? told.dataset.told.split(" ") : [];

function toldIn(node) {  // one sentence, or all of an entry that has the focus
  const one = node.closest(".told");
  return one ? [one] : node.matches("a.entry") ? [...node.querySelectorAll(".told")] : [];
}
function light(told) {
  const ids = [...new Set(told.flatMap(placesIn))], lying = told.length ? lyingNow() : [];
  const said = told.map(one => [one.textContent, placesIn(one), namesIn(one.textContent)]);
  const counters = lying.filter(one => said.some(([words, places, names]) => isAbout(words, places, one, lying, names)));
  const key = [...ids, ...counters.map(one => one.words)].join(" ");
  if (key === lit.key && lit.layer && lit.layer.parentNode === board.layers.motion.parentNode) return;
  if (lit.layer) lit.layer.remove();
  lit.key = key;
  lit.layer = draw("g", {class: "lit", fill: "none", "stroke-linejoin": "round"});
  for (const id of ids) {
    const place = board.places.get(id), d = place && place.node.getAttribute("d");
    if (d) for (const [stroke, wide] of RIM) lit.layer.append(draw("path", {d, stroke, "stroke-width": wide, "data-lit": id}));
  }
  for (const {node, words, place} of counters) for (const [stroke, wide] of RIM)
    lit.layer.append(draw("rect", {x: 0, y: 0, width: 26, height: 26, rx: 3, transform: node.getAttribute("transform"),
                                   stroke, "stroke-width": wide * 0.6, "data-counter": words, "data-at": place}));
  board.layers.motion.before(lit.layer);
}
function markTelling(target) {  // the sentences of this step and of the story that tell of a counter; else of its place
  for (const one of document.querySelectorAll(".told.lit")) one.classList.remove("lit");
  const group = target && target.closest("[data-place]");
  if (!group) return;
  const id = group.getAttribute("data-place"), all = [...document.querySelectorAll("#step .told, #story .told")];
  const node = [...group.querySelectorAll(":scope > g")].find(one => one.contains(target)), title = node && node.querySelector(":scope > title");
  const lying = title ? lyingNow() : [], counter = title && {place: id, ...namesOf(title.textContent)};
  const own = counter ? all.filter(one => counter.names.some(name => one.textContent.includes(name)) && isAbout(one.textContent, placesIn(one), counter, lying)) : [];
  for (const one of own.length ? own : all.filter(one => placesIn(one).includes(id))) one.classList.add("lit");
}
export function openLighting() {
  for (const [on, off] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
    $("panel").addEventListener(on, event => light(toldIn(event.target)));
    $("panel").addEventListener(off, () => light([]));
    view.addEventListener(on, event => markTelling(event.target));
    view.addEventListener(off, () => markTelling(null));
  }
}

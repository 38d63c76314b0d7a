/* Lighting what belongs together: a sentence lights its places on the board, a place on the board the sentences that tell of it. */
import {$, draw} from "./elements.js";
import {board, view} from "./board.js";
const RIM = [["#fff", 8], ["#000", 4.8], ["var(--since)", 2.8]];  // three lines, seen on any ground by any eyes
const lit = {ids: "", layer: null};

function placesOf(node) {  // those of one sentence, or of all of an entry that has the focus
  const one = node.closest("[data-told]"), all = one ? [one] : node.matches("a.entry") ? [...node.querySelectorAll("[data-told]")] : [];
  return [...new Set(all.flatMap(told => told.dataset.told.split(" ")))];
}
function light(ids) {
  const key = ids.join(" ");
  if (key === lit.ids && lit.layer && lit.layer.parentNode === board.layers.motion.parentNode) return;
  if (lit.layer) lit.layer.remove();
  lit.ids = key;
  lit.layer = draw("g", {class: "lit", fill: "none", "stroke-linejoin": "round"});
  for (const id of ids) {
    const place = board.places.get(id), d = place && place.node.getAttribute("d");
    if (d) for (const [stroke, wide] of RIM) lit.layer.append(draw("path", {d, stroke, "stroke-width": wide, "data-lit": id}));
  }
  board.layers.motion.before(lit.layer);
}
function markTelling(id) {  // the sentences of this step and of the story that tell of a place
  for (const one of document.querySelectorAll(".told.lit")) one.classList.remove("lit");
  if (id) for (const one of document.querySelectorAll("#step .told[data-told], #story .told[data-told]"))
    one.classList.toggle("lit", one.dataset.told.split(" ").includes(id));
}
export function openLighting() {
  for (const [on, off] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
    $("panel").addEventListener(on, event => light(placesOf(event.target)));
    $("panel").addEventListener(off, () => light([]));
    view.addEventListener(on, event => { const at = event.target.closest("[data-place]"); markTelling(at && at.getAttribute("data-place")); });
    view.addEventListener(off, () => markTelling(null));
  }
}

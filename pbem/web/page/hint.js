/* What is said of the place under the pointer or in focus: who stands there, and of each thing that may be ordered there its price and odds. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {board} from "./show/board.js";
import {standing} from "./show/places.js";

const MOST = 4;  // things ordered there that are told

export function openHint(orderedAt) {
  const view = $("view"), hint = $("hint");
  const hide = () => { hint.hidden = true; };
  const show = event => {
    const node = event.target.closest("[data-place]"), place = node && board.places.get(node.dataset.place);
    if (!place) { hide(); return; }
    const there = standing(node.dataset.place), told = orderedAt(node.dataset.place);
    hint.hidden = false;  // before it says something: else nobody hears it
    hint.replaceChildren(make("b", {text: place.words}), there.length ? `: ${there.join("; ")}` : en("nobody"),
      ...told.slice(0, MOST).map(one => make("p", {}, make("span", {class: "soft", text: one.label || one.words}), one.remark ? `: ${one.remark}` : "")));
  };
  view.addEventListener("pointerover", show);
  view.addEventListener("focusin", show);
  view.addEventListener("pointerleave", hide);
  view.addEventListener("focusout", hide);
}

/* What is said of the place under the pointer or in focus: who stands there, and of each thing that may be ordered there its price and odds. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {get} from "./api.js";
import {board} from "./show/board.js";
import {standing} from "./show/places.js";

const MOST = 4, REST = 120;  // things ordered there that are told; ms on a place before the table is asked about it
const KEPT = new Map();  // what it said of places, as long as the position is the same
let timer = 0, shown = "", kept = "";

export function openHint(orderedAt, position) {
  const view = $("view"), hint = $("hint");
  const hide = () => { clearTimeout(timer); shown = ""; hint.hidden = true; };
  const paint = (id, found) => {
    const place = board.places.get(id), there = found ? found.stands : standing(id), lines = found ? found.lines : [];
    const told = found ? found.orders.map(one => [one.words, one.remark]) : orderedAt(id).map(one => [one.label || one.words, one.remark]);
    hint.hidden = false;  // before it says something: else nobody hears it
    hint.dataset.told = found ? id : "";
    hint.replaceChildren(make("b", {text: place.words}), there.length ? `: ${there.join("; ")}` : en("nobody"),
      ...told.slice(0, MOST).map(([words, remark]) => make("p", {}, make("span", {class: "soft", text: words}), remark ? `: ${remark}` : "")),
      ...lines.map(text => make("p", {class: "said", text})));
  };
  const ask = async id => {
    const {game, seat, at, text} = position(), asked = `${seat} ${at} ${text}`;
    if (kept !== asked) { KEPT.clear(); kept = asked; }
    try {
      const found = KEPT.get(id) || await get(`/api/m/${encodeURIComponent(game)}/look?${new URLSearchParams({seat, place: id, text})}`);
      if (found.at === at && kept === asked) KEPT.set(id, found);
      const here = position();
      if (shown === id && found.at === here.at && text === here.text) paint(id, found);
    } catch (refused) { /* what the board itself shows is said already */ }
  };
  const show = event => {
    const node = event.target.closest("[data-place]"), id = node ? node.dataset.place : "";
    if (!board.places.has(id)) { hide(); return; }
    clearTimeout(timer);
    shown = id;
    paint(id, null);
    timer = setTimeout(ask, REST, id);
  };
  view.addEventListener("pointerover", show);
  view.addEventListener("focusin", show);
  view.addEventListener("pointerleave", hide);
  view.addEventListener("focusout", hide);
}

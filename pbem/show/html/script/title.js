/* The title card: the whole board, when it was, the sides in their colours and what each wants. Any step goes past it. */
import {$, make} from "./elements.js";
import {at} from "./shown.js";
import {factions, steps, text} from "./tables.js";
import {ended, match} from "./data.js";
import {distancesOf, saysWhy} from "./scores.js";
import {standingAt} from "./standing.js";
import {board, view} from "./board.js";
import {camera, comeNear, lookAt, middle, refit, toBoard} from "./camera.js";
import {go, play, stop} from "./going.js";
const begin = make("button", {type: "button", id: "begin"}), playOn = make("button", {type: "button", id: "begin-playing", title: "From there on, each step as long as one reads it (space stops)", text: "Play"});

function alliances() {  // those of one alliance together, if one of them says what they want or how far they are is known
  const found = new Map(), {scores, end, isAhead} = standingAt(steps[Math.max(at, 0)]), distances = distancesOf(scores, end);
  for (const [id, faction] of factions) found.set(faction.alliance, [...found.get(faction.alliance) || [], [id, faction]]);
  const sides = [...found].map(([alliance, those]) => ({those: those.map(one => one[1]), wants: (those.find(([, one]) => one.wants) || ["", {wants: ""}])[1].wants,
    far: distances.filter(one => one.sides.some(id => id === alliance || those.some(([own]) => own === id)))}));
  return sides.filter(one => one.wants || one.far.length).map(({those, wants, far}) => make("li", {},
    make("p", {class: "side"}, ...those.map(({name, code, fill, ink}) =>
      make("span", {}, make("b", {class: "badge", paint: [fill, ink], text: code, "aria-hidden": "true"}), name))),
    ...far.filter(one => one.how).map(one => make("p", {class: "stands"},
      make("span", {class: "soft", text: end ? "" : isAhead ? "When play begins: " : "Now: "}), make("b", {text: one.how + (one.says ? "," : "")}), ...saysWhy(one))),
    wants ? make("p", {class: "wants", text: wants}) : ""));
}
export const isTitle = () => document.body.classList.contains("titled");
export function tellSides() {  // as they stand at the step that is shown
  $("title").querySelector("ul").replaceChildren(...alliances());
}
export function openTitle() {
  if (isTitle()) return;
  document.body.classList.remove("folded");
  document.body.classList.add("titled");
  begin.textContent = at ? "Go on" : "Begin";
  tellSides();
  camera.mode = "whole";
  refit();
}
export function closeTitle(point) {  // a point of the board that was pressed comes near
  if (!isTitle()) return;
  document.body.classList.remove("titled");
  camera.mode = "read";
  if (point) { comeNear(point); return; }
  refit();
  lookAt(steps[at]);
}
export function leave() {  // to the first step in which somebody decides, and stay there; later on, to where one was
  const first = at ? at : steps.findIndex(step => step.moved);
  stop();
  closeTitle();
  go(Math.max(at, first));
}
function heartOfGame() {  // of an empty board, the middle of all that is to be told
  const told = steps.slice(0, ended).flatMap(step => step.told || []).flatMap(one => one[2]).map(place => board.places.get(text(place))).filter(Boolean);
  if (!told.length) return null;
  const mean = number => told.reduce((sum, place) => sum + middle(place.box)[number], 0) / told.length;
  return {x: mean(0), y: mean(1), width: 0, height: 0};
}
export function layTitle() {
  camera.heart = heartOfGame;
  $("title").replaceChildren(make("div", {class: "row"}, make("h2", {text: match.scenario || match.title}), begin, playOn), make("ul"));
  tellSides();
  begin.addEventListener("click", leave);
  playOn.addEventListener("click", () => { leave(); play(); });
  $("show-title").addEventListener("click", () => { if (isTitle()) closeTitle(); else openTitle(); });
  view.addEventListener("click", event => {
    if (!isTitle()) return;
    event.stopImmediatePropagation();
    closeTitle(toBoard(event.clientX, event.clientY));
  }, {capture: true});
}

/* What stands above the question: whose move it is, what happened since the last one, what was answered for the person. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {board} from "./show/board.js";
import {middle, zoomTo, camera} from "./show/camera.js";
import {standingLines} from "./show/scores.js";
import {isShown} from "./focus.js";

const CALLED = new Map();
export const called = seat => CALLED.get(seat) || seat;

export function showTurn(state, onSeat, onAct) {
  CALLED.clear();
  for (const one of state.seats) CALLED.set(one.id, one.name);
  const mine = state.seats.filter(one => one.yours), asked = new Set(state.questions.map(one => one.seat));
  const lines = [];
  if (state.result) lines.push(make("h2", {text: en("the_match_has_ended")}), make("p", {text: state.result}));
  else if (asked.size) lines.push(make("h2", {class: "yours"}, en("your_move"), make("span", {class: mine.length > 1 ? "names" : "", text: `: ${[...asked].map(called).join(", ")}`})));
  else if (state.drafts.length) lines.push(make("h2", {class: "yours", text: en("your_move_send_what_you")}));
  else lines.push(make("h2", {text: mine.length ? en("nothing_is_asked_of_you") : en("you_look_on")}));
  if (!state.result) for (const line of state.awaited) lines.push(make("p", {class: "soft", text: line}));
  if (state.waits && state.drafts.length) lines.push(make("p", {class: "soft", text: en("after_that", {waits: state.waits})}));
  for (const line of state.notes) lines.push(make("p", {class: "note", text: line}));
  if (state.stopped) lines.push(make("p", {class: "alarm", text: state.stopped}));
  if (state.adopts) lines.push(adoption(onAct));
  if (state.joins) lines.push(actButton("join", en("take_my_seat"), onAct));
  for (const line of state.unfit) lines.push(make("p", {class: "alarm", text: line}));
  if (mine.length > 1) lines.push(make("p", {class: "row seats"}, ...mine.map(one => {
    const button = make("button", {type: "button", "aria-pressed": String(one.id === state.seat),
                                   text: one.name + (asked.has(one.id) ? " •" : "")});
    button.addEventListener("click", () => onSeat(one.id));
    return button;
  })));
  const isIn = $("turn").contains(document.activeElement);
  lines.push(make("p", {class: "soft narrow", text: state.when}));  // where the bar has no room for it
  $("turn").replaceChildren(...lines);
  if (isIn) ($("turn").querySelector("[aria-pressed=true]") || $("turn")).focus({preventScroll: true});
  const question = state.questions.find(one => one.seat === state.seat), news = [lines[0].textContent, question ? question.question : ""].join(". ");
  if ($("news").textContent !== news) $("news").textContent = news;  // said to those who do not see it, once
}
export function showStanding(state, scores) {  // who is ahead, as this seat may know it; on a telephone behind the turn as well
  const lines = state.result ? [] : standingLines(scores, ""), [ahead, ...level] = lines.filter(one => one.querySelector(".leads")), narrow = $("turn").querySelector(".narrow");
  $("score").replaceChildren(...(lines.length ? [make("ul", {}, ...lines)] : []));
  if (ahead && !level.length) narrow.prepend(make("b", {text: [...ahead.querySelectorAll(".badge")].map(one => one.title).join(", ")}), ` ${ahead.querySelector(".leads").dataset.short} · `);
}
function adoption(onAct) {  // a home that was brought back: only its person knows what was signed elsewhere
  return make("div", {}, make("p", {text: en("get_the_newest_record_first")}), actButton("adopt", en("nothing_newer_was_signed"), onAct));
}
function actButton(id, text, onAct) {
  const it = make("button", {type: "button", id, text});
  it.addEventListener("click", () => onAct(id));
  return it;
}
const MOST = 6;  // sentences that are seen at once
export function showSince(state) {
  const told = state.since, lines = [];
  if (isShown("since", JSON.stringify([told, state.answered]))) return;  // who reads or walks there goes on
  if (!told.length && !state.answered.length) { $("since").replaceChildren(); return; }
  const list = make("ol", {class: "since", tabindex: "0", "aria-label": en("since_your_last_move")}), early = Math.max(0, told.length - MOST);
  told.forEach((one, i) => {
    const item = make("li", {class: one.headline ? "head" : "", tabindex: "-1"}, one.text, make("span", {class: "rule", text: ` (${one.rule})`}));
    if (i < early) item.hidden = true;
    const lightUp = () => light(one.places), out = () => light([]);
    for (const [on, off] of [["mouseenter", "mouseleave"], ["focus", "blur"]]) { item.addEventListener(on, lightUp); item.addEventListener(off, out); }
    item.addEventListener("click", () => lookAtPlaces(one.places));
    list.append(item);
  });
  const walk = make("button", {type: "button", text: en("walk_through_it")});
  walk.addEventListener("click", () => walkThrough(told, list));
  const head = make("p", {class: "row"}, make("h3", {text: en("since_your_last_move")}), told.length ? walk : "");
  lines.push(head);
  if (early) {
    const all = make("button", {type: "button", class: "small", text: en("sentences_before", {early})});
    all.addEventListener("click", () => { for (const item of list.children) item.hidden = false; all.remove(); });
    head.append(all);
  }
  lines.push(list);
  if (state.answered.length) lines.push(make("h3", {text: en("answered_for_you")}), ...state.answered.map(one => make("p", {text: one})));
  $("since").replaceChildren(...lines);
}
function light(places) {
  for (const [id, {node}] of board.places) node.classList.toggle("told", places.includes(id));
}
function lookAtPlaces(places) {
  const boxes = places.map(id => board.places.get(id)).filter(Boolean).map(place => place.box);
  if (boxes.length) zoomTo(camera.scale, middle(boxes[boxes.length - 1]));
}
let walking = 0;
function walkThrough(told, list) {  // sentence by sentence on the board; a click anywhere ends it
  clearTimeout(walking);
  let i = 0;
  const stop = () => { clearTimeout(walking); light([]); for (const item of list.children) item.classList.remove("now"); };
  const next = () => {
    for (const item of list.children) item.classList.remove("now");
    if (i >= told.length) { stop(); return; }
    const item = list.children[i], one = told[i++];
    item.hidden = false;
    item.classList.add("now");
    item.scrollIntoView({block: "nearest"});
    light(one.places);
    lookAtPlaces(one.places);
    walking = setTimeout(next, 900 + 35 * one.text.length);
  };
  next();
  setTimeout(() => addEventListener("click", stop, {once: true}), 0);
}

/* The order in progress: one text, which clicks and typing edit alike; what may come next, lit on the board. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {board} from "./show/board.js";
import {showThese} from "./sight.js";
import {here, onChosen} from "./show/shown.js";
import {placeName} from "./show/tables.js";
import {choose} from "./show/places.js";
import {post} from "./api.js";
import {held, isShown} from "./focus.js";
import {folds, isFolded, lotRow, numbers, wholes} from "./folds.js";
import {showNamed} from "./named.js";
import {showWays} from "./ways.js";
import {showRows} from "./rows.js";
import {showWindows} from "./windows.js";
import {dragToSlot, putInSlot, showSlots} from "./slots.js";

const PREVIEW = 150, SHOWN = 40, READY = 6;  // ms after the last change; choices and ready answers that are seen at once
const order = $("order");
const now = {state: null, question: null, found: null, steps: [], n: 0, timer: 0, all: false, row: null, clicked: null, told: "", pressed: null, draft: null};  // clicked: the text behind which a place was, while it was asked what follows
let ask = () => {};  // what is told of a fault

export function openComposer(tell, draft) {
  ask = tell;
  order.addEventListener("input", () => { now.steps = []; follow(); });
  order.addEventListener("keydown", event => {
    if (event.key === "Enter" && !$("draft").disabled) { event.preventDefault(); press(); }
    if (event.key === "Backspace" && event.altKey) { event.preventDefault(); stepBack(); }
  });
  $("back").addEventListener("click", stepBack);
  $("draft").addEventListener("click", press);
  now.draft = draft;
  onChosen(() => { now.clicked = $("choices").dataset.text === order.value ? null : order.value; showPlace(true); });
}
const isTold = () => now.told === `${now.state.at}\n${order.value}`;  // whether the button says what it does with this order
function press() {  // "Draft" never signs: what it would do is waited for, and it is pressed again if that is more
  if (!now.state.alone || isTold()) { now.draft(); return; }
  now.pressed = order.value;
  if ($("choices").dataset.text === order.value) { clearTimeout(now.timer); preview(now.n); }
}
const SIGNS = {dice: en("send_and_roll"), draw: en("send_and_draw"), now: en("send_now")};
function showPress(signs) {
  $("draft").textContent = SIGNS[signs] || en("draft");
  $("draft").title = signs ? "" : en("nothing_is_signed_yet");
}
export const orderNow = () => ({text: order.value.trim(), seat: now.question ? now.question.seat : ""});
const key = () => `pbem:${now.state.game}:${now.question.seat}:${now.question.rule}:${now.question.about}`;

export function compose(state, question) {  // a new position, or the same one again: what was begun stays
  const same = now.question && question && now.state && now.state.game === state.game && now.question.seat === question.seat
    && now.question.rule === question.rule && now.question.about === question.about
    && now.state.round === state.round && now.state.drafts.length === state.drafts.length;
  const left = now.question && order.value.trim();
  now.state = state;
  now.question = question;
  $("composer").hidden = $("dock").hidden = !question;
  if (!question) { for (const id of ["parts", "named", "slots", "windows"]) $(id).replaceChildren(); }
  if (!question) { pause(); now.found = null; light(); showWays([]); return; }
  if (!same) {
    now.steps = [];
    now.pressed = null;
    now.all = false;
    now.row = null;
    let kept = "";
    try { kept = sessionStorage.getItem(key()) || ""; } catch (refused) { /* a browser that keeps nothing */ }
    order.value = kept || "";
  }
  showReady(left && !same && !order.value ? left : "");
  follow();
}
export function pause() {  // something is being done: what was asked before it counts no more
  now.n++;
  clearTimeout(now.timer);
}
export function clearOrder() {
  try { sessionStorage.removeItem(key()); } catch (refused) { /* it kept nothing */ }
  order.value = "";
  now.steps = [];
}
function showReady(left) {
  if (isShown("ready", JSON.stringify([key(), now.question.ready, left]))) return;
  const buttons = now.question.ready.map(one => {
    const button = make("button", {type: "button", class: "ready", title: one.named ? one.words : ""}, make("span", {text: one.remark || one.named || one.words}),
                        one.remark && one.named ? make("span", {class: "named", text: one.named}) : "",
                        one.remark || one.named ? make("small", {text: one.words}) : "");  // what it means, by names, then how it is typed
    button.addEventListener("click", () => set(one.words, [""]));
    return button;
  });
  const many = buttons.length > READY ? [...buttons.slice(0, READY), make("details", {}, make("summary", {text: en("more", {count: buttons.length - READY})}), ...buttons.slice(READY))] : buttons;
  if (left) {
    const again = make("button", {type: "button", class: "ready", text: en("you_had_begun", {left})});
    again.addEventListener("click", () => set(left, [""]));
    many.unshift(again);
  }
  $("ready").replaceChildren(...(buttons.length ? [make("h3", {text: en("ready_answers")})] : []), ...many);
}
function set(text, before) {
  now.steps.push(...before);
  order.value = text;
  follow();
  if (matchMedia("(pointer: coarse)").matches) return;  // no keyboard over half of a telephone that nobody asked for
  order.focus({preventScroll: true});
  order.setSelectionRange(text.length, text.length);
}
function stepBack() {
  const before = now.steps.length ? now.steps.pop() : order.value.trimEnd().replace(/\S+$/, "");
  order.value = before;
  follow();
}
function before(choice) {  // the text that the words of a choice are put behind
  if (choice.next) return `${order.value.trimEnd()}; `;
  const kept = order.value.slice(0, order.value.length - now.found.begun.length);
  return kept && !/\s$/.test(kept) ? `${kept} ` : kept;
}
const isWhole = choice => now.found.parts.includes(choice);
export function take(choice, count = 1) {  // puts the words of a choice behind what stands, or in place of its beginning
  const text = order.value, [, first, last] = isWhole(choice) ? /^(.* )(\S+)$/.exec(choice.words) : [0, "", choice.words];
  const counted = count > 1 ? `${first}${count} ${last}` : choice.words;  // of a whole part the last word is counted
  if (choice.kind === "answer") { set(choice.words, [text]); return; }
  if (count === 1 && !now.found.begun && !isWhole(choice) && putInSlot(choice, text)) return;
  set(`${before(choice)}${counted} `, [text]);
}
async function takeRow(choices) {  // names them behind each other, as many of the first as fit
  const text = order.value, kept = before(choices[0]), {game} = now.state, {seat} = now.question, asked = key();
  for (let count = choices.length; count > 0; count--) {
    const names = choices.slice(0, count), after = `${kept}${names.map(one => one.words).join(" ")} `;
    try {
      const found = await post(`/api/m/${encodeURIComponent(game)}/follow`, {at: now.state.at, seat, text: after, n: now.n});
      if (order.value !== text || !now.question || key() !== asked) return;
      if (count === 1 || found.is_answer || found.choices.length) { now.row = {before: kept, names}; set(after, [text]); return; }
    } catch (refused) { ask(refused); return; }
  }
}
function change(text) {
  now.steps.push(order.value);
  order.value = text;
  follow();
}
async function follow() {
  const {state, question} = now, n = ++now.n;
  clearTimeout(now.timer);
  delete $("choices").dataset.text;
  if (now.pressed !== order.value) now.pressed = null;
  if (!isTold()) showPress("");
  $("composer").classList.toggle("begun", order.value.trim() !== "");  // then what goes on comes before what is ready
  if (now.apart !== key()) showRows(order.value, change);
  showNamed(now.row, order.value, (row, text) => { now.row = row; change(text); });
  try { if (order.value) sessionStorage.setItem(key(), order.value); else sessionStorage.removeItem(key()); } catch (refused) { /* none */ }
  let found;
  try {
    found = await post(`/api/m/${encodeURIComponent(state.game)}/follow`, {at: state.at, seat: question.seat, text: order.value, n});
  } catch (refused) {
    if (n === now.n) ask(refused);
    return;
  }
  if (n !== now.n) return;  // something newer was asked meanwhile
  for (const choice of [...found.then, ...(found.then.length ? found.parts : [])]) choice.next = true;  // put behind a `;`
  now.found = found;
  held(() => showFound(n));
}
function showFound(n) {
  const {found} = now, wasApart = now.apart === key();
  if (!found.is_answer || now.shown !== order.value) showWays([]);
  showSlots(found.slots, order.value, change);
  now.apart = showWindows(found.rows, order.value, change, mark) ? key() : "";
  if (now.apart) $("parts").replaceChildren();  // they are the rows
  else if (wasApart) showRows(order.value, change);  // else they stand already, maybe with the focus
  showSays(null);
  showChoices();
  light();
  showPlace(now.clicked === order.value);
  now.clicked = null;
  const isOrder = found.is_answer && order.value.trim() !== "";
  $("draft").disabled = !isOrder;
  if (isOrder) now.timer = setTimeout(() => preview(n), PREVIEW);
}
async function preview(n) {
  const {state, question} = now;
  try {
    const told = await post(`/api/m/${encodeURIComponent(state.game)}/preview`, {at: state.at, seat: question.seat, text: order.value});
    if (n !== now.n) return;
    now.told = `${state.at}\n${order.value}`;
    showPress(told.signs);
    showSays(told);
    showWays(told.ways);
    now.shown = order.value;
    const isPressed = now.pressed === order.value;
    now.pressed = null;
    if (isPressed && !told.signs) now.draft();
  } catch (refused) {
    if (n !== now.n) return;
    now.pressed = null;
    if (refused.http === 409 && !refused.fault.rule) { ask(refused); return; }
    $("draft").disabled = true;
    $("says").replaceChildren(...refused.message.split("\n").map(line => make("p", {class: "alarm", text: line})));
    $("says").dataset.told = order.value;
  }
}
function showSays(told) {
  const {found} = now, lines = [];
  if (found.is_answer && order.value.trim()) {
    lines.push(make("p", {class: "legal"}, make("b", {text: en("legal")}), make("code", {text: found.named, title: found.says})));
    for (const line of found.echo) lines.push(make("p", {text: line}));
    if (told) {
      for (const line of told.told) lines.push(make("p", {class: "soft", text: `→ ${line}`}));
      if (told.waits) lines.push(make("p", {class: "soft", text: en("after_that", {waits: told.waits})}));
      if (told.signs) lines.push(make("p", {class: "soft", text: now.state.drafts.length ? en("signed_at_once_with_the_drafts") : en("signed_at_once")}));
    }
  } else if (found.refused.length) lines.push(...found.refused.map((line, i) => make("p", {class: i < 2 ? "alarm" : "soft", text: line})));
  else if (order.value.trim()) lines.push(make("p", {class: "soft", text: en("not_an_order_yet", {why: found.why})}));
  $("says").replaceChildren(...lines);
  $("says").dataset.told = told ? order.value : "";  // of which order it says what it brings about
}
const labelOf = choice => choice.label || choice.words;
function chip(choice) {
  const box = make("span", {class: `choice ${choice.sort}`});
  const button = make("button", {type: "button", title: choice.label ? choice.words : ""},
                      make("span", {text: labelOf(choice)}), choice.remark ? make("small", {text: choice.remark}) : "");
  const on = () => mark(choice, true), off = () => mark(choice, false);
  for (const [enter, leave] of [["mouseenter", "mouseleave"], ["focus", "blur"]]) { button.addEventListener(enter, on); button.addEventListener(leave, off); }
  if (choice.most > 1) {
    button.addEventListener("click", () => take(choice));
    box.append(button, numbers(labelOf(choice), choice.most, count => take(choice, count)));
  } else {
    button.addEventListener("click", () => take(choice));
    box.append(button);
  }
  dragToSlot(box, choice, () => order.value);
  return box;
}
const ORDER = ["place", "word", "column", "unit", "card", "number", "other"];
const isPlace = choice => choice.sort === "place" || board.places.has(choice.id);
const rank = choice => choice.kind === "answer" ? -1 : isPlace(choice) ? 0 : choice.most > 1 ? 0.5 : ORDER.indexOf(choice.sort);
function showChoices() {
  const {left, then, parts: whole} = now.found, above = order.value.trim() ? [] : now.question.ready.slice(0, READY).map(one => one.words);
  Object.assign($("choices").dataset, {text: order.value, at: now.state.at});  // what they go on from
  const seenNow = JSON.stringify([now.found.choices, left, then, whole, now.all, above, order.value]);
  if (seenNow === showChoices.seen) return;  // asked anew, and the same: what a finger is on stays where it is
  showChoices.seen = seenNow;
  const choices = now.found.choices.filter(one => one.kind !== "answer" || !above.includes(one.words));
  const parts = choices.length ? [make("h3", {text: order.value.trim() ? en("what_may_come_next") : en("begin_with")}), ...offered(choices)] : [];
  if (whole.length) parts.push(make("h3", {text: en("whole_parts")}), ...wholes(whole, take, mark));
  if (left) parts.push(make("p", {class: "soft", text: en("and_more_type_the_beginning", {left})}));
  if (then.length) parts.push(make("h3", {text: en("and_another_part")}), ...offered(then));
  $("choices").replaceChildren(...parts);
}
function offered(choices) {  // rows of those that are named together, then each by itself, the first so many
  const sorted = [...choices].sort((a, b) => rank(a) - rank(b)), lots = folds(sorted), single = sorted.filter(one => !isFolded(one, lots));
  const seen = now.all ? single : single.slice(0, SHOWN), parts = [...lots.map(lot => lotRow(lot, takeRow, mark)), ...seen.map(chip)];
  if (single.length > seen.length) {
    const all = make("button", {type: "button", class: "small", text: en("more", {count: single.length - seen.length})});
    all.addEventListener("click", () => { now.all = true; showChoices(); });
    parts.push(all);
  }
  return parts;
}
const placesOf = choice => choice.on && choice.on.length ? choice.on : board.places.has(choice.id) ? [choice.id] : [];
function lit() {  // what may be clicked on the board: what comes next there; if nothing does, what another part may begin with
  if (!now.found) return [];
  const {choices, then} = now.found;
  return choices.some(one => placesOf(one).length) ? choices : [...choices, ...then];
}
function light() {  // places where something may be clicked; goals are filled, pieces that stand there are dashed
  const goals = new Set(), stands = new Set();
  for (const choice of lit()) if (!choice.leads) for (const place of placesOf(choice)) (isPlace(choice) ? goals : stands).add(place);
  for (const [id, {node}] of board.places) {
    node.classList.toggle("goal", goals.has(id));
    node.classList.toggle("stands", stands.has(id) && !goals.has(id));
    node.classList.remove("hover");  // what marked it may be gone
  }
  document.body.classList.toggle("lit", goals.size + stands.size > 0);
  showThese(goals.size ? goals : stands);
}
function mark(choice, isOn) {
  for (const place of placesOf(choice)) if (board.places.has(place)) board.places.get(place).node.classList.toggle("hover", isOn);
}
export const orderedAt = place => lit().filter(choice => !choice.leads && placesOf(choice).includes(place));
const ledTo = place => lit().filter(choice => choice.leads && placesOf(choice).includes(place)).slice(0, 1)
  .map(choice => ({...choice, words: place, label: placeName(place), leads: false}));  // the place in its stead
const goesOn = choice => !choice.next || !now.found.is_answer || !order.value.trim();  // and would not turn a whole order into one that is begun
function showPlace(isClicked) {  // a click on a place: its only choice is taken, several are shown; who only looks, or chose before, takes nothing
  if (!now.found || here === null) { $("here").replaceChildren(); return; }
  const there = orderedAt(here), found = there.length ? there : ledTo(here), whole = now.found.parts.filter(one => placesOf(one).includes(here));
  const place = here, isOnly = found.length === 1 && !whole.length && found[0].most === 1 && goesOn(found[0]);
  if (isClicked && isOnly && (place !== showPlace.last || now.found.choices.some(one => one.leads))) { showPlace.last = place; choose(null); take(found[0]); return; }
  showPlace.last = null;
  $("here").replaceChildren(...(found.length + whole.length ? [make("h3", {text: en("at", {place: placeName(place)})}), ...found.map(chip), ...wholes(whole, take, mark)] : []));
}

/* Slots: what is named one after another lies in numbered slots, put in by a click or a drag, moved, taken out. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";

const now = {of: null, cards: [], text: "", change: null};  // a slot that is free holds null
const CARD = "text/x-slot", CHOICE = "text/x-choice";
const filled = () => now.cards.filter(Boolean);
const nameOf = choice => choice.label || choice.words;
const fits = choice => now.of && choice.kind === "name" && !choice.next && filled().length < now.of.count;
let dragged = null;  // the choice that is being dragged

export function showSlots(slots, text, change) {  // `change` gets the text when something was put in, moved or taken out
  if (!slots) { Object.assign(now, {of: null, cards: [], text: ""}); $("slots").replaceChildren(); return; }
  const isOurs = now.of && now.of.noun === slots.noun && now.of.count === slots.count && text === now.text && filled().length === slots.filled.length, rest = [...slots.filled];
  const cards = isOurs ? now.cards.map(one => one && rest.shift()) : rest;  // gaps stay where somebody has made them
  while (cards.length < slots.count) cards.push(null);
  Object.assign(now, {of: {...slots, after: slots.after || (isOurs ? now.of.after : "")}, cards, text, change});
  draw();
}
export function putInSlot(choice, text, at = now.cards.indexOf(null)) {  // says whether it was put there, and not behind the text
  if (!fits(choice) || text !== now.text) return false;
  const free = now.cards.indexOf(null, at), gap = free < 0 ? now.cards.lastIndexOf(null) : free;
  now.cards.splice(gap, 1);
  now.cards.splice(at, 0, {words: choice.words, label: nameOf(choice)});
  write();
  return true;
}
export function dragToSlot(box, choice, text) {  // by its grip: not every browser lets a button be dragged
  if (!fits(choice)) return;
  box.prepend(make("span", {class: "grip", "aria-hidden": "true", text: "⠿"}));
  box.draggable = true;
  box.addEventListener("dragstart", event => { dragged = {choice, text: text()}; event.dataTransfer.setData(CHOICE, choice.words); event.dataTransfer.effectAllowed = "copy"; });
}
function write(focus = -1) {  // what stands behind them waits until they are full
  const {of} = now, isFull = filled().length === of.count;
  now.text = [of.before, ...filled().map(one => one.words), isFull ? of.after : ""].filter(Boolean).join(" ");
  now.text += now.text ? " " : "";
  draw();
  const near = $("slots").querySelector(`[data-slot="${focus}"]`) || $("slots").querySelector("button");
  if (focus >= 0) (near || $("order")).focus({preventScroll: true});
  now.change(now.text);
}
function takeOut(at) {
  now.cards[at] = null;
  write(at);
}
function move(from, to) {  // to a free slot, or between the others
  if (to < 0 || to >= now.cards.length || to === from || !now.cards[from]) return;
  if (now.cards[to]) now.cards.splice(to, 0, ...now.cards.splice(from, 1));
  else [now.cards[to], now.cards[from]] = [now.cards[from], null];
  write(to);
}
function draw() {
  const {noun, count, least} = now.of, lie = filled().length;
  const told = least < count ? en("slots_of_to", {noun, count, least, filled: lie}) : en("slots_of", {noun, count, filled: lie});
  const seen = JSON.stringify([told, now.cards]);
  if (draw.seen === seen && $("slots").childElementCount) return;  // what a finger is on stays where it is
  draw.seen = seen;
  const focus = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.slot : "";
  $("slots").replaceChildren(make("h3", {id: "slots-told", text: told}), make("ol", {"aria-labelledby": "slots-told"}, ...now.cards.map(slot)));
  const again = focus && $("slots").querySelector(`[data-slot="${focus}"]`);
  if (again) again.focus({preventScroll: true});
}
function slot(card, at) {
  const number = make("small", {text: String(at + 1)}), line = make("li", {class: card ? "full" : "free"});
  if (card) {
    const label = en("slot_take_out", {name: card.label, at: at + 1}), button = make("button", {type: "button", class: "small", "data-slot": String(at), "aria-label": label, text: "×"});
    line.addEventListener("click", () => takeOut(at));
    button.addEventListener("keydown", event => {
      const to = event.altKey ? at + ({ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key] || 0) : at;
      if (event.key === "Delete") takeOut(at);
      else if (to !== at) move(at, to);
      else return;
      event.preventDefault();
    });
    line.title = en("slot_hint");
    line.draggable = true;
    line.addEventListener("dragstart", event => { event.dataTransfer.setData(CARD, String(at)); event.dataTransfer.effectAllowed = "move"; });
    line.append(make("div", {}, number, make("span", {text: card.label})), button);
  } else line.append(make("div", {}, number, make("span", {text: en("slot_free")})));
  line.addEventListener("dragover", event => {
    if (event.dataTransfer.types.includes(CARD) || event.dataTransfer.types.includes(CHOICE)) { event.preventDefault(); event.stopPropagation(); }
  });
  line.addEventListener("drop", event => {
    const from = event.dataTransfer.getData(CARD), isChoice = event.dataTransfer.types.includes(CHOICE);
    if (from === "" && !isChoice) return;
    event.preventDefault();
    event.stopPropagation();
    if (from !== "") move(Number(from), at);
    else if (dragged) putInSlot(dragged.choice, dragged.text, at);
    dragged = null;
  });
  return line;
}

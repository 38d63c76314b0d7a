/* The page: tabs, keys, the mouse on the board, the start. */
import {foldBattles} from "./battle.js";
import {$, make} from "./elements.js";
import {at} from "./shown.js";
import {badge, nameOf, readBoard, steps, tables} from "./tables.js";
import {match} from "./data.js";
import {openEyes, toEyes} from "./eyes.js";
import {handle, refit, whole, zoom} from "./camera.js";
import {foldOverview} from "./overview.js";
import {placeKey} from "./places.js";
import {PAINT, explain} from "./beside.js";
import {showStory, tellStory} from "./story.js";
import {isOver, tellSummary} from "./summary.js";
import {forgetTold, listChapters} from "./following.js";
import {openLighting} from "./lighting.js";
import {closeFan, openFans} from "./fans.js";
import {openMotion} from "./motion.js";
import {go, goAnew, isMine, moves, play, since, slider, stop, toRound, turns} from "./going.js";
import {keepComment, markComments, openComments} from "./comments.js";
import {theme} from "./paints.js";
import {openProof} from "./proving.js";
import {closeTitle, isTitle, layTitle, leave, openTitle, tellSides} from "./title.js";
const TABS = ["summary", "story", "beside", "legend", "proof"];
export const isNarrow = () => innerWidth < 900;  // one column: the summary stands above the board
export const isWide = () => innerWidth >= 1900;  // the story stands beside the summary
let picked = false;  // whether the reader chose what stands there
export const isPicked = () => picked;
function pick(name) { picked = true; tab(name); }
export function tab(name) {
  for (const one of TABS) {
    $(`tab-${one}`).setAttribute("aria-selected", String(one === name));
    $(`tab-${one}`).setAttribute("tabindex", one === name ? "0" : "-1");
    $(one).classList.toggle("open", one === name);
  }
  document.body.dataset.tab = name;
  if (at >= 0) showStory();
}
const KEYS = {
  ArrowLeft: "event-back", ArrowRight: "event-on", ArrowUp: "phase-back", ArrowDown: "phase-on",
  PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last", ",": "headline-back", ".": "headline-on",
};
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  const place = event.target.closest(".places [data-place]"), tabbed = event.target.closest("[role=tab]");
  if (place ? placeKey(event, place) : tabbed && tabKey(event, tabbed)) { event.preventDefault(); return; }
  if (event.key === " ") {
    if (/^(BUTTON|A)$/.test(event.target.tagName)) return;
    play();
  } else if (event.key in KEYS) { stop(); moves[KEYS[event.key]](); }
  else if (event.key === "+" || event.key === "=") nearer(1.4);
  else if (event.key === "-") nearer(1 / 1.4);
  else if (event.key === "0") fit();
  else if (event.key === "t") openTitle();
  else if (event.key === "Escape") closeFan() || closeTitle();
  else if (event.key === "Enter" && isTitle() && event.target === document.body) leave();
  else if (event.key === "f") fold();
  else if (event.key === "m") foldOverview();
  else if (event.key === "b") foldBattles();
  else if (event.key === "v") $("eyes").click();
  else return;
  event.preventDefault();
}
function tabKey(event, button) {  // true if the key was meant for the tabs
  const names = TABS.filter(name => $(`tab-${name}`).offsetParent !== null), i = names.indexOf(button.id.slice(4));
  const to = {ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: names.length - 1}[event.key];
  if (to === undefined) return false;
  const name = names[(to + names.length) % names.length];
  pick(name);
  $(`tab-${name}`).focus();
  return true;
}
function nearer(factor) { closeTitle(); zoom(factor); }
function fit() { if (isTitle()) closeTitle(); else whole(); }
function fold() {
  closeTitle();
  const isFolded = document.body.classList.toggle("folded");
  $("fold").setAttribute("aria-expanded", String(!isFolded));
  refit();
}
function tellAll() {
  listChapters();
  tellStory();
  tellSummary();
  markComments();
}
function tellAnew() {  // the same steps, as others saw them
  forgetTold();
  tellAll();
  goAnew();
  tellSides();
}
function start() {
  theme(false);
  openEyes(tellAnew);
  $("now").append(make("p", {id: "missed", role: "status"}), make("div", {id: "step"}), make("div", {id: "here"}),
    make("details", {id: "comment", class: "soft"}, make("summary", {text: "Your comment on this step"}),
         make("textarea", {id: "own", rows: 2, maxlength: 4000, "aria-label": "Your comment on this step, kept in this browser only",
                           placeholder: "Kept in this browser only"})));
  explain(match.terms || []);
  for (const part of Object.keys(PAINT)) $("beside").append(make("div", {id: `part-${part}`, class: "part"}));
  slider.max = String(steps.length - 1);
  readBoard(tables.boards[steps[0].scene.board]);
  if (isMine) $("viewer").append("as seen by ", badge(match.viewer));
  for (const option of $("seat").options) option.textContent = nameOf(option.value);
  $("seat").parentElement.hidden = isMine || match.seats.length === 1;
  $("since").textContent = isMine ? "Since my last move" : "Since the last move";
  $("since").title = "Back to the last move before this step; from the beginning: the last of all";
  document.body.classList.toggle("sealed", isOver);
  openComments();
  openMotion();
  openLighting();
  openFans();
  tellAll();
  openProof();
  layTitle();
  for (const [id, move] of Object.entries(moves)) $(id).addEventListener("click", () => { stop(); move(); });
  $("play").addEventListener("click", play);
  $("since").addEventListener("click", () => { stop(); since(); });
  $("theme").addEventListener("click", () => theme(true));
  $("zoom-in").addEventListener("click", () => nearer(1.4));
  $("zoom-out").addEventListener("click", () => nearer(1 / 1.4));
  $("zoom-fit").addEventListener("click", fit);
  $("fold").addEventListener("click", fold);
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  turns.addEventListener("change", () => { stop(); go(Number(turns.value)); });
  for (const name of TABS) $(`tab-${name}`).addEventListener("click", () => pick(name));
  $("own").addEventListener("input", keepComment);
  addEventListener("hashchange", () => { stop(); toEyes(tellAnew); toRound(); });
  addEventListener("keydown", key);
  for (const button of document.querySelectorAll("button, select")) button.addEventListener(
    button.tagName === "SELECT" ? "change" : "click", event => { if (event.detail || button.tagName === "SELECT") button.blur(); });
  handle();
  tab(isOver && !location.hash ? "summary" : "story");
  if (!toRound()) {
    go(isOver ? 0 : steps.length - 1, true);
    if (isOver) openTitle();
  }
  document.body.dataset.ready = "yes";
}
start();

/* Going from step to step: by event, phase, turn, slider, link, at speed, and back to the last move. */
import {$} from "./elements.js";
import {at, setAt} from "./shown.js";
import {steps, text} from "./tables.js";
import {match} from "./data.js";
import {LINK, linkTo} from "./eyes.js";
import {showStanding} from "./standing.js";
import {showBoard} from "./board.js";
import {camera, lookAt, refit} from "./camera.js";
import {namePlaces} from "./places.js";
import {moment, showHere, showNow} from "./step.js";
import {showBeside} from "./beside.js";
import {entries, isPhase, isTurn, showStory, story} from "./story.js";
import {isHeadline, showSummary} from "./summary.js";
import {showAhead, showChapter} from "./following.js";
import {showMotion} from "./motion.js";
import {showComment} from "./comments.js";
import {isNarrow, isPicked, isWide, tab} from "./page.js";
import {closeTitle} from "./title.js";
export const slider = $("slider"), turns = $("turns");
let linking = 0;
export function go(to, keepsLink) {
  const next = Math.min(steps.length - 1, Math.max(0, to));
  if (at >= 0) closeTitle();
  const isSummary = at >= 0 && document.body.dataset.tab === "summary", leaves = isSummary && !isPicked() && !steps[next].ending;
  if (isSummary && isNarrow()) { if (leaves) tab("story"); scrollTo(0, 0); }
  $("missed").textContent = "";
  if (next === at) return;
  if (leaves && !keepsLink && !isWide()) tab("story");  // who steps reads on, unless he chose what to read
  const before = at, step = steps[next];
  setAt(next);
  showBoard(step.scene);
  namePlaces();
  showNow(step);
  showHere();
  showBeside(step.scene);
  showAhead(before);  // first: what is hidden has no place to scroll to
  showSummary(before);
  frame(step);
  showMotion(step, before);
  slider.value = at;
  $("count").textContent = `step ${at + 1} / ${steps.length}`;
  $("when").textContent = moment(step);
  showStanding(step);
  showChapter();
  for (const id of ["first", "turn-back", "phase-back", "event-back", "headline-back"]) $(id).disabled = at === 0;
  for (const id of ["last", "turn-on", "phase-on", "event-on", "headline-on"]) $(id).disabled = at === steps.length - 1;
  showComment();
  showStory();  // last: now it is as high as it stays
  clearTimeout(linking);
  linking = keepsLink ? 0 : setTimeout(link, 250);
}
function frame(step) {  // the end shows the whole board; whoever has moved it himself keeps what he sees
  document.body.classList.toggle("over", Boolean(step.ending));
  if (step.ending ? camera.mode === "read" : camera.mode === "end") {
    camera.mode = step.ending ? "end" : "read";
    refit();
  }
  lookAt(step);
}
export function goAnew() {  // to the same step, which others saw otherwise
  const here = at;
  setAt(-1);
  go(here, true);
}
export function link() {
  linking = 0;
  try { history.replaceState(null, "", linkTo(steps[at])); } catch (refused) { /* a page that may not: no link */ }
}
addEventListener("click", event => {  // whoever follows a link leaves this step: its own is due now, not behind the other
  if (linking && event.target.closest("a")) { clearTimeout(linking); link(); }
}, true);
export function toRound() {
  const found = LINK.exec(location.hash);
  if (!found) return false;
  let to = 0;
  for (const step of steps) if (step.round <= Number(found[1])) to = step.at;
  go(to, true);
  const last = steps[steps.length - 1].round;
  if (Number(found[1]) > last) $("missed").textContent = `There is no round ${found[1]}: this page ends with round ${last}, which is shown.`;
  return true;
}
function find(test, by) {
  let to = at + by;
  while (to > 0 && to < steps.length && !test(to)) to += by;
  return to;
}
export const moves = {
  "first": () => go(0), "last": () => go(steps.length - 1),
  "event-back": () => go(at - 1), "event-on": () => go(at + 1),
  "phase-back": () => go(find(isPhase, -1)), "phase-on": () => go(find(isPhase, 1)),
  "headline-back": () => go(find(isHeadline, -1)), "headline-on": () => go(find(isHeadline, 1)),
  "turn-back": () => go(find(isTurn, -1)), "turn-on": () => go(find(isTurn, 1)),
};
function lasts(step) {  // as long as it takes to read what it tells, in ms
  const letters = [...(step.told || []).map(one => one[0]), ...(step.remarks || []).map(one => one[1])].reduce((sum, one) => sum + text(one).length, 0);
  return Math.max(900, Math.min(9000, 400 + 45 * letters)) / Number($("speed").value);
}
export let playing = 0;
export function play() {
  if (playing) { stop(); return; }
  if (at === steps.length - 1) go(0);
  const next = () => {
    go(at + 1);
    if (at === steps.length - 1) stop(); else playing = setTimeout(next, lasts(steps[at]));
  };
  playing = setTimeout(next, lasts(steps[at]));
  $("play").setAttribute("aria-pressed", "true");
}
export function stop() {
  clearTimeout(playing);
  playing = 0;
  $("play").setAttribute("aria-pressed", "false");
}
export const isMine = match.seats.includes(match.viewer);
const chosen = () => isMine ? match.viewer : $("seat").value;
const isMove = (step, seat) => step.moved === 1 && step.deeds.some(([one]) => text(one) === seat);
export function since() {
  const seat = chosen(), from = at || steps.length;
  let to = from - 1;
  while (to > 0 && !isMove(steps[to], seat)) to--;
  if (!isMove(steps[to], seat)) { $("since").title = "There is no such move before this step"; return; }
  for (const one of story.querySelectorAll(".since")) one.classList.remove("since");
  for (let i = to + 1; i < from; i++) if (entries[i]) entries[i].classList.add("since");
  go(to);
}

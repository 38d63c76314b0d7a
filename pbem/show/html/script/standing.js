/* How it stands, under the turn, at every step of a replay, before play as it begins; at the end who won, by what, and what decided it. */
import {$, make} from "./elements.js";
import {steps, text} from "./tables.js";
import {ended} from "./data.js";
import {standingLines} from "./scores.js";
import {lately} from "./lately.js";
const WHY = 3;  // of an ending
const scoresOf = step => step.scene.scores || [];
const endAt = step => step.at >= ended - 1 && steps[ended - 1].ending;
export function standingAt(step) {  // the scores, those of the first position if none count yet; how it ended, "" while it goes on
  const end = endAt(step), first = scoresOf(step).length || end ? step : steps.slice(0, ended).find(one => one.at > step.at && scoresOf(one).length);
  return {scores: first ? scoresOf(first) : [], end: end ? text(end[0]) : "", isAhead: Boolean(first) && first !== step};
}
export function showStanding(step) {
  const {scores, end, isAhead} = standingAt(step), lines = standingLines(scores, end), ending = endAt(step);
  if (isAhead) lines.unshift(make("li", {class: "soft", text: "When play begins:"}));
  else if (!end) lines.push(...lately(step));
  if (ending && ending.length > WHY) lines.push(make("li", {class: "why", text: text(ending[WHY])}));
  $("standing").replaceChildren(...lines);
}

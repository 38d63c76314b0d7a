/* How it stands, under the turn, at every step of a replay, before play as it begins; at the end who won, by what, and what decided it. */
import {$, make} from "./elements.js";
import {steps, text} from "./tables.js";
import {ended} from "./data.js";
import {standingLines} from "./scores.js";
const WHY = 3;  // of an ending
const scoresOf = step => step.scene.scores || [];
export function showStanding(step) {
  const end = step.at >= ended - 1 && steps[ended - 1].ending, first = scoresOf(step).length || end ? step : steps.slice(0, ended).find(one => one.at > step.at && scoresOf(one).length);
  const lines = standingLines(first ? scoresOf(first) : [], end ? text(end[0]) : "");
  if (first && first !== step) lines.unshift(make("li", {class: "soft", text: "When play begins:"}));
  if (end && end.length > WHY) lines.push(make("li", {class: "why", text: text(end[WHY])}));
  $("standing").replaceChildren(...lines);
}

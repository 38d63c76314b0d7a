/* How it stands, under the turn, at every step of a replay; at the end who won, by what, and what decided it. */
import {$, make} from "./elements.js";
import {steps, text} from "./tables.js";
import {ended} from "./data.js";
import {standingLines} from "./scores.js";
const WHY = 3;  // of an ending
export function showStanding(step) {
  const end = step.at >= ended - 1 && steps[ended - 1].ending, lines = standingLines(step.scene.scores || [], end ? text(end[0]) : "");
  if (end && end.length > WHY) lines.push(make("li", {class: "why", text: text(end[WHY])}));
  $("standing").replaceChildren(...lines);
}

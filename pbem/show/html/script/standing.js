/* How it stands, under the turn, at every step of a replay; at the end who won, and by what. */
import {$} from "./elements.js";
import {steps, text} from "./tables.js";
import {ended} from "./data.js";
import {standingLines} from "./scores.js";
export function showStanding(step) {
  const end = step.at >= ended - 1 && steps[ended - 1].ending;
  $("standing").replaceChildren(...standingLines(step.scene.scores || [], end ? text(end[0]) : ""));
}

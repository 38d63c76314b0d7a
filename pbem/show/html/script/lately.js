/* What moved the distances from victory most since the turn began: the first that its step told, a link to it, and how far that brought a side. */
import {make} from "./elements.js";
import {steps, text} from "./tables.js";
import {ended} from "./data.js";
import {GOAL, NAME, UNIT, VALUE} from "./scores.js";
import {linkTo} from "./eyes.js";
import {isTurn} from "./story.js";
const distancesAt = i => (steps[i].scene.scores || []).filter(one => one.length > UNIT);
function firstTold(step) {  // a headline, if it told one
  const all = step.told || [], head = all[(step.heads || [0])[0]];
  return head ? text(head[0]) : "";
}
export function lately(step) {  // nothing before something has moved
  let most = {by: 0};
  for (let i = Math.min(step.at, ended - 1); !isTurn(i); i--) {
    const before = distancesAt(i - 1), words = firstTold(steps[i]);
    distancesAt(i).forEach((one, k) => {
      const by = before[k] && words ? before[k][VALUE] - one[VALUE] : 0;
      if (Math.abs(by) > Math.abs(most.by)) most = {by, one, words, step: steps[i]};
    });
  }
  if (!most.by) return [];
  const {by, one, words} = most, moved = `${Math.abs(by)} ${by > 0 ? "nearer to" : "farther from"} ${text(one[GOAL])}`;
  return [make("li", {class: "soft lately"}, "Most this turn: ", make("a", {href: linkTo(most.step), text: words}), ` \u2013 ${text(one[NAME])} ${moved}`)];
}

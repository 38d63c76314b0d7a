/* How a scene stands in words: the sides in their colours, how far each is from victory, who is ahead; at the end who has won. */
import {make} from "./elements.js";
import {factions, row, text} from "./tables.js";
export const NAME = 0, VALUE = 1, UP = 2, DOWN = 3, THRESHOLDS = 4, UNIT = 5, GOAL = 6, REASON = 7;  // of a score; then the ids of its sides

export const sidesOf = score => score.slice(REASON + 1).map(text);
const factionsOf = ids => [...factions].filter(([id, one]) => ids.includes(id) || ids.includes(one.alliance)).map(([, one]) => one);
const DEFEAT = "the defeat of ";
export const beaten = goal => goal.startsWith(DEFEAT) ? goal.slice(DEFEAT.length) : "";  // by a side that nobody plays
export function far(value, unit, goal) {
  const counted = `${value} ${value === 1 ? unit.replace(/(?<=x)es$|s$/, "") : unit}`, other = beaten(goal);
  return other ? `${other} is ${counted} above defeat` : `${counted} from ${goal}`;
}
export const atGoal = goal => beaten(goal) ? `would defeat ${beaten(goal)} now` : isWinning(goal) ? "would win now" : `has no more than ${goal}`;
export const isWinning = goal => goal === "victory";  // a side may be left with no more than a draw
export const colourOf = ids => factionsOf(ids).map(one => one.fill)[0] || "";
const lettersOf = ids => factionsOf(ids).map(one =>
  make("b", {class: "badge", paint: [one.fill, one.ink], text: one.code, title: one.name}));
function measure(score) {  // what a value is called: the last threshold that it reached
  const reached = row(score[THRESHOLDS]).filter(one => one[1] <= score[VALUE]).sort((a, b) => a[1] - b[1]).pop(), name = text(score[NAME]), good = text(score[UP]);
  return `${name}: ${score[VALUE]}${reached ? ` (${text(reached[0])})` : ""}${good && !name.includes(good) ? `, more is good for ${good}` : ""}`;
}
const NEARER = "the nearer side";
function aheadOf(value, others) {
  if (others.length !== 1 || value > others[0]) return "";
  return value === others[0] ? "level" : value ? NEARER : "ahead";
}
function howFar(one, others, end) {  // of a distance: how far, who is nearer, why; nothing but the winner once it is over
  const goal = text(one[GOAL]), most = isWinning(goal) || beaten(goal) ? "" : ", the most it can reach", short = end ? "" : aheadOf(one[VALUE], others.map(other => other[VALUE]));
  const how = end ? (one[VALUE] ? "" : "has won") : one[VALUE] ? far(one[VALUE], text(one[UNIT]), goal) + most : atGoal(goal);
  const says = beaten(goal) && short === NEARER ? "nearer than its victory" : short;
  return {sides: sidesOf(one), name: text(one[NAME]), how, says, short, why: end ? "" : text(one[REASON])};
}
export function distancesOf(scores, end) {  // of each side that has one
  const distances = scores.filter(one => one.length > UNIT);
  return distances.map((one, i) => howFar(one, distances.filter((_, k) => k !== i), end));
}
export const saysWhy = ({says, short, why}) => [...(says ? [" ", make("b", {class: "leads", text: says, "data-short": short})] : []),
  why ? make("span", {class: "soft reason", text: ` \u2013 ${why}`}) : ""];
export function standingLines(scores, end) {  // `end`: how it ended, "" while it goes on
  const counted = scores.filter(one => one.length <= UNIT);
  const lines = distancesOf(scores, end).map(one => make("li", {}, ...lettersOf(one.sides),
    make("span", {text: [one.name, one.how].filter(Boolean).join(": ") + (one.says ? "," : "")}), ...saysWhy(one)));
  const now = end || (counted.length === 1 ? measure(counted[0]) : "");  // of several each side has its own behind its distance
  if (now) lines.push(make("li", {class: end ? "leads" : "soft", text: now}));
  return lines;
}

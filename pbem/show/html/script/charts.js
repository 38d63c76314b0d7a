/* How the tracks ran: a line for each marker through its values at the end of each turn. */
import {draw, make} from "./elements.js";
import {row, steps, text} from "./tables.js";
import {ended} from "./data.js";
import {turnName} from "./step.js";
import {isTurn} from "./story.js";
export const WIDE = 300, HIGH = 96, LEFT = 30, RIGHT = 8, TOP = 8, BOTTOM = 18, LINES = 4;

export function turnEnds() {  // the first step, then the last of each turn as far as play went
  const played = steps.slice(0, ended), ends = played.filter((step, i) => i === played.length - 1 || isTurn(i + 1));
  return ends[0] === played[0] ? ends : [played[0], ...ends];
}
export function tracks(ends) {  // by name, and of one name in order; markers by their order, for some change their names
  const found = new Map();
  ends.forEach((step, i) => {
    const seen = new Map();
    for (const [name, , , , marks] of row(step.scene.tracks).map(row)) {
      const before = seen.get(name) || 0, key = `${name} ${before}`;
      seen.set(name, before + 1);
      if (!found.has(key)) found.set(key, {name: text(name), lines: []});
      marks.forEach(([label, value], j) => {
        const {lines} = found.get(key), line = lines[j] = lines[j] || {points: [], labels: []};
        line.points.push([i, value]);
        line.labels.push(text(label));
      });
    }
  });
  return [...found.values()].filter(({lines}) => !lines.every(isSteady));
}
function isSteady({points}) {  // it never moves, or by one each turn, as a marker of turns does
  const by = new Set(points.slice(2).map(([, value], i) => value - points[i + 1][1]));
  return by.size === 0 || by.size === 1 && (by.has(0) || by.has(1));
}
function inWords({points, labels}) {
  const named = i => labels[0] === labels[labels.length - 1] ? points[i][1] : `${points[i][1]} (${labels[i]})`;
  return `from ${named(0)} to ${named(points.length - 1)}`;
}
function shortTurn(step) {
  const turn = turnName(text(step.scene.turn));
  return (/^Turn \d{1,9}/.exec(turn) || [turn.slice(0, 20) || "Start"])[0];
}
export function chart(ends, {name, lines}) {
  const values = lines.flatMap(line => line.points.map(point => point[1])), low = Math.min(...values), high = Math.max(...values);
  const x = i => LEFT + i / (ends.length - 1) * (WIDE - LEFT - RIGHT);
  const y = value => TOP + (high - value) / (high - low || 1) * (HIGH - TOP - BOTTOM);
  const words = lines.map(line => (lines.length > 1 ? `${line.labels[0]} ` : "") + inWords(line));
  const picture = draw("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${name}. ${words.join("; ")}`});
  const write = (words, left, base, anchor) => {
    const node = draw("text", {x: left, y: base, "text-anchor": anchor});
    node.textContent = words;
    picture.append(node);
  };
  for (const value of new Set([low, high])) {
    picture.append(draw("line", {x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value)}));
    write(String(value), LEFT - 5, y(value) + 4, "end");
  }
  write(shortTurn(ends[0]), LEFT, HIGH - 4, "start");
  write(shortTurn(ends[ends.length - 1]), WIDE - RIGHT, HIGH - 4, "end");
  lines.forEach(({points}, i) => picture.append(
    draw("polyline", {points: points.map(([j, value]) => `${x(j)},${y(value)}`).join(" "), class: `line${i % LINES}`})));
  return make("div", {class: "chart"}, make("h3", {text: name}), picture,
              ...words.map((one, i) => make("p", {class: `soft line${i % LINES}`, text: one})));
}

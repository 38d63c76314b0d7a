/* Graphs of how the game stands: how far each side is from victory, down to a line at 0; and each other score with its thresholds. */
import {draw, make} from "./elements.js";
import {at} from "./shown.js";
import {row, steps, text} from "./tables.js";
import {ended} from "./data.js";
import {DOWN, GOAL, NAME, THRESHOLDS, UNIT, UP, VALUE, atGoal, beaten, colourOf, far, isWinning, sidesOf} from "./scores.js";
import {BOTTOM, HIGH, LEFT, LINES, RIGHT, TOP, WIDE} from "./charts.js";
import {isSealed} from "./following.js";
import {showEnds} from "./ends.js";
import {go} from "./going.js";
const NEAREST = 16;  // of two numbers beside the graph, in units of the picture: a line, and what the lowest is lifted by
const graphs = [];  // {lines: [{name, points, colour}], thresholds, isDistance, picture, words}
const x = i => LEFT + i / Math.max(1, ended - 1) * (WIDE - LEFT - RIGHT);

export function layGraphs() {
  graphs.length = 0;
  const scored = steps.slice(0, ended).filter(step => step.scene.scores && step.scene.scores.length);
  if (scored.length < 2) return [];
  const run = i => scored.filter(step => step.scene.scores[i]).map(step => [step.at, step.scene.scores[i][VALUE], ...(step.scene.scores[i].length > UNIT ? [text(step.scene.scores[i][GOAL]), text(step.scene.scores[i][UNIT])] : ["", ""])]);
  const first = scored[0].scene.scores, distances = [], others = [];
  first.forEach((score, i) => {
    const line = {name: text(score[NAME]), points: run(i), colour: colourOf(sidesOf(score))};
    if (score.length > UNIT) distances.push(line);
    else others.push({lines: [{...line, colour: "var(--ink)"}], score, isDistance: false});  // of no side: in no side's colour
  });
  const all = [...(distances.length ? [{lines: distances, score: null, isDistance: true}] : []), ...others];
  return all.map((one, i) => lay(one, i));
}
function lay(graph, number) {
  const {score, isDistance, lines} = graph, isPlayed = !isDistance || lines.every(line => !beaten(line.points[0][2]));
  const name = isDistance ? isPlayed ? "Distance from victory" : "Distance from victory and from defeat" : lines[0].name;
  graph.picture = draw("svg", {viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", class: "graph", "data-graph": isDistance ? "distance" : "score"});
  graph.words = lines.map((line, i) => coloured(make("p", {class: line.colour ? "soft" : `soft line${i % LINES}`}), line));
  const good = score && [score[UP] && text(score[UP]) && `up is good for ${text(score[UP])}`, score[DOWN] && text(score[DOWN]) && `down is good for ${text(score[DOWN])}`].filter(Boolean).join(", ");
  graph.picture.addEventListener("click", event => {
    const box = graph.picture.getBoundingClientRect(), across = (event.clientX - box.left) / box.width * WIDE;
    const to = Math.round((across - LEFT) / (WIDE - LEFT - RIGHT) * (ended - 1));
    if (!isSealed() || to <= at) go(Math.max(0, Math.min(ended - 1, to)), true);
  });
  graphs.push(graph);
  const head = make(number ? "h3" : "h2", {text: name});
  return make("div", {class: "chart score"}, head, graph.picture, ...graph.words, good ? make("p", {class: "soft good", text: good}) : "");
}
function coloured(node, {colour}) {  // as its side is on the board
  if (colour) node.style.setProperty("--side", colour);
  return node;
}
function farFrom({name, points}, to, isDistance) {
  const past = points.filter(([i]) => i <= to), [, value, goal, unit] = past.length ? past[past.length - 1] : [];
  if (value === undefined) return `${name}: not counted yet`;
  if (!isDistance) return `${name}: ${value}`;
  if (to >= ended - 1 && steps[ended - 1].ending) return `${name}: ${value ? "has not won" : "has won"}`;
  return `${name}: ${value || !isWinning(goal) && !beaten(goal) ? far(value, unit, goal) : atGoal(goal)}`;
}
export function showGraphs(isPrinted = false) {
  showEnds(isPrinted);
  const now = Math.min(at, ended - 1), here = isPrinted || !isSealed() ? ended - 1 : now;
  for (const graph of graphs) {
    const lines = graph.lines.map(line => line.points.filter(([i]) => i <= here)), values = lines.flat().map(point => point[1]);
    graph.picture.style.display = values.length ? "" : "none";  // nothing is counted yet: its words say so
    const {scale, floor, top} = scaleOf(graph, values), y = value => TOP + (top - value) / (top - floor) * (HIGH - TOP - BOTTOM);
    const named = [], taken = [];  // the first on top of the lines
    graph.picture.replaceChildren(...scale.flatMap(([value, words, isNamed]) => {
      const low = y(value), place = isNamed ? apart(words, low, taken) : {x: LEFT - 5, y: Math.min(low + 4, LOWEST), "text-anchor": "end"};
      const label = draw("text", isNamed ? {class: "named", ...place} : place);
      label.textContent = place ? words : "";
      named.push(...(isNamed && place ? [label] : []));
      return [draw("line", {x1: LEFT, x2: WIDE - RIGHT, y1: low, y2: low, ...(isNamed ? {class: "threshold"} : {})}), ...(isNamed ? [] : [label])];
    }));
    lines.forEach((points, i) => graph.picture.append(coloured(draw("polyline", {
      points: points.map(([step, value]) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(" "), class: `line${i % LINES}`, "data-line": graph.lines[i].name}), graph.lines[i])));
    if (here >= ended - 1 && steps[ended - 1].ending) lines.forEach((points, i) => {  // what ended it
      const [step, value] = points[points.length - 1] || [ended - 1, floor], mark = draw("circle", {cx: x(step), cy: y(value), r: 3, class: `ended line${i % LINES}`}), title = draw("title");
      title.textContent = text(steps[ended - 1].ending[0]);
      mark.append(title);
      graph.picture.append(coloured(mark, graph.lines[i]));
    });
    const you = draw("text", {class: "you", x: String(Math.min(WIDE - 30, Math.max(32, x(now)))), y: HIGH - 2, "text-anchor": "middle"});
    you.textContent = "you are here";
    graph.picture.append(...named, draw("line", {class: "here", x1: x(now), x2: x(now), y1: TOP, y2: HIGH - BOTTOM}), you);
    const said = graph.lines.map(line => farFrom(line, now, graph.isDistance));
    said.forEach((words, i) => { graph.words[i].textContent = words; });
    graph.picture.setAttribute("aria-label", said.join("; "));
  }
}
const LETTER = 6.2, LINE_HIGH = 12, LOWEST = HIGH - BOTTOM;  // of a label, in units of the picture: a letter, a line, the lowest base
function apart(words, line, taken) {  // above its line or below, at the left or the right: where no other name stands; null: nowhere
  const wide = words.length * LETTER, bases = [line - 2.5, line + 10].filter(base => base >= 10 && base <= LOWEST);
  const tried = [LEFT + 3, WIDE - RIGHT - 2 - wide].flatMap(left => bases.map(base => ({left, right: left + wide, base})));
  const free = tried.find(one => !taken.some(other => one.left < other.right && other.left < one.right && Math.abs(one.base - other.base) < LINE_HIGH));
  if (!free) return null;
  taken.push(free);
  return free.left === LEFT + 3 ? {x: free.left, y: free.base, "text-anchor": "start"} : {x: free.right, y: free.base, "text-anchor": "end"};
}
function scaleOf({score, isDistance}, values) {  // lines: the ends, 0, and those thresholds that were passed or come next
  const top = Math.max(1, ...values), floor = Math.min(0, ...values);
  if (isDistance) return {floor, top, scale: [[top, String(top), false], [0, "0", false], [0, "would win now", true]]};
  const named = row(score[THRESHOLDS]), next = named.filter(one => one[1] > top).map(one => one[1]), before = named.filter(one => one[1] < floor).map(one => one[1]);
  const high = next.length && Math.min(...next) - top <= (top - floor) * 2 ? Math.min(...next) : top, low = before.length && floor - Math.max(...before) <= (top - floor) * 2 ? Math.max(...before) : floor;
  const shown = named.filter(one => one[1] >= low && one[1] <= high), room = (high - low || 1) / (HIGH - TOP - BOTTOM) * NEAREST;
  const numbers = [...new Set([low, 0, high])].filter(value => value === low || value === high || Math.min(value - low, high - value) > room);
  return {floor: low, top: high === low ? low + 1 : high, scale: [...numbers.map(value => [value, String(value), false]),
    ...shown.map(([words, value]) => [value, `${text(words)} ${value}`, true])]};
}
/* Paper tells the whole game, so it has the whole run. */
const paper = matchMedia("print");
paper.addEventListener("change", () => showGraphs(paper.matches));

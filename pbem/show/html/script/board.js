/* The board: what of it changed since the step that was shown. */
import {$, INK, PAPER, draw} from "./elements.js";
import {NOTHING, drawing, factions, nameOf, readBoard, row, tables, text} from "./tables.js";
import {refit} from "./camera.js";
import {layOverview, showDots} from "./overview.js";
import {layPlaces} from "./places.js";
export const CELL = 30;
const EDGE = 2, GAP = 5;
export const view = $("view");
export const board = {number: null, svg: null, layers: {}, shown: {clusters: new Map(), holders: new Map()}, size: [1, 1], least: 9,
               places: new Map(), numbers: new Map()};

export function counter(number, x, y, scale) {
  const [words, picture] = tables.counters[number];
  const group = draw("g", {transform: `translate(${x + EDGE * scale} ${y + EDGE * scale}) scale(${scale})`});
  const title = draw("title");
  title.textContent = text(words);
  group.append(title, drawing(picture));
  return group;
}
export function boxOf(number) {  // where a cluster lies
  const [, left, top, columns, scale, , counters, high, fan, aside = fan, split = 0, across] = tables.clusters[number], side = CELL * scale;
  if (split) return {x: left, y: top, width: across, height: high};
  if (!fan) return {x: left, y: top, width: columns * side, height: Math.ceil(counters.length / columns) * side};
  return {x: left, y: top, width: side + Math.round((high - side) / fan) * aside, height: high};
}
function cluster(number) {
  const [place, left, top, columns, scale, line, counters, high, fan, aside = fan, split = 0, across] = tables.clusters[number];
  const side = CELL * scale, group = draw("g", {"data-place": text(place)});
  if (line !== NOTHING) {
    group.append(drawing(line), draw("rect", {...boxOf(number), rx: 4, fill: PAPER, stroke: INK, "stroke-width": 0.9}));
  }
  const depth = fan ? Math.round((high - side) / fan) : 0;  // in a fan the first lies in front, at the lower left
  const rows = split ? Math.max(1, Math.round(high / side)) : 0, beside = split ? Math.ceil((counters.length - split) / rows) : 0;
  const first = fan && split ? side + Math.min(split - 1, depth) * aside : columns * side;
  const over = first + GAP * scale;  // enemies lie at the right of a line
  if (split) {
    group.append(draw("path", {d: `M${left + over - GAP * scale / 2} ${top + EDGE * scale}v${high - 2 * EDGE * scale}`, stroke: INK,
                               "stroke-width": 1.2, "stroke-dasharray": "3 2.4"}));
  }
  const order = [...counters.entries()];
  (fan ? order.reverse() : order).forEach(([i, one]) => {
    const second = split && i >= split, behind = Math.min(second ? i - split : i, depth);
    if (fan) group.append(counter(one, left + (second ? over : 0) + behind * aside, top + high - side - behind * fan, scale));
    else if (split && i >= split) {
      const at = i - split;
      group.append(counter(one, left + over + at % beside * side, top + Math.floor(at / beside) * side, scale));
    } else group.append(counter(one, left + i % columns * side, top + Math.floor(i / columns) * side, scale));
  });
  return group;
}
function holder(number, place) {
  const group = drawing(number);
  group.setAttribute("data-place", text(place));
  return group;
}
function layBoard(number) {
  const kind = tables.boards[number];
  readBoard(kind);
  const [wide, high] = board.size = kind.size;
  board.number = number;
  board.least = kind.least;
  board.numbers = new Map(kind.places.map(([id]) => [text(id), id]));
  board.svg = draw("svg", {viewBox: `0 0 ${wide} ${high}`, role: "group", "aria-label": text(kind.title)});
  const all = draw("g", {id: "whole"});
  all.append(draw("rect", {width: wide, height: high, fill: PAPER}), ...kind.svg.map(drawing));
  for (const layer of ["places", "looks", "holders", "arrows", "names", "clusters", "spread", "motion"]) all.append(board.layers[layer] = draw("g", {class: layer}));
  board.layers.places.setAttribute("role", "group");
  board.layers.places.setAttribute("aria-label", "Places");
  board.svg.append(all);
  layPlaces(kind);
  board.texts = board.written = null;
  board.shown = {looks: null, names: null, clusters: new Map(), holders: new Map()};
  view.replaceChildren(board.svg);
  layOverview();
  refit();
}
export function showBoard(scene) {
  if (scene.board !== board.number) layBoard(scene.board);
  for (const [layer, paint] of [["holders", holder], ["clusters", cluster]]) {
    const now = scene[layer], shown = board.shown[layer];
    for (const [place, have] of shown) if (!now.has(place)) { have.node.remove(); shown.delete(place); }
    for (const [place, number] of now) {
      const have = shown.get(place);
      if (have && have.number === number) continue;
      const node = paint(number, place);
      if (have) have.node.replaceWith(node); else board.layers[layer].append(node);
      shown.set(place, {number, node});
    }
  }
  board.layers.spread.replaceChildren();
  showDots(scene);
  for (const layer of ["looks", "names"]) if (board.shown[layer] !== scene[layer]) {
    board.layers[layer].replaceChildren(...scene[layer].map(drawing));
    board.shown[layer] = scene[layer];
  }
  if (board.shown.arrows !== scene.arrows) {
    const ways = (scene.arrows || []).map(arrow).filter(Boolean);
    board.layers.arrows.replaceChildren(...ways);
    board.layers.arrows.append(...onTop(ways));
    board.shown.arrows = scene.arrows;
  }
}
function onTop(ways) {  // the names and numbers of places that a way runs over, written once more
  if (!ways.length) return [];
  board.texts = board.texts || [...board.svg.querySelectorAll(".board text")].filter(one => one.closest("[paint-order]"))
    .map(one => [one, one.getBBox()]);
  const points = ways.flatMap(way => {
    const path = way.querySelector("path"), long = path.getTotalLength();
    return Array.from({length: Math.ceil(long / NEXT_TO) + 1}, (_, i) => path.getPointAtLength(Math.min(i * NEXT_TO, long)));
  });
  const isUnder = box => points.some(({x, y}) => x > box.x - NEXT_TO && x < box.x + box.width + NEXT_TO
    && y > box.y - NEXT_TO && y < box.y + box.height + NEXT_TO);
  return board.texts.filter(([, box]) => isUnder(box)).map(([node]) => {
    const style = node.parentNode.cloneNode(false);  // hexes have the type of all their numbers together
    style.removeAttribute("class");
    style.append(node.cloneNode(true));
    return style;
  });
}
const NEXT_TO = 4;
const HEAD = 13, BURST = 8.5, DASHES = {order: "none", route: "9 5", support: "0.1 6.5", fire: "none"};
const STROKES = {order: 3.5, route: 3.5, support: 3.5, fire: 2}, MOST_SAID = 24;
const RAYS = [[1, 0], [.36, .26], [.5, .87], [-.14, .42], [-.5, .87], [-.45, 0], [-1, 0], [-.36, -.26], [-.5, -.87], [.14, -.42], [.5, -.87], [.45, 0]];
function arrow(number) {  // along the places that it names, as our painter draws it in pictures
  const [kind, faction, said, along, by] = row(number), side = factions.get(text(faction)), ink = side ? side.fill : INK;
  const points = by || along.map(one => board.places.get(text(one))).filter(Boolean).map(place => place.meet);
  if (points.length < 2) return null;
  const [[u, v], [x, y]] = points.slice(-2), long = Math.hypot(x - u, y - v) || 1, back = Math.min(1, HEAD / long);
  const neck = [x - (x - u) * back, y - (y - v) * back], across = (x - neck[0]) / HEAD * 7, down = (y - neck[1]) / HEAD * 7;
  const d = `M${[...points.slice(0, -1), neck].map(one => one.join(" ")).join("L")}`, wide = STROKES[kind];
  const group = draw("g", {"data-arrow": kind, fill: "none", "stroke-linejoin": "round"}), title = draw("title"), words = text(said);
  title.textContent = [nameOf(text(faction)), kind, words].filter(Boolean).join(": ");
  const dashed = (stroke, broad) => draw("path", {d, stroke, "stroke-width": broad, "stroke-dasharray": DASHES[kind],
                                                  "stroke-linecap": kind === "support" ? "round" : "butt"});
  group.append(title, draw("path", {d, stroke: PAPER, "stroke-width": wide + 3}), dashed(INK, wide + 1.2), dashed(ink, wide),
               ...headOf(kind, [x, y], neck, [across, down], ink));
  if (words) {
    const half = Math.floor(points.length / 2), [from, to] = [points[half - 1], points[half]];
    const written = draw("text", {x: (from[0] + to[0]) / 2, y: (from[1] + to[1]) / 2 - 5, "text-anchor": "middle", "font-size": 9, "font-weight": "bold",
                                  fill: ink, stroke: PAPER, "stroke-width": 2.5, "paint-order": "stroke"});
    written.textContent = words.slice(0, MOST_SAID);
    group.append(written);
  }
  return group;
}
function headOf(kind, [x, y], neck, [across, down], ink) {  // a triangle; for support an open angle, for fire a burst
  if (kind === "fire") {
    const u = (x + neck[0]) / 2, v = (y + neck[1]) / 2;
    return [draw("path", {d: `M${RAYS.map(([right, below]) => `${u + right * BURST} ${v + below * BURST}`).join("L")}Z`, fill: ink, stroke: INK, "stroke-width": 0.8})];
  }
  const sides = `M${neck[0] - down} ${neck[1] + across}L${x} ${y}L${neck[0] + down} ${neck[1] - across}`;
  if (kind === "support") return [[PAPER, 6], [INK, 4.2], [ink, 3]].map(([stroke, wide]) => draw("path", {d: sides, stroke, "stroke-width": wide}));
  return [draw("path", {d: `${sides}Z`, fill: ink, stroke: INK, "stroke-width": 0.8})];
}

/* The small map: a light picture of the board, its areas flat and its counters dots, with the part that is seen. It covers no counter, and no place
   that is fought over or named now: where there is no room beside these, it folds itself to its button until there is. */
import {$, PAPER, draw, make} from "./elements.js";
import {factions, tables, text} from "./tables.js";
import {board, boxOf, view} from "./board.js";
import {camera, fitting, seen, zoomTo} from "./camera.js";
const overview = $("overview"), button = $("small-map");
const MOST = 24, WIDEST = 3000, DOT = 34, TRIES = 6, AIR = 8, NARROW = 900, ALONG = 12, BESIDE = 6;
const small = {dots: null, chosen: undefined, isCrowded: false, corner: null, isHeld: false, named: [], clear: null};

function flat() {  // what is painted plainly on the board, all of one paint as one path: no patterns, no relief, no words
  const paints = new Map();
  for (const one of board.svg.querySelectorAll(".board path, .board rect")) {
    if (one.closest("[transform], defs, clipPath, [opacity]") || one.hasAttribute("fill-opacity") || one.hasAttribute("stroke-opacity")) continue;
    const [fill, stroke, wide] = ["fill", "stroke", "stroke-width"].map(name => one.getAttribute(name) || (one.parentNode.getAttribute(name) || "none"));
    const isFilled = /^(var|#)/.test(fill), isLine = /^(var|#)/.test(stroke) && Number(wide) >= 2 && !isFilled;
    const box = name => Number(one.getAttribute(name) || 0);
    const d = one.getAttribute("d") || `M${box("x")} ${box("y")}h${box("width")}v${box("height")}h${-box("width")}Z`;
    if (!isFilled && !isLine || d.length > (isFilled ? 40 : 1) * WIDEST) continue;
    const key = isFilled ? fill : `${stroke} ${wide}`;
    if (!paints.has(key)) paints.set(key, {d: [], ...(isFilled ? {fill} : {fill: "none", stroke, "stroke-width": Math.max(6, Number(wide))})});
    paints.get(key).d.push(d);
  }
  return [...paints.values()].slice(0, MOST).map(({d, ...looks}) => draw("path", {...looks, d: d.join("")}));
}
export function layOverview() {
  const [wide, high] = board.size, size = {viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true"};
  const ground = draw("svg", size), over = draw("svg", {...size, class: "over"});  // apart, so that a step paints dots alone
  ground.append(draw("rect", {width: wide, height: high, fill: PAPER}), ...flat());
  small.dots = new Map();
  over.append(draw("g", {class: "dots"}), draw("rect", {class: "seen"}));
  overview.replaceChildren(make("div", {inert: ""}, ground, over));  // its places are no places to go to
}
const sides = new WeakMap();  // of each counter, as the table holds it
function sideOf(number) {
  const counter = tables.counters[number];
  if (!sides.has(counter)) {
    const words = text(counter[0]);
    sides.set(counter, [...factions.values()].find(one => one.name && words.startsWith(`${one.name}: `)) || null);
  }
  return sides.get(counter);
}
export function showDots(scene) {  // for each place and side that has counters there a dot
  const dots = new Map();
  small.isHeld = false;
  small.clear = null;
  for (const [place, number] of scene.clusters) {
    const at = board.places.get(text(place)), lying = new Set(tables.clusters[number][6].map(sideOf));
    if (at) [...lying].filter(Boolean).forEach((side, i) => {
      const x = at.box.x + at.box.width / 2 + (i - (lying.size - 1) / 2) * DOT * 0.8, y = at.box.y + at.box.height / 2;
      dots.set(side.fill, (dots.get(side.fill) || "") + `M${x.toFixed(0)} ${y.toFixed(0)}h.1`);
    });
  }
  for (const [fill, d] of dots) {
    if (!small.dots.has(fill)) {
      const looks = {fill: "none", "stroke-linecap": "round"}, rim = draw("path", {...looks, stroke: PAPER, "stroke-width": DOT * 1.35});
      const dot = draw("path", {...looks, stroke: fill, "stroke-width": DOT});
      overview.querySelector(".dots").append(rim, dot);
      small.dots.set(fill, [rim, dot]);
    }
    for (const node of small.dots.get(fill)) if (node.getAttribute("d") !== d) node.setAttribute("d", d);
  }
  for (const [fill, nodes] of small.dots) if (!dots.has(fill)) for (const node of nodes) node.removeAttribute("d");
}
function byHand() {  // "open" or "folded", as somebody left it; in one column folded at first; else null: as there is room
  if (small.chosen === undefined) {
    let kept = null;
    try { kept = localStorage.getItem("pbem small map"); } catch (refused) { /* as it begins */ }
    small.chosen = kept === "folded" || kept === null && innerWidth < NARROW ? "folded" : kept && "open";
  }
  return small.chosen;
}
const isFolded = () => Boolean(button) && (byHand() === "folded" || byHand() === null && small.isCrowded);
export function foldOverview() {
  small.chosen = isFolded() ? "open" : "folded";
  try { localStorage.setItem("pbem small map", small.chosen); } catch (refused) { /* for this visit only */ }
  showOverview();
}
const meets = (one, own) => one.x < own.x + own.width && one.x + one.width > own.x && one.y < own.y + own.height && one.y + one.height > own.y;
function cornerOf(zoom, part, isUp) {  // what the buttons cover below, or above, in units of the board
  const top = isUp ? AIR : view.clientHeight - zoom.offsetHeight - 2 * AIR;
  return {x: part.x + (zoom.offsetLeft - AIR) / camera.scale, y: part.y + (top - AIR) / camera.scale,
          width: (zoom.offsetWidth + 3 * AIR) / camera.scale, height: (zoom.offsetHeight + 3 * AIR) / camera.scale};
}
export function moveButtons() {  // off what is looked at or told of now, unless they are used
  const zoom = $("zoom"), part = seen();
  if (!zoom || zoom.matches(":hover, :focus-within")) return;
  const now = [...small.named, ...[...board.layers.looks.children].map(one => one.getBBox())];
  const [low, high] = [false, true].map(isUp => now.filter(one => meets(one, cornerOf(zoom, part, isUp))).length);
  zoom.classList.toggle("up", high < low);
}
export function showOverview() {
  const isWhole = camera.scale <= fitting() * 1.02, part = seen();
  overview.hidden = isWhole || Boolean(button) && byHand() === "folded";
  if (!overview.hidden && !small.isHeld) small.isCrowded = !place(part);  // it has a size only while it is not hidden
  overview.hidden = isWhole || isFolded();
  if (button) {
    button.setAttribute("aria-pressed", String(!isFolded()));
    button.disabled = isWhole;
  }
  if (overview.hidden) return;
  const frame = overview.querySelector(".seen");
  for (const [key, value] of Object.entries(part)) frame.setAttribute(key, value.toFixed(1));
}
export function keepClear(named) {  // the boxes of the places that are fought over or named now
  small.named = named;
  small.clear = null;
}
function toKeepClear() {  // the boxes of what it may not cover: counters, highlights, points along arrows, places named
  const {looks, names, arrows} = board.layers, way = arrows.querySelectorAll("[data-arrow] path:first-of-type");
  const drawn = [...looks.children, ...names.children, ...arrows.querySelectorAll("[data-arrow] text")].map(one => one.getBBox());
  const along = [...way].flatMap(one => {
    const long = one.getTotalLength();
    return Array.from({length: Math.ceil(long / ALONG) + 1}, (_, i) => one.getPointAtLength(Math.min(i * ALONG, long)));
  });
  const wider = (box, by) => ({x: box.x - by, y: box.y - by, width: (box.width || 0) + 2 * by, height: (box.height || 0) + 2 * by});
  return [...[...board.shown.clusters.values()].map(one => boxOf(one.number)), ...drawn.map(one => wider(one, BESIDE / 2)),
          ...along.map(one => wider(one, BESIDE + ALONG / 2)), ...small.named];
}
function place(part) {  // where it covers nothing of this: it stays if it can, else a corner, else an edge; true if there is room
  const wide = overview.offsetWidth, high = overview.offsetHeight, zoom = $("zoom");
  const right = view.clientWidth - wide - AIR, bottom = view.clientHeight - high - AIR;
  const boxes = small.clear = small.clear || toKeepClear();
  const corner = zoom && cornerOf(zoom, part, zoom.classList.contains("up"));
  const covered = ([x, y]) => {
    const own = {x: part.x + (x - 2) / camera.scale, y: part.y + (y - 2) / camera.scale, width: (wide + 4) / camera.scale, height: (high + 4) / camera.scale};
    return boxes.filter(one => meets(one, own)).length + (corner && meets(corner, own) ? 1e6 : 0);
  };
  const along = (low, high) => Array.from({length: TRIES + 1}, (_, i) => low + (high - low) * i / TRIES);
  const isWithin = ([x, y]) => x <= Math.max(AIR, right) && y <= Math.max(AIR, bottom);
  const tried = [...(small.corner && isWithin(small.corner) ? [small.corner] : []), [AIR, AIR], [right, AIR], [AIR, bottom], [right, bottom],
                 ...along(AIR, right).flatMap(x => [[x, AIR], [x, bottom]]), ...along(AIR, bottom).flatMap(y => [[AIR, y], [right, y]])];
  let best = null, least = Infinity;
  for (const one of tried) {
    const many = covered(one);
    if (many < least) [best, least] = [one, many];
    if (!least) break;
  }
  small.corner = best;
  overview.style.left = `${Math.round(best[0])}px`;
  overview.style.top = `${Math.round(best[1])}px`;
  return !least;
}
function byOverview(event) {
  if (event.type === "pointermove" && !event.buttons) return;
  const box = overview.firstChild.getBoundingClientRect(), scale = box.width / board.size[0];
  camera.mode = "free";
  small.isHeld = true;  // whoever looks about by it finds it where it was
  zoomTo(camera.scale, [(event.clientX - box.left) / scale, (event.clientY - box.top) / scale]);
}
export function openOverview() {
  for (const kind of ["pointerdown", "pointermove"]) overview.addEventListener(kind, byOverview);
  for (const kind of ["pointerdown", "wheel"]) view.addEventListener(kind, () => { small.isHeld = false; }, {passive: true});
  if (button) button.addEventListener("click", foldOverview);
}

/* The camera: how large the board is, and which part of it is seen. */
import {text} from "./tables.js";
import {board, boxOf, view} from "./board.js";
import {keepClear, moveButtons, openOverview, showOverview} from "./overview.js";
import {choose} from "./places.js";
const READ = 9, TINY = 5, DEEPEST = 6;  // pixels of the smallest letters when the page opens, of the smallest drawn at all; of a unit at most
const TRIED = 6, REACH = 4, MARGIN = 3;  // points tried along each side; the part of the window that it moves at most so as to cut no counter; pixels around one
export const camera = {scale: 1, mode: "read", focus: null, told: [], heart: () => null};  // boxes of places that are told of; what an empty board shows first

export function fitting() {
  const [wide, high] = board.size;
  return Math.min(view.clientWidth / wide, view.clientHeight / high);
}
const reading = () => Math.max(fitting(), READ / board.least);
function resize() {  // the board in pixels, and how much of it the small one says is seen
  const [wide, high] = board.size;
  board.svg.style.width = `${wide * camera.scale}px`;
  board.svg.style.height = `${high * camera.scale}px`;
  hideTiny();
  showOverview();
}
function hideTiny() {  // what nobody could read only clutters the map
  board.written = board.written || [...board.svg.querySelectorAll(".board text, .board .numbers")]
    .map(node => [node, node.tagName === "text" ? parseFloat(getComputedStyle(node).fontSize) : board.least]);
  for (const [node, size] of board.written) if (node.classList.contains("tiny") !== size * camera.scale < TINY) node.classList.toggle("tiny");
}
export function toBoard(clientX, clientY) {
  const box = board.svg.getBoundingClientRect();
  return [(clientX - box.left) / camera.scale, (clientY - box.top) / camera.scale];
}
export function zoomTo(scale, point, clientX, clientY) {  // a point of the board stands still, or comes to the middle
  const frame = view.getBoundingClientRect();
  const x = clientX === undefined ? frame.left + view.clientWidth / 2 : clientX;
  const y = clientY === undefined ? frame.top + view.clientHeight / 2 : clientY;
  camera.scale = Math.min(DEEPEST, Math.max(fitting(), scale));
  resize();
  const box = board.svg.getBoundingClientRect();
  view.scrollLeft += box.left + point[0] * camera.scale - x;
  view.scrollTop += box.top + point[1] * camera.scale - y;
}
export const middle = box => [box.x + box.width / 2, box.y + box.height / 2];
export function seen() {  // the part of the board in the window, in its units
  const [left, top] = toBoard(view.getBoundingClientRect().left, view.getBoundingClientRect().top);
  return {x: left, y: top, width: view.clientWidth / camera.scale, height: view.clientHeight / camera.scale};
}
export function zoom(factor) {  // by keys and buttons: towards what happens now
  camera.mode = "free";
  zoomTo(camera.scale * factor, middle(camera.focus || seen()));
}
function toWhole() { camera.mode = "whole"; zoomTo(fitting(), middle(seen())); }
function toReading() { camera.mode = "read"; zoomTo(reading(), middle(camera.focus || seen())); }
const isWhole = () => camera.mode === "whole" || camera.mode === "end";  // asked for, or by itself at the end of a game
export function whole() { if (isWhole()) toReading(); else toWhole(); }
export function comeNear(point) { camera.mode = "free"; zoomTo(reading(), point); }
const room = () => `${view.clientWidth} ${view.clientHeight}`;
let fitted = "";  // the room of the window that the board was fitted to, scroll bars and all
export function refit() {
  if (!board.svg || view.clientWidth < 10) return;
  const keep = middle(camera.mode === "read" && camera.focus || seen());
  zoomTo(isWhole() ? fitting() : camera.mode === "read" ? reading() : camera.scale, keep);
  if (camera.mode === "read" && camera.focus) zoomTo(camera.scale, bestPoint());  // by the size that it has now
  fitted = room();
}
function refitLater() { if (room() !== fitted) refit(); }  // told of a new size a frame later: somebody may have moved the board since

function around(boxes) {
  if (!boxes.length) return null;
  const left = Math.min(...boxes.map(one => one.x)), top = Math.min(...boxes.map(one => one.y));
  return {x: left, y: top, width: Math.max(...boxes.map(one => one.x + one.width)) - left,
          height: Math.max(...boxes.map(one => one.y + one.height)) - top};
}
function focusOf(step) {  // what happens now: what is looked at, else the places that are told of, else what was before
  if (step.scene.looks.length) return board.layers.looks.getBBox();
  return around(toldOf(step)) || camera.focus;
}
function toldOf(step) {  // where the places lie that are told of
  return (step.told || []).flatMap(one => one[2]).map(place => board.places.get(text(place))).filter(Boolean).map(place => place.box);
}
function foughtOver(step) {
  const [number] = step.scene.target || [], place = number === undefined ? null : board.places.get(text(number));
  return place ? [place.box] : [];
}
export function lookAt(step) {
  keepClear([...toldOf(step), ...foughtOver(step)]);
  turnTo(step);
  moveButtons();
  showOverview();  // what moved may lie where it is
}
function turnTo(step) {
  const before = camera.focus;
  camera.focus = focusOf(step);
  if (!camera.focus) camera.focus = board.layers.clusters.firstChild ? board.layers.clusters.getBBox() : camera.heart();
  if (!camera.focus) return;
  if (camera.focus !== before) camera.told = toldOf(step);
  const {x, y, width, height} = camera.focus, part = seen(), air = 24 / camera.scale;
  const isSeen = (low, long, from, room) => low >= from + Math.min(air, (room - long) / 2) - 1 && low + long <= from + room - Math.min(air, (room - long) / 2) + 1;
  if (isSeen(x, width, part.x, part.width) && isSeen(y, height, part.y, part.height)) return;
  if (!isLarge() || board.layers.looks.firstChild || camera.focus !== before) zoomTo(camera.scale, bestPoint());
}
const isLarge = () => camera.focus.width > seen().width || camera.focus.height > seen().height;
function bestPoint() {  // what to have in the middle, so that what happens now is seen; too large for the window: the last that is looked at, which is where it goes
  const last = board.layers.looks.lastChild;
  if (isLarge() && !last) return uncut(fullest(camera.told), null);
  const shown = isLarge() ? last.getBBox() : camera.focus;
  return uncut(middle(shown), shown);
}
const boxesNow = () => [...board.shown.clusters.values()].map(one => boxOf(one.number));
function windowAt(point) {  // what is seen if this point is to be in the middle, as far as the board goes
  const {width, height} = seen(), low = (at, long, room) => room <= long ? (room - long) / 2 : Math.min(Math.max(0, at - long / 2), room - long);
  return {x: low(point[0], width, board.size[0]), y: low(point[1], height, board.size[1]), width, height};
}
const holds = (part, box) => box.x >= part.x && box.y >= part.y && box.x + box.width <= part.x + part.width && box.y + box.height <= part.y + part.height;
const touches = (part, box) => box.x < part.x + part.width && box.x + box.width > part.x && box.y < part.y + part.height && box.y + box.height > part.y;
function fullest(told) {  // of what the window cannot hold: where most of it is seen, places that are told of and counters
  const {x, y, width, height} = camera.focus, counters = boxesNow(), along = Array.from({length: TRIED + 1}, (_, i) => i / TRIED);
  let best = middle(camera.focus), most = -1;
  for (const across of [...along].sort(inMiddle)) for (const down of [...along].sort(inMiddle)) {
    const point = [x + width * across, y + height * down], part = windowAt(point), many = [...told, ...counters].filter(one => holds(part, one)).length;
    if (many > most) [best, most] = [point, many];
  }
  return best;
}
const inMiddle = (a, b) => Math.abs(a - 0.5) - Math.abs(b - 0.5);
function uncut(point, kept) {  // the nearest point from which the edges of the window cut fewest counters, and nothing that must be seen
  const from = windowAt(point), air = MARGIN / camera.scale, counters = boxesNow();
  const isNear = box => touches({x: from.x - from.width / REACH, y: from.y - from.height / REACH, width: from.width * (1 + 2 / REACH), height: from.height * (1 + 2 / REACH)}, box);
  const near = counters.filter(isNear), shifts = (at, long, wide) => {  // so that a counter is just inside or just outside
    const all = [0, ...near.flatMap(box => [box[at] - air - from[at], box[at] + box[long] + air - from[at]].flatMap(to => [to, to - from[long]]))];
    return [...new Set(all.filter(by => Math.abs(by) <= from[long] / REACH && from[at] + by >= Math.min(0, from[at]) && from[at] + by + from[long] <= Math.max(wide, from[at] + from[long])))];
  };
  let best = [0, 0], least = Infinity;
  const [across, down] = [shifts("x", "width", board.size[0]), shifts("y", "height", board.size[1])];
  for (const right of across) for (const below of down) {
    const part = {...from, x: from.x + right, y: from.y + below}, far = Math.abs(right) / from.width + Math.abs(below) / from.height;
    if (kept && holds(from, kept) && !holds(part, kept)) continue;
    const bad = near.filter(box => touches(part, box) && !holds(part, box)).length + far;  // `far` is less than one counter
    if (bad < least) [best, least] = [[right, below], bad];
  }
  return [from.x + from.width / 2 + best[0], from.y + from.height / 2 + best[1]];
}

function approach(place, event) {
  camera.mode = "free";
  zoomTo(Math.max(camera.scale * 1.6, reading()), place ? middle(place.box) : toBoard(event.clientX, event.clientY));
}
export function handle() {  // drag and pinch, by mouse, pen or finger
  const fingers = new Map();
  let moved = 0, apart = 0, last = null;
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return [Math.hypot(a[0] - b[0], a[1] - b[1]), (a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  };
  view.addEventListener("pointerdown", event => {
    if (event.button) return;
    if (!fingers.size) moved = 0;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 2) [apart] = spread();
  });
  addEventListener("pointermove", event => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const to = [event.clientX, event.clientY];
    if (fingers.size === 1) {
      if (moved + Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]) < 5) return;
      moved = 5;
      view.scrollLeft -= to[0] - from[0];
      view.scrollTop -= to[1] - from[1];
    }
    fingers.set(event.pointerId, to);
    if (fingers.size === 2) {
      const [now, x, y] = spread(), point = toBoard(last ? last[0] : x, last ? last[1] : y);
      moved = 5;
      camera.mode = "free";
      if (apart) zoomTo(camera.scale * now / apart, point, x, y);
      [apart, last] = [now, [x, y]];
    }
  });
  const away = event => { fingers.delete(event.pointerId); last = null; };
  addEventListener("pointerup", away);
  addEventListener("pointercancel", away);
  view.addEventListener("wheel", event => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    camera.mode = "free";
    zoomTo(camera.scale * Math.exp(-event.deltaY / 300), toBoard(event.clientX, event.clientY), event.clientX, event.clientY);
  }, {passive: false});
  let before = {timeStamp: -1000};  // two clicks at one point, for not every browser tells of a double one
  view.addEventListener("click", event => {
    if (moved >= 5) { moved = 0; return; }
    const group = event.target.closest("[data-place]"), id = group && group.getAttribute("data-place");
    const far = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (event.timeStamp - before.timeStamp < 450 && far < 24) { approach(board.places.get(id), event); before = {timeStamp: -1000}; }
    else { choose(id); before = event; }
  });
  view.addEventListener("scroll", showOverview, {passive: true});
  openOverview();
  if (typeof ResizeObserver === "function") new ResizeObserver(refitLater).observe(view); else addEventListener("resize", refitLater);
}

/* The camera: how large the board is, and which part of it is seen. */
import {text} from "./tables.js";
import {board, view} from "./board.js";
import {keepClear, moveButtons, openOverview, showOverview} from "./overview.js";
import {choose} from "./places.js";
const READ = 9, TINY = 5, DEEPEST = 6;  // pixels of the smallest letters when the page opens, of the smallest drawn at all; of a unit at most
export const camera = {scale: 1, mode: "read", focus: null, heart: () => null};  // the last: what an empty board shows first

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
  camera.focus = focusOf(step);
  if (!camera.focus) camera.focus = board.layers.clusters.firstChild ? board.layers.clusters.getBBox() : camera.heart();
  if (!camera.focus) return;
  const {x, y, width, height} = camera.focus, part = seen(), air = 24 / camera.scale;
  const isSeen = (low, long, from, room) => low >= from + Math.min(air, (room - long) / 2) - 1 && low + long <= from + room - Math.min(air, (room - long) / 2) + 1;
  if (isSeen(x, width, part.x, part.width) && isSeen(y, height, part.y, part.height)) return;
  const looks = board.layers.looks.children;  // too large for the window: the last, which is where it goes
  const isLarge = width > part.width || height > part.height;
  zoomTo(camera.scale, middle(isLarge && looks.length ? looks[looks.length - 1].getBBox() : camera.focus));
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

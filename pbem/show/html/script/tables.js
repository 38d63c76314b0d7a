/* Tables of what repeats, and the steps with the scene after each; whoever has a part of a game adds it. */
import {make, parsed} from "./elements.js";
export const NOTHING = -1;
export const tables = {texts: [], drawings: [], counters: [], clusters: [], rows: [], boards: [], paints: [], elements: []};
export const text = number => tables.texts[number];
export const steps = [];
export function addTables(more) {
  for (const name of Object.keys(tables)) for (const value of more[name]) tables[name].push(value);
}
export function addPart(part) {
  addTables(part.tables);
  unfold(part.frames);
}
function unfold(frames) {
  for (const frame of frames) {
    const before = steps.length ? steps[steps.length - 1].scene : {looks: [], names: [], clusters: new Map(), holders: new Map()};
    const scene = Object.assign({}, before);
    for (const name of ["board", "turn", "phase", "looks", "names", "awaited", "tracks", "boxes", "cards", "pools", "columns",
                        "notes", "legend", "target", "scores", "arrows"]) if (name in frame) scene[name] = frame[name];
    for (const name of ["clusters", "holders"]) if (name in frame) {
      scene[name] = new Map(before[name]);
      for (const [place, number] of frame[name]) {
        if (number === NOTHING) scene[name].delete(place); else scene[name].set(place, number);
      }
    }
    if (!("round" in frame)) frame.round = steps[steps.length - 1].round + 1;
    const changes = {};
    for (const name of ["clusters", "holders"]) if (name in frame) changes[name] = frame[name].map(one => text(one[0]));
    steps.push(Object.assign(frame, {scene, changes, at: steps.length}));
  }
}
const NONE = [];
export const row = number => number === undefined ? NONE : tables.rows[number];
const SHORT = {"{": "<", "}": ">", "'": '"'};  // so that drawings stand in the page as they are
const drawn = new WeakMap();  // by what the table holds, as all that is kept: the number is another's when a board is told anew
export function drawing(number) {
  const parts = tables.drawings[number];
  if (!drawn.has(parts)) drawn.set(parts, parsed(spelledOut(parts)));
  return drawn.get(parts).cloneNode(true);
}
const spelledOut = parts => parts.map(part => tables.elements[part]).join("").replace(/[{}']/g, sign => SHORT[sign]);
export const factions = new Map(), places = new Map();
export function readBoard(board) {
  factions.clear();
  places.clear();
  for (const [id, name, fill, ink, code, alliance, wants] of board.factions)
    factions.set(text(id), {name: text(name), fill, ink, code: text(code), alliance: text(alliance), wants: text(wants)});
  for (const [id, name] of board.places) places.set(text(id), text(name));
}
export const nameOf = seat => (factions.get(seat) || {name: seat}).name || seat;
export const placeName = id => places.get(id) || id;
export function badge(seat) {
  const faction = factions.get(seat);
  return make("b", Object.assign({class: "badge", text: nameOf(seat)}, faction && {paint: [faction.fill, faction.ink]}));
}

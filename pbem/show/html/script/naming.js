/* Which counters a sentence is about: those that it names where it happens, or that lie in one place only; if it names none, those
   of the sides that it names, where it happens. */
import {factions, tables, text} from "./tables.js";
import {board} from "./board.js";
const known = new Map();  // the words of a counter to its side and its names
export function namesOf(words) {
  if (!known.has(words)) {
    const cut = words.indexOf(": "), side = cut > 0 && [...factions.values()].some(one => one.name === words.slice(0, cut)) ? words.slice(0, cut) : "";
    const whole = side ? words.slice(cut + 2) : words, token = /\((token \d+)\)/.exec(whole);
    const name = whole.replace(/(?: \(|: ).*$/, "").replace(/ x\d+$/, "");
    known.set(words, {side, names: [name, ...(token ? [token[1]] : [])].filter(one => one.length > 1)});
  }
  return known.get(words);
}
export function lyingNow() {  // {words, place, side, names, node} of each counter on the board
  return [...board.shown.clusters].flatMap(([place, {node}]) => [...node.querySelectorAll(":scope > g > title")].map(title =>
    ({words: title.textContent, place: text(place), node: title.parentNode, ...namesOf(title.textContent)})));
}
const isLetter = sign => sign !== undefined && /[\p{L}\p{N}/-]/u.test(sign);
function nextOf(name, said, from) {  // where the name stands by itself, not in a longer word
  for (let i = said.indexOf(name, from); i >= 0; i = said.indexOf(name, i + 1))
    if (!isLetter(said[i - 1]) && !isLetter(said[i + name.length])) return i;
  return -1;
}
let allNames = null;
function everyName() {  // of all counters of the game, the longest first: "infantry brigade" is no "infantry"
  if (!allNames || allNames.count !== tables.counters.length) {
    const names = new Set(tables.counters.flatMap(([words]) => namesOf(text(words)).names));
    allNames = {count: tables.counters.length, list: [...names].sort((a, b) => b.length - a.length)};
  }
  return allNames.list;
}
export function namesIn(said) {
  const found = new Set();
  let left = said;
  for (const name of everyName()) for (let i = nextOf(name, left, 0); i >= 0; i = nextOf(name, left, i)) {
    found.add(name);
    left = left.slice(0, i) + "\0".repeat(name.length) + left.slice(i + name.length);
  }
  return found;
}
export function isAbout(said, told, counter, lying, names = namesIn(said)) {
  const mine = counter.names.filter(name => names.has(name));
  const sides = [...factions.values()].map(one => one.name).filter(name => name && nextOf(name, said, 0) >= 0);
  if (!names.size) return told.includes(counter.place) && sides.includes(counter.side);
  if (!mine.length) return false;
  if (counter.names.length > 1) return mine.includes(counter.names[1]);  // a token is one of its kind
  if (sides.length && counter.side && !sides.includes(counter.side) && lying.some(one => one.side !== counter.side && one.names.includes(mine[0]))) return false;
  return told.includes(counter.place) || lying.every(one => one.place === counter.place || one.side !== counter.side || !one.names.includes(mine[0]));
}

/* Two viewers of one game: as the public saw it, and all that was; the address says which of them is shown. */
import {$} from "./elements.js";
import {addTables, steps, tables, text} from "./tables.js";
import {match} from "./data.js";
import {link} from "./going.js";
export const SHOW = "Show what was secret";
const WORDS = {public: ["as everybody may see it", SHOW], auditor: ["with full knowledge", "Show what everybody saw"]};
const SIGNS = {public: "-public", auditor: "-all"};
const other = $("data-other") && JSON.parse($("data-other").textContent), own = [...steps];
let theirs = null, isOther = false;
export const hasOther = Boolean(other);
if (other) addTables(other.tables);
export const LINK = /^#r(\d{1,9})(-public|-all)?$/;
export const linkTo = step => `#r${step.round}${isOther ? SIGNS[other.viewer] : ""}`;
const isForOther = hash => hasOther && (LINK.exec(hash) || [])[2] === SIGNS[other.viewer];

function unfoldTheirs() {
  const differs = new Map(other.steps.map(one => [one[0], one])), scene = {}, placed = {clusters: new Map(), holders: new Map()};
  const numbers = new Map(tables.boards.flatMap(one => one.places.map(([id]) => [text(id), id]))), found = [];
  for (const step of own) {
    const [, alone = {}, parts = {}, clusters = [], holders = []] = differs.get(step.at) || [];
    for (const [name, value] of Object.entries(parts)) if (value.length) [scene[name]] = value; else delete scene[name];
    const seen = {...step.scene, ...scene}, changes = {}, before = found.length ? found[found.length - 1].scene : null;
    for (const [name, fresh] of [["clusters", clusters], ["holders", holders]]) {
      for (const [place, number] of fresh) if (number === undefined) placed[name].delete(place); else placed[name].set(place, number);
      const isChanged = fresh.length || !before || step.scene[name] !== own[step.at - 1].scene[name];
      if (isChanged && placed[name].size) {
        seen[name] = new Map(step.scene[name]);
        for (const [place, number] of placed[name]) if (number < 0) seen[name].delete(place); else seen[name].set(place, number);
      } else if (!isChanged) seen[name] = before[name];
      const ids = new Set([...step.changes[name] || [], ...fresh.map(([place]) => text(place))]);
      changes[name] = [...ids].filter(id => !before || before[name].get(numbers.get(id)) !== seen[name].get(numbers.get(id)));
    }
    const shown = {...step, ...alone, scene: seen, changes};
    for (const [name, value] of Object.entries(alone)) if (value === null) delete shown[name];
    found.push(shown);
  }
  return found;
}
function see(isTheirs) {
  isOther = isTheirs;
  if (isTheirs && !theirs) theirs = unfoldTheirs();
  (isTheirs ? theirs : own).forEach((step, i) => { steps[i] = step; });
  const viewer = isOther ? other.viewer : match.viewer, [said, offer] = WORDS[viewer] || ["", ""];
  $("viewer").textContent = said;
  $("eyes").textContent = offer;
  $("eyes").hidden = !other;
  document.body.dataset.eyes = viewer;
}
export function openEyes(tellAnew) {  // `tellAnew` tells the whole page once more, as others saw it
  see(isForOther(location.hash));
  $("eyes").addEventListener("click", () => { if (other) { see(!isOther); tellAnew(); link(); } });
}
export function toEyes(tellAnew) {  // a link says whose eyes are meant
  if (!other || !LINK.test(location.hash) || isForOther(location.hash) === isOther) return;
  see(!isOther);
  tellAnew();
}

/* What a step moved is walked, and where something was lost, revealed or captured it flashes; quick, and one may turn it off. */
import {$, draw} from "./elements.js";
import {row, steps, tables, text} from "./tables.js";
import {board} from "./board.js";
import {playing} from "./going.js";
const STRIDE = 650;  // milliseconds of a walk, of a flash twice as many
let walking = 0;
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const moves_on = () => $("motion").getAttribute("aria-pressed") === "true";
export function openMotion() {
  let kept = null;
  try { kept = localStorage.getItem("pbem motion"); } catch (refused) { /* as the system has it */ }
  $("motion").setAttribute("aria-pressed", String(kept === null ? !stillness.matches : kept === "on"));
  $("motion").addEventListener("click", () => {
    const isOn = !moves_on();
    $("motion").setAttribute("aria-pressed", String(isOn));
    try { localStorage.setItem("pbem motion", isOn ? "on" : "off"); } catch (refused) { /* for this visit only */ }
    if (!isOn) still();
  });
}
function still() {
  cancelAnimationFrame(walking);
  board.layers.motion.replaceChildren();
}
function kindOf(step, before, id) {  // what changed at a place
  const number = board.numbers.get(id);
  if (step.scene.holders.get(number) !== before.scene.holders.get(number)) return "captured";
  const counters = scene => {
    const found = scene.clusters.get(number);
    return found === undefined ? [] : tables.clusters[found][6];
  };
  const [had, has] = [counters(before.scene), counters(step.scene)];
  if (had.length === has.length && had.every((one, i) => one === has[i])) return "";
  return had.length > has.length ? "lost" : had.length === has.length ? "revealed" : "";
}
export function showMotion(step, before) {
  still();
  if (before < 0 || step.at !== before + 1 || !moves_on() || playing && Number($("speed").value) > 2) return;
  const ways = [...board.layers.arrows.querySelectorAll('[data-arrow="route"]')], start = performance.now();
  const walks = ways.map(way => {
    const [, line, head] = way.querySelectorAll("path"), walker = draw("rect", {class: "walker", width: 22, height: 22, rx: 4});
    walker.setAttribute("fill", head.getAttribute("fill"));
    board.layers.motion.append(walker);
    return [line, line.getTotalLength(), walker];
  });
  const onWay = new Set((step.scene.arrows || []).map(row).filter(one => one[0] === "route").flatMap(one => one[3].map(text)));
  for (const id of new Set(["clusters", "holders"].flatMap(name => step.changes[name] || []))) {
    const kind = kindOf(step, steps[before], id), place = board.places.get(id);
    if (kind && place && !(kind !== "captured" && onWay.has(id)))
      board.layers.motion.append(draw("path", {class: `flash ${kind}`, d: place.node.getAttribute("d")}));
  }
  if (!board.layers.motion.firstChild) return;
  const walk = now => {
    const part = Math.min(1, (now - start) / STRIDE);
    for (const [line, length, walker] of walks) {
      const {x, y} = line.getPointAtLength(length * part);
      walker.setAttribute("x", x - 11);
      walker.setAttribute("y", y - 11);
      if (part === 1) walker.remove();
    }
    if (now - start > 2 * STRIDE) still(); else walking = requestAnimationFrame(walk);
  };
  walk(start);
}

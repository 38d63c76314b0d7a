/* Arrows on the board: what the order in progress would set moving, firing or supporting. */
import {draw} from "./show/elements.js";
import {board} from "./show/board.js";

const HEAD = 12, HALF = 6;  // how long the head of an arrow is, and half of how wide

export function showWays(ways) {
  for (const old of board.svg ? board.svg.querySelectorAll(".ordered") : []) old.remove();
  if (!board.svg || !ways.length) return;
  const group = draw("g", {class: "ordered", "aria-hidden": "true"});
  group.append(...ways.map(one => way(one.kind, one.places)).filter(Boolean));
  board.layers.clusters.after(group);  // on top of what stands at its ends
}
function way(kind, places) {
  const points = places.map(id => board.places.get(id)).filter(Boolean).map(place => place.meet);
  if (points.length < 2) return null;
  const [[u, v], [x, y]] = points.slice(-2), long = Math.hypot(x - u, y - v) || 1, [across, down] = [(x - u) / long, (y - v) / long];
  const neck = [x - across * HEAD, y - down * HEAD], line = `M${[...points.slice(0, -1), neck].map(one => one.join(" ")).join("L")}`;
  const head = `M${neck[0] - down * HALF} ${neck[1] + across * HALF}L${x} ${y}L${neck[0] + down * HALF} ${neck[1] - across * HALF}Z`;
  const group = draw("g", {class: kind, "data-way": places.join(" ")});
  group.append(draw("path", {class: "under", d: line}), draw("path", {class: "line", d: line}), draw("path", {class: "head", d: head}));
  return group;
}

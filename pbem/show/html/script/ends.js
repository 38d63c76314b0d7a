/* How games by bots ended from the beginning of each turn on: a column of shares for each, under the graphs. */
import {draw, make} from "./elements.js";
import {at} from "./shown.js";
import {factions, nameOf, steps} from "./tables.js";
import {ended, match} from "./data.js";
import {LEFT, RIGHT, WIDE} from "./charts.js";
import {isSealed} from "./following.js";
const TALL = 44, MOST_WIDE = 14, FOOT = 4;
const ends = match.ends || [], shares = {picture: null, words: null, wide: 0, lefts: []};
const whose = seats => seats.map(nameOf).join(", ") || "nobody";
const inShares = ([round, seed, games, won]) => `From round ${round} bots ended ${games} games (seed ${seed}): ${won.map(([seats, many]) => `${many} ${whose(seats)}`).join("; ")}`;

function layColumns() {  // each column under its step, as far as none lies over another
  const room = WIDE - LEFT - RIGHT;
  shares.wide = Math.min(MOST_WIDE, room / ends.length);
  let least = LEFT, most = WIDE - RIGHT;
  shares.lefts = ends.map(([round]) => {
    const left = Math.max(least, LEFT + Math.max(0, steps.findIndex(step => step.round >= round)) * room / Math.max(1, ended - 1));
    least = left + shares.wide;
    return left;
  });
  for (let i = ends.length - 1; i >= 0; i--) most = shares.lefts[i] = Math.min(shares.lefts[i], most - shares.wide);
}
export function layEnds() {
  if (!ends.length) return [];
  shares.picture = draw("svg", {viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "data-graph": "ends"});
  shares.words = make("p", {class: "soft good"});
  layColumns();
  const remark = (ends.find(one => one[4]) || [])[4] || "";
  return [make("div", {class: "chart score"}, make("h3", {text: "How bots ended it from there"}), shares.picture, shares.words,
               remark ? make("p", {class: "soft good", text: remark}) : "")];
}
export function showEnds(isWhole) {
  if (!shares.picture) return;
  const now = steps[Math.min(at, ended - 1)].round, known = ends.filter(([round]) => isWhole || !isSealed() || round <= now);
  const here = ends.filter(([round]) => round <= now).pop(), high = TALL - 2 * FOOT;
  shares.picture.replaceChildren(...known.flatMap((one, i) => {
    let low = TALL - FOOT;
    const inOrder = [...one[3]].sort((a, b) => whose(a[0]) < whose(b[0]) ? -1 : 1);  // the same side always at the same end
    return inOrder.map(([seats, many]) => {
      const side = factions.get(seats[0]), part = high * many / one[2], title = draw("title");
      const bar = draw("rect", {x: shares.lefts[i], y: low -= part, width: shares.wide, height: part, fill: side ? side.fill : "var(--button)",
                                stroke: "var(--ink)", "stroke-width": one === here ? 1.6 : 0.5});
      title.textContent = inShares(one);
      bar.append(title);
      return bar;
    });
  }));
  shares.words.textContent = here ? inShares(here) : "";
  shares.picture.setAttribute("aria-label", known.map(inShares).join(". ") || "Nothing yet");
}

/* What if: so many games that bots play on from here, as the seat that is looked through knows the match. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {get} from "./api.js";
import {told} from "./decided.js";

const EACH = 400;  // ms between two looks at one that is under way
const now = {game: "", seat: null, ask: null, timer: 0, n: 0};

export function openWhatIf(game, ask) {
  now.game = game;
  now.ask = ask;
  $("whatif").addEventListener("toggle", () => { if ($("whatif").open) refresh(); else now.n++; });
  $("whatif-begin").addEventListener("click", () => act("begin", {n: Math.trunc($("whatif-games").valueAsNumber) || 0, text: $("whatif-seed").value}));
  $("whatif-stop").addEventListener("click", () => act("stop", {}));
}
export function showWhatIf(state) {
  $("whatif").hidden = Boolean(state.result);
  if (now.seat === state.seat) return;
  now.seat = state.seat;  // another one knows other things: nothing of the one before is shown
  paint({count: 0, lines: [], shares: [], notes: [], why: []});
  if ($("whatif").open) refresh();
}
async function refresh() {
  const n = ++now.n;
  clearTimeout(now.timer);
  try {
    const found = await get(`/api/m/${encodeURIComponent(now.game)}/whatif?${new URLSearchParams({seat: now.seat || ""})}`);
    if (n === now.n) follow(found);
  } catch (fault) { if (n === now.n) say(told(fault)); }
}
async function act(what, asked) {
  const n = ++now.n;
  clearTimeout(now.timer);
  try {
    const found = await now.ask(`whatif/${what}`, asked);
    if (n === now.n) follow(found);
  } catch (fault) { if (n === now.n) say(told(fault)); }
}
function follow(found) {
  paint(found);
  if (found.runs) now.timer = setTimeout(refresh, EACH);
}
const say = lines => $("whatif-said").replaceChildren(...lines);
function paint({runs, count, played, answers, heading, lines, shares, notes, why}) {
  $("whatif").dataset.runs = runs ? "yes" : "no";
  $("whatif-begin").disabled = Boolean(runs);
  $("whatif-stop").hidden = $("whatif-bar").hidden = $("whatif-runs").hidden = !runs;
  $("whatif-bar").max = count || 1;
  $("whatif-bar").value = played || 0;
  $("whatif-runs").textContent = runs ? en("of_games", {played, count, answers}) : "";
  $("whatif-lines").replaceChildren(...lines.map(text => make("li", {text})));
  $("whatif-shares").replaceChildren(...shares.map(text => make("li", {text})));
  const end = [...(heading ? [make("p", {text: heading})] : []), ...notes.map(text => make("p", {class: "soft", text}))];
  say(runs ? [] : [...why.map(text => make("p", {class: "alarm", text})), ...end]);
}

/* Whole matches as files, as the seat that is looked through; packets for the others, to save or to copy. */
import {$, make} from "./show/elements.js";
import {BASE, get} from "./api.js";
import {told} from "./decided.js";
import {called} from "./told.js";

const PAPERS = [["replay.html", "Replay", "the game step by step, in a new tab"], ["log.txt", "Log", "the story, in a new tab"], ["report.md", "Report", "turn by turn, with dice and remarks"],
  ["board.svg", "Board", "a picture"], ["game.csv", "Table", "for spreadsheets"], ["game.json", "Data", "for other programs"],
  ["evidence.zip", "Evidence", "all that a stranger needs to judge it"], ["game.pbem", "Record", "the log itself, which anybody may check"]];
const path = game => `${BASE}/m/${encodeURIComponent(game)}`;
const now = {game: "", seat: null, change: null};

export function openPapers(game, change) {
  now.game = game;
  now.change = change;
  const lack = make("button", {type: "button", text: "Write what the others may lack"}), all = make("button", {type: "button", text: "The whole log, for who lost it"});
  lack.addEventListener("click", () => out(0));
  all.addEventListener("click", () => out(1));
  $("papers-out").append(lack, all);
}
export function showPapers(state) {
  if (now.seat === state.seat) return;
  now.seat = state.seat;
  $("papers-as").textContent = state.seat ? `As ${called(state.seat)} saw it, secrets of ${called(state.seat)} too; for everybody's eyes take the second.` : "As everybody may see it.";
  $("papers-list").replaceChildren(...PAPERS.map(([name, title, words]) => {
    const link = (text, seat) => make("a", {href: `${path(now.game)}/paper/${name}?seat=${encodeURIComponent(seat)}`, target: "_blank", rel: "noopener", text});
    const isForAll = name === "evidence.zip" || name === "game.pbem";
    return make("p", {}, link(title, state.seat), ` ${words}`, state.seat && !isForAll ? " · " : "", state.seat && !isForAll ? link(`${title} for everybody`, "") : "");
  }));
}
async function out(everything) {
  try {
    const done = await now.change("out", {n: everything});
    $("papers-text").replaceChildren(...done.told.map(line => make("p", {class: "soft", text: line})), ...done.packets.map(packet));
  } catch (fault) { $("papers-text").replaceChildren(...told(fault)); }
}
function packet(name) {
  const there = `/api/m/${encodeURIComponent(now.game)}/packet/${encodeURIComponent(name)}`, box = make("div");
  const copy = make("button", {type: "button", class: "small", text: "As text to copy"});
  copy.addEventListener("click", async () => {
    try {
      const text = make("textarea", {readonly: "", rows: 6, "aria-label": "The packet as text"});
      text.value = (await get(`${there}/text`)).text;
      box.replaceChildren(text);
      text.select();
    } catch (fault) { box.replaceChildren(...told(fault)); }
  });
  return make("div", {}, make("p", {class: "row"}, make("a", {href: BASE + there, download: name, text: name}), copy), box);
}

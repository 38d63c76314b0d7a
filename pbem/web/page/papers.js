/* Whole matches as files, as the seat that is looked through; packets for the others, to save or to copy. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {BASE, get} from "./api.js";
import {told} from "./decided.js";
import {called} from "./told.js";

const PAPERS = [["replay.html", en("replay"), en("the_game_step_by_step")], ["log.txt", en("log"), en("the_story_in_a_new")], ["report.html", en("report"), en("the_story_with_pictures_then")],
  ["report.md", en("markdown"), en("the_same_text")],
  ["board.svg", en("board"), en("a_picture")], ["game.csv", en("table"), en("for_spreadsheets")], ["game.json", en("data"), en("for_other_programs")],
  ["evidence.zip", en("evidence"), en("all_that_a_stranger_needs")], ["game.pbem", en("record"), en("the_log_itself_which_anybody")]];
const path = game => `${BASE}/m/${encodeURIComponent(game)}`;
const now = {game: "", seat: null, change: null};

export function openPapers(game, change) {
  now.game = game;
  now.change = change;
  const lack = make("button", {type: "button", text: en("write_what_the_others_may")}), all = make("button", {type: "button", text: en("the_whole_log_for_who")});
  lack.addEventListener("click", () => out(0));
  all.addEventListener("click", () => out(1));
  $("papers-out").append(lack, all);
}
export function showPapers(state) {
  $("papers").hidden = false;
  if (now.seat === state.seat) return;
  now.seat = state.seat;
  $("papers-as").textContent = state.seat ? en("as_saw_it_secrets_of", {seat: called(state.seat)}) : en("as_everybody_may_see_it");
  $("papers-list").replaceChildren(...PAPERS.map(([name, title, words]) => {
    const link = (text, seat) => make("a", {href: `${path(now.game)}/paper/${name}?seat=${encodeURIComponent(seat)}`, target: "_blank", rel: "noopener", text});
    const isForAll = name === "evidence.zip" || name === "game.pbem";
    return make("p", {}, link(title, state.seat), ` ${words}`, state.seat && !isForAll ? " · " : "", state.seat && !isForAll ? link(en("for_everybody", {title}), "") : "");
  }));
}
async function out(everything) {
  try {
    const done = await now.change("out", {n: everything});
    $("papers-text").replaceChildren(...done.told.map(line => make("p", {class: "soft", text: line})), ...done.packets.map(name => packetOf(now.game, name)));
  } catch (fault) { $("papers-text").replaceChildren(...told(fault)); }
}
export function packetOf(game, name) {
  const there = `/api/m/${encodeURIComponent(game)}/packet/${encodeURIComponent(name)}`, box = make("div");
  const copy = make("button", {type: "button", class: "small", text: en("as_text_to_copy")});
  copy.addEventListener("click", async () => {
    try {
      const text = make("textarea", {readonly: "", rows: 6, "aria-label": en("the_packet_as_text")});
      text.value = (await get(`${there}/text`)).text;
      box.replaceChildren(text);
      text.select();
    } catch (fault) { box.replaceChildren(...told(fault)); }
  });
  return make("div", {}, make("p", {class: "row"}, make("a", {href: BASE + there, download: name, text: name}), copy), box);
}

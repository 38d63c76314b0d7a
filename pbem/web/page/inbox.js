/* The list of all matches: those where it is your move first. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {BASE, get} from "./api.js";

const HEADS = {move: en("your_move"), waits: en("waiting_for_others"), ended: en("ended"), fault: en("cannot_be_read")};
const WAYS = [["/begin", en("begin_a_match"), en("alone_or_with_others")], ["/begin#people", en("be_invited"), en("whoever_makes_the_match")], ["/post", en("share_a_folder"), en("then_nothing_is_carried")]];
export async function showInbox() {
  const entries = await get("/api/matches"), parts = [];
  for (const [state, head] of Object.entries(HEADS)) {
    const those = entries.filter(one => one.state === state);
    if (!those.length) continue;
    parts.push(make("h2", {text: head}), make("ul", {class: "matches"}, ...those.map(one => make("li", {},
      state === "fault" ? make("b", {text: one.title}) : make("a", {href: `${BASE}/m/${encodeURIComponent(one.game)}`, text: one.title}),
      make("p", {text: one.line}),
      make("p", {class: "soft", text: [one.drafts ? en("drafted", {drafts: one.drafts}) : "", one.when ? en("since", {when: one.when}) : ""].filter(Boolean).join(" · ")})))));
  }
  if (!entries.length) parts.push(make("h2", {text: en("no_match_yet")}), ...WAYS.map(([path, link, words]) =>
    make("p", {class: "card"}, make("a", {href: BASE + path, text: link}), words)));
  $("matches").replaceChildren(...parts);
  $("matches").hidden = false;
  if (entries.length) showTrouble();
}
async function showTrouble() {  // what keeps matches from travelling stands above them
  const {carried, why} = await get("/api/post").catch(() => ({carried: {failing: []}, why: ""}));
  const lines = [why, carried.work === "fails" ? carried.why : "", ...carried.failing].filter(Boolean);
  if (lines.length) $("matches").prepend(make("p", {class: "alarm"}, ...new Set(lines.map(line => `${line} `)), make("a", {href: `${BASE}/post`, text: en("see_the_post")})));
}

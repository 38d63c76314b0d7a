/* The list of all matches: those where it is your move first. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {BASE, get, post} from "./api.js";
import {held} from "./focus.js";
import {goOn} from "./handing.js";

const HEADS = {move: en("your_move"), waits: en("waiting_for_others"), ended: en("ended"), fault: en("cannot_be_read")};
const WAYS = [["/begin", en("begin_a_match"), en("alone_or_with_others")], ["/begin#people", en("be_invited"), en("whoever_makes_the_match")], ["/post", en("share_a_folder"), en("then_nothing_is_carried")]];
export async function showInbox(tell) {
  const [entries, asked] = await Promise.all([get("/api/matches"), get("/api/invitations")]), parts = [];
  if (asked.length) parts.push(make("h2", {text: en("invitations")}), make("ul", {class: "matches", id: "invitations"}, ...asked.map(one => invitation(one, tell))));
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
  const mine = entries.filter(one => one.state === "move").map(one => one.title);
  document.title = mine.length ? `● ${en("your_move_of", {seats: mine.join(", ")})}` : en("matches");
  held(() => $("matches").replaceChildren(...parts));
  $("matches").hidden = false;
  if (entries.length) showTrouble();
}
function invitation(one, tell) {  // nothing is begun before it is taken
  const {host, title} = one, seats = one.seats.join(", ");
  const button = (text, kind, press) => {
    const it = make("button", {type: "button", class: kind, text});
    it.addEventListener("click", async () => { it.disabled = true; try { await press(); } catch (fault) { it.disabled = false; tell(fault); } });
    return it;
  };
  const take = button(one.played ? en("play_on_from_this") : en("take_my_seat"), "main", async () => goOn(await post("/api/invitation/take", {game: one.game})));
  const leave = button(en("no_thanks"), "", async () => { await post("/api/invitation/leave", {game: one.game}); await showInbox(tell); });
  for (const [name, it] of Object.entries({take, leave})) it.dataset.answer = `${one.game} ${name}`;
  return make("li", {}, make("p", {text: host ? en("invites_you_to", {host, title, seats}) : en("an_unknown_person_invites", {title, seats})}),
    one.played ? make("p", {class: "soft", text: en("another_copy_of_this_home")}) : "", host ? "" : make("p", {class: "soft", text: en("ask_for_the_card_of", {id: one.id})}), make("p", {class: "row"}, take, leave));
}
async function showTrouble() {  // what keeps matches from travelling stands above them
  const {carried, why} = await get("/api/post").catch(() => ({carried: {failing: []}, why: ""}));
  const lines = [why, carried.work === "fails" ? carried.why : "", ...carried.failing].filter(Boolean);
  if (lines.length) $("matches").prepend(make("p", {class: "alarm"}, ...new Set(lines.map(line => `${line} `)), make("a", {href: `${BASE}/post`, text: en("see_the_post")})));
}

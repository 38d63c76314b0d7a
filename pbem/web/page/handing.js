/* What the others must get before they can play: shown after a match has begun here, until one goes on to it. */
import {make} from "./show/elements.js";
import {en} from "./en.js";
import {BASE, post} from "./api.js";
import {told} from "./decided.js";
import {packetOf} from "./papers.js";

const KEPT = "pbem:handed";
const there = game => `${BASE}/m/${encodeURIComponent(game)}`;

export function goOn(made) {  // to the match; before it to what must be sent, if somebody else plays
  const isToSend = made.packets.length && made.seats.length;  // who was here before has nothing new to send
  if (isToSend) sessionStorage.setItem(KEPT, JSON.stringify(made));
  location.href = isToSend ? `${BASE}/begin` : there(made.game);
}
function carry(made) {  // by the folder or the mail that is set up, from now on
  const said = make("div", {role: "status"}), button = make("button", {type: "button", class: "main", text: en("let_it_be_carried_from_now_on")});
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await post("/api/post/carry", {game: made.game, open: true});
      said.replaceChildren(make("p", {class: "legal", text: en("it_is_left_in_the_folder")}));
      button.hidden = true;
    } catch (fault) { button.disabled = false; said.replaceChildren(...told(fault)); }
  });
  return make("div", {}, button, make("p", {class: "soft", text: en("it_gets_the_keys_which_lie_open")}), said);
}
export const forgetHanded = () => sessionStorage.removeItem(KEPT);  // a match is looked at
export function handedOver() {
  const kept = sessionStorage.getItem(KEPT);
  if (!kept) return null;
  const made = JSON.parse(kept), on = make("a", {href: there(made.game), text: en("sent_on_to_the_match")});
  const isSetUp = made.folders.length + made.mails.length > 0, postLink = make("a", {href: `${BASE}/post`, text: en("post")});
  return make("section", {class: "card", id: "handed"}, make("h2", {text: en("now_the_others_need_this")}),
    make("p", {text: en("send_this_file_to", {others: made.others.join(", ")})}), ...made.packets.map(name => packetOf(made.game, name)),
    ...made.folders.map(path => make("p", {class: "soft", text: en("or_put_it_into_the", {path})})),
    ...made.mails.map(address => make("p", {class: "soft", text: en("or_your_mail_brings_it", {address})})),
    ...(isSetUp ? [carry(made)] : []),
    make("p", {class: "soft"}, isSetUp ? en("it_is_left_there_by") : en("so_that_nothing_is_sent"), " ", postLink), make("p", {class: "on"}, on));
}

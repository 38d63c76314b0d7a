/* The post: who does the courier's work, the folders and accounts it uses, which matches it carries. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {get, post} from "./api.js";
import {held} from "./focus.js";
import {told} from "./decided.js";
import {noticeSwitch} from "./notices.js";

const WORK = {idle: en("all_is_set_up"), here: en("this_table_does_the_couriers"), elsewhere: en("a_courier_of_this_home"),
  fails: en("the_courier_cannot_work"), "": en("nothing_travels_by_itself_yet")};
let state = null;

export async function showPost() {
  const found = await get("/api/post");
  if (!state) build();
  held(() => paint(found));
  $("post").hidden = false;
}
function paint(found) {
  const isOpen = state.how.querySelector("details[open]") !== null;
  state.how.replaceChildren(...how(found));
  if (isOpen && state.how.querySelector("details")) state.how.querySelector("details").open = true;
  state.ways.replaceChildren(...found.folders.map(path => make("li", {text: en("the_folder_at", {path})})), ...found.mails.map(one => make("li", {text: `${one.address}: ${one.imap}, ${one.smtp}`})));
  state.matches.replaceChildren(...(found.matches.length ? found.matches.map(carried) : [make("p", {class: "soft", text: en("no_match_to_carry")})]));
}
function how(found) {
  const {carried: one} = found, lines = [make("p", {class: one.work === "fails" ? "alarm" : "", text: WORK[one.work]})];
  if (one.work === "fails") lines.push(make("p", {class: "alarm", text: one.why}));
  if (found.why && found.why !== one.why) lines.push(make("p", {class: "alarm", text: found.why}));
  if (one.since) lines.push(make("p", {class: "soft", text: one.looked ? en("since_it_looked_last", {since: one.since, looked: one.looked}) : en("since_when", {since: one.since})}));
  for (const line of one.failing) lines.push(make("p", {class: "alarm", text: line}));
  if (one.said.length) lines.push(make("details", {}, make("summary", {text: en("what_it_said")}), make("ol", {class: "since", tabindex: "0"}, ...one.said.map(line => make("li", {text: line})))));
  return lines;
}
function carried(one) {
  const line = make("p", {class: "row"}, make("b", {text: one.title}), one.carried ? en("is_carried") : "");
  if (!one.carried) {
    line.append(button(en("let_it_be_carried"), said => act("carry", {game: one.game, open: state.open.checked}, said)));
    line.lastChild.dataset.answer = one.game;
  }
  return make("div", {}, line);
}
function button(text, press, kind = "") {
  const it = make("button", {type: "button", class: kind, text});
  it.addEventListener("click", async () => { it.disabled = true; await press(state.said); it.disabled = false; });
  return it;
}
async function act(what, body, said) {
  said.replaceChildren(make("p", {class: "soft", text: "..."}));
  try {
    const done = await post(`/api/post/${what}`, body);
    await showPost();
    said.replaceChildren(...done.told.map(line => make("p", {class: "legal", text: line})));
    return true;
  } catch (fault) { said.replaceChildren(...told(fault)); return false; }
}
const field = (label, input, note) => make("label", {class: "field"}, make("span", {text: label}), input, note ? make("small", {text: note}) : "");
const input = (type, more = {}) => make("input", {type, autocomplete: "off", spellcheck: "false", autocapitalize: "off", ...more});
const tls = () => make("select", {}, ...["tls", "starttls", "none"].map(one => make("option", {value: one, text: one})));
function way(title, words, fields, body) {
  const said = make("div", {role: "status"}), there = {...state, said};
  const tries = make("button", {type: "button", text: en("try_it")}), keeps = make("button", {type: "button", class: "main", text: en("keep_it")});
  for (const [it, what] of [[tries, "try"], [keeps, "keep"]]) it.addEventListener("click", async () => { it.disabled = true; await act(what, body(), there.said); it.disabled = false; });
  return make("section", {class: "card"}, make("h2", {text: title}), make("p", {class: "soft", text: words}), ...fields, make("p", {class: "row"}, tries, keeps), said);
}
function build() {
  state = {how: make("div"), ways: make("ul"), matches: make("div"), said: make("div", {role: "status"}), open: input("checkbox")};
  const folder = input("text", {placeholder: "/home/me/shared/game"});
  const address = input("email"), password = input("password", {autocomplete: "new-password"}), imap = input("text", {placeholder: "imap.example.org"}), smtp = input("text", {placeholder: "smtp.example.org"});
  const imapTls = tls(), smtpTls = tls();
  $("post").replaceChildren(
    make("section", {class: "card"}, make("h2", {text: en("the_post")}), state.how, state.ways, noticeSwitch()),
    make("section", {class: "card"}, make("h2", {text: en("matches_that_it_carries")}), make("p", {class: "soft", text: en("it_gets_the_keys_of")}),
      make("label", {class: "row plain"}, state.open, make("span", {text: en("its_keys_may_lie_open")})), state.matches, state.said),
    way(en("by_a_folder"), en("one_that_you_share_with"),
      [field(en("the_folder"), folder, en("the_whole_path_it_must"))], () => ({folder: folder.value.trim()})),
    way(en("by_mail"), en("an_account_of_yours_the"),
      [field(en("address"), address), field(en("password"), password, en("many_providers_give_one_for")), field(en("where_mail_is_fetched_imap"), imap, en("host_or_host_port")), field(en("encrypted_by_imap"), imapTls),
       field(en("where_mail_is_handed_in"), smtp, en("host_or_host_port")), field(en("encrypted_by_smtp"), smtpTls)],
      () => ({address: address.value.trim(), password: password.value, imap: imap.value.trim(), imap_tls: imapTls.value, smtp: smtp.value.trim(), smtp_tls: smtpTls.value})));
}

/* The post: who does the courier's work, the folders and accounts it uses, which matches it carries. */
import {$, make} from "./show/elements.js";
import {get, post} from "./api.js";
import {told} from "./decided.js";
import {noticeSwitch} from "./notices.js";

const WORK = {here: "This table does the courier's work, as long as it runs.", elsewhere: "A courier of this home does the work.",
  fails: "The courier cannot work:", "": "Nothing travels by itself yet: set up a folder or a mail account, or hand the packets over yourself."};
let state = null;

export async function showPost() {
  const found = await get("/api/post");
  if (!state) build();
  state.how.replaceChildren(...how(found));
  state.ways.replaceChildren(...found.folders.map(path => make("li", {text: `the folder ${path}`})), ...found.mails.map(one => make("li", {text: `${one.address}: ${one.imap}, ${one.smtp}`})));
  state.matches.replaceChildren(...(found.matches.length ? found.matches.map(carried) : [make("p", {class: "soft", text: "No match yet."})]));
  $("post").hidden = false;
}
function how(found) {
  const {carried: one} = found, lines = [make("p", {class: one.work === "fails" ? "alarm" : "", text: WORK[one.work]})];
  if (one.work === "fails") lines.push(make("p", {class: "alarm", text: one.why}));
  if (found.why && found.why !== one.why) lines.push(make("p", {class: "alarm", text: found.why}));
  if (one.since) lines.push(make("p", {class: "soft", text: `since ${one.since}${one.looked ? `; it looked last ${one.looked}` : ""}`}));
  for (const line of one.failing) lines.push(make("p", {class: "alarm", text: line}));
  if (one.said.length) lines.push(make("details", {}, make("summary", {text: "What it said"}), make("ol", {class: "since"}, ...one.said.map(line => make("li", {text: line})))));
  return lines;
}
function carried(one) {
  const line = make("p", {class: "row"}, make("b", {text: one.title}), one.carried ? " is carried" : "");
  if (!one.carried) line.append(button("Let it be carried", said => act("carry", {game: one.game, open: state.open.checked}, said)));
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
  const tries = make("button", {type: "button", text: "Try it"}), keeps = make("button", {type: "button", class: "main", text: "Keep it"});
  for (const [it, what] of [[tries, "try"], [keeps, "keep"]]) it.addEventListener("click", async () => { it.disabled = true; await act(what, body(), there.said); it.disabled = false; });
  return make("section", {class: "card"}, make("h2", {text: title}), make("p", {class: "soft", text: words}), ...fields, make("p", {class: "row"}, tries, keeps), said);
}
function build() {
  state = {how: make("div"), ways: make("ul"), matches: make("div"), said: make("div", {role: "status"}), open: input("checkbox")};
  const folder = input("text", {placeholder: "/home/me/shared/game"});
  const address = input("email"), password = input("password", {autocomplete: "new-password"}), imap = input("text", {placeholder: "imap.example.org"}), smtp = input("text", {placeholder: "smtp.example.org"});
  const imapTls = tls(), smtpTls = tls();
  $("post").replaceChildren(
    make("section", {class: "card"}, make("h2", {text: "The post"}), state.how, state.ways, noticeSwitch()),
    make("section", {class: "card"}, make("h2", {text: "Matches that it carries"}), make("p", {class: "soft", text: "It gets the keys of your seats in that match, never your identity, and answers what needs no decision."}),
      make("label", {class: "row plain"}, state.open, make("span", {text: "Its keys may lie open on this disk, which is mine alone"})), state.matches, state.said),
    way("By a folder", "One that you share with the others, such as a synchronised one. Each match leaves its packets there, and takes in those of the others.",
      [field("The folder", folder, "the whole path; it must be there")], () => ({folder: folder.value.trim()})),
    way("By mail", "An account of yours. The password is kept in a private file of this home and is shown to nobody; if the field is left empty the one given before stays.",
      [field("Address", address), field("Password", password, "many providers give one for programs: an app password"), field("Where mail is fetched (IMAP)", imap, "host, or host:port"), field("Encrypted by (IMAP)", imapTls),
       field("Where mail is handed in (SMTP)", smtp, "host, or host:port"), field("Encrypted by (SMTP)", smtpTls)],
      () => ({address: address.value.trim(), password: password.value, imap: imap.value.trim(), imap_tls: imapTls.value, smtp: smtp.value.trim(), smtp_tls: smtpTls.value})));
}

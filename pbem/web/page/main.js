/* The page: which part of it is open, what is dropped on it, what goes wrong. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {BASE, drop, listen} from "./api.js";
import {isNobody, showBegin} from "./begin.js";
import {openComposer, orderedAt} from "./composer.js";
import {forgetHanded, goOn} from "./handing.js";
import {openFocus} from "./focus.js";
import {openHint} from "./hint.js";
import {areOn, begin, notice} from "./notices.js";
import {showPost} from "./post.js";
import {askPassphrase} from "./unlock.js";
import {showInbox} from "./inbox.js";
import {act as actNow, look, openMatch, positionNow} from "./match.js";

const LOCKED = 423;
const MOST = 4 * 1024 * 1024;
const game = location.pathname.startsWith(`${BASE}/m/`) ? decodeURIComponent(location.pathname.slice(BASE.length + 3)) : "";
const begins = location.pathname === `${BASE}/begin`;
const posts = location.pathname === `${BASE}/post`;
const open = () => isNobody() ? showBegin(tell) : posts ? showPost() : begins ? showBegin(tell) : showInbox(tell);
let isGone = false;  // whether the table was not there when it was asked last
const found = () => { if (isGone) { isGone = false; say(""); } };
const refresh = () => isNobody() ? null : (game ? look() : open()).then(found).catch(tell);  // who says who he is goes on by himself

function tell(fault) {
  if (fault.http === LOCKED) { askPassphrase(fault); return; }
  isGone = fault.http === 0;
  const lines = fault.fault ? [...fault.message.split("\n"), fault.fault.hint] : [String(fault)];
  $("status").replaceChildren(...lines.filter(Boolean).map(line => make("span", {text: line})));
  $("status").classList.add("alarm");
  if (fault.http === 409 && !fault.fault.rule && game) look().catch(() => {});  // it has changed: what is typed stays
}
function say(...lines) {
  $("status").classList.remove("alarm");
  $("status").replaceChildren(...lines.filter(Boolean).map(line => make("span", {text: line})));
}
async function act(what, n) {
  try {
    say("");
    await actNow(what, n);
  } catch (fault) { tell(fault); }
}
async function taken(file) {
  if (file.size > MOST) { say(en("has_more_than_4_mib", {file: file.name})); return; }
  try {
    const content = await file.arrayBuffer(), got = await drop(content);
    if (got.invitation) { invite(got, content); return; }
    say(...got.told, ...got.faults.flatMap(one => [...one.error.split("\n"), one.hint]));
    await refresh();
  } catch (fault) { tell(fault); }
}
function invite(got, content) {
  const button = make("button", {type: "button", class: "main", text: got.played ? en("play_on_from_this") : en("take_my_seat")});
  button.addEventListener("click", async () => {
    try { goOn(await drop(content, true)); } catch (fault) { tell(fault); }
  });
  say("");
  $("status").append(make("span", {class: "row"}, got.invitation, button));
}
function openDrop() {
  addEventListener("dragover", event => { event.preventDefault(); $("drop").hidden = false; });
  addEventListener("dragleave", event => { if (!event.relatedTarget) $("drop").hidden = true; });
  addEventListener("drop", async event => {
    event.preventDefault();
    $("drop").hidden = true;
    for (const file of event.dataTransfer.files) await taken(file);
  });
  $("file").addEventListener("change", async () => {  // the same for fingers and keys
    for (const file of $("file").files) await taken(file);
    $("file").value = "";
  });
}
function start() {
  if (game && !isNobody()) forgetHanded();
  openDrop();
  openFocus();
  openComposer(tell, () => act("draft"));
  openHint(orderedAt, positionNow);
  let runs = true;
  begin();
  listen(changed => {
    notice();
    if (!begins && (!changed || changed === game || !game)) refresh();
  }, isOpen => {
    if (!isOpen) tell(Object.assign(new Error(en("pbem_table_is_not_running_what_you")), {fault: {hint: en("start_it_again_pbem_table")}}));
    else if (!runs) { say(""); refresh(); }
    runs = isOpen;
  }, () => { if (posts || !game && !begins) refresh(); }, areOn);
  (game && !isNobody() ? openMatch(game, act) : open()).then(() => { document.body.dataset.ready = "yes"; }).catch(tell);
}
start();

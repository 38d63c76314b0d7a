/* From nothing: who one is, whom one knows; a new match stands above them. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {BASE, get, post} from "./api.js";
import {told} from "./decided.js";
import {handedOver} from "./handing.js";
import {field, form, newMatch} from "./newmatch.js";
import {recoveryWords} from "./recovery.js";
import {goesOn, lockButton} from "./unlock.js";

export const isNobody = () => document.body.dataset.who === "nobody";

export async function showBegin(tell) {
  if (isNobody()) { show(identity(tell), restoring(tell)); return; }
  const me = await get("/api/me");
  if (me.locked) throw Object.assign(new Error(en("the_identity_of_is_locked", {name: me.name})), {http: 423, fault: {}, courier: me.courier});
  const handed = handedOver();
  show(...(handed ? [handed] : [newMatch(me, tell), myself(me), others(me)]));
  if (location.hash === "#people" && $("people")) $("people").scrollIntoView();
}
function show(...cards) {
  $("begin").replaceChildren(...cards);
  $("begin").hidden = false;
}
function person() {  // what both ask who are new here and who were here before
  const name = make("input", {required: "", maxlength: 64, autocomplete: "off"}), address = make("input", {type: "email", autocomplete: "off"});
  const passphrase = make("input", {type: "password", autocomplete: "new-password"}), again = make("input", {type: "password", autocomplete: "new-password"});
  const fields = [field(en("what_others_call_you"), name), field(en("your_mail_address"), address, en("only_if_you_play_by")),
    field(en("a_passphrase"), passphrase, en("keeps_your_keys_locked_on")), field(en("the_passphrase_again"), again)];
  const given = () => {
    if (passphrase.value !== again.value) throw Object.assign(new Error(en("the_two_passphrases_differ")), {fault: {}});
    return {name: name.value, address: address.value, passphrase: passphrase.value};
  };
  return {fields, given};
}
const on = () => { location.href = `${BASE}/`; };
function identity(tell) {
  const {fields, given} = person();
  return form(en("who_are_you"), en("this_is_me"), async () => {
    const made = await post("/api/identity", given());
    show(recoveryWords(made.words, on));
    $("recovery").querySelector("h2").focus();
  }, tell, make("p", {class: "soft", text: en("your_keys_are_made_here")}), ...fields);
}
function restoring(tell) {
  const {fields, given} = person(), words = make("textarea", {required: "", rows: 3, maxlength: 400, autocomplete: "off", autocapitalize: "off", spellcheck: "false"});
  const box = form(en("bring_me_back"), en("bring_me_back_by_these"), async () => {
    await post("/api/identity", {...given(), words: words.value});
    on();
  }, tell, field(en("the_24_words"), words), ...fields, make("p", {class: "soft", text: en("what_you_signed_elsewhere")}));
  return make("details", {class: "card", id: "restore"}, make("summary", {text: en("i_was_here_before")}), box);
}
function myself(me) {
  const card = make("textarea", {readonly: "", rows: 3, "aria-label": en("your_card")});
  card.value = me.card;
  return make("section", {class: "card", id: "people", tabindex: "-1"}, make("h2", {text: en("you", {name: me.name})}),
    make("p", {text: me.address || en("no_mail_address")}),
    make("p", {class: "soft", text: en("your_card_for_whoever_makes")}), card,
    make("a", {href: `${BASE}/api/card`, download: "me.card", text: en("save_it_as_a_file")}), ...(me.guarded ? [lockButton(), goesOn(me.courier)] : []));
}
function others(me) {
  return make("section", {class: "card"}, make("h2", {text: en("people_you_know")}),
    ...(me.people.length ? me.people.map(one => make("p", {text: `${one.name}${one.address ? `, ${one.address}` : ""}`})) : [make("p", {text: en("nobody_yet")})]),
    make("p", {class: "soft", text: en("drop_somebodys_card_on_this")}), ...(me.cards.length ? [make("h3", {text: en("cards_in_shared_folders")})] : []),
    ...me.cards.map(lyingCard));
}
function lyingCard(one) {  // anybody may have put it there
  const said = make("span", {role: "status"}), button = make("button", {type: "button", text: en("add_the_card_of", {name: one.name})});
  button.addEventListener("click", async () => {
    button.disabled = true;
    try { await post("/api/card/take", {id: one.id}); location.reload(); } catch (fault) { button.disabled = false; said.replaceChildren(...told(fault)); }
  });
  const id = one.id.slice(0, 12), address = one.address || en("no_mail_address");
  return make("p", {class: "row"}, make("span", {text: en("card_that_lies_there", {name: one.name, address, id})}), button, said);
}

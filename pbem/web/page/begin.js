/* From nothing: who one is, whom one knows, a new match. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {BASE, get, post} from "./api.js";
import {goOn, handedOver} from "./handing.js";
import {lockButton} from "./unlock.js";

const ANSWERS = {true: en("yes"), false: en("no")};

export async function showBegin(tell) {
  const me = await get("/api/me");
  if (me.locked) throw Object.assign(new Error(en("the_identity_of_is_locked", {name: me.name})), {http: 423, fault: {}});
  const handed = handedOver();
  $("begin").replaceChildren(...(handed ? [handed] : me.name ? [newMatch(me, tell), myself(me), others(me)] : [identity(tell)]));
  $("begin").hidden = false;
  if (location.hash === "#people" && $("people")) $("people").scrollIntoView();
}
function field(label, input, note) {
  return make("label", {class: "field"}, make("span", {text: label}), input, note ? make("small", {text: note}) : "");
}
function form(title, button, submit, tell, ...inside) {
  const go = make("button", {type: "submit", class: "main", text: button});
  const box = make("form", {class: "card"}, make("h2", {text: title}), ...inside, go);
  box.addEventListener("submit", async event => {
    event.preventDefault();
    go.disabled = true;
    try { await submit(box); } catch (fault) { tell(fault); } finally { go.disabled = false; }
  });
  return box;
}
function identity(tell) {
  const name = make("input", {required: "", maxlength: 64, autocomplete: "off"}), address = make("input", {type: "email", autocomplete: "off"});
  const passphrase = make("input", {type: "password", autocomplete: "new-password"});
  const again = make("input", {type: "password", autocomplete: "new-password"});
  return form(en("who_are_you"), en("this_is_me"), async box => {
    if (passphrase.value !== again.value) throw Object.assign(new Error(en("the_two_passphrases_differ")), {fault: {}});
    const made = await post("/api/identity", {name: name.value, address: address.value, passphrase: passphrase.value});
    const on = make("button", {type: "button", class: "main", text: en("i_have_written_them_down")});
    on.addEventListener("click", () => showBegin(tell).catch(tell));
    box.replaceWith(make("section", {class: "card"}, make("h2", {text: en("your_recovery_words")}),
      make("p", {text: en("whoever_has_these_words_is")}),
      make("ol", {class: "words"}, ...made.words.map(word => make("li", {text: word}))), on));
  }, tell, field(en("what_others_call_you"), name), field(en("your_mail_address"), address, en("only_if_you_play_by")),
     field(en("a_passphrase"), passphrase, en("keeps_your_keys_locked_on")), field(en("the_passphrase_again"), again));
}
function myself(me) {
  const card = make("textarea", {readonly: "", rows: 3, "aria-label": en("your_card")});
  card.value = me.card;
  return make("section", {class: "card", id: "people", tabindex: "-1"}, make("h2", {text: en("you", {name: me.name})}),
    make("p", {text: me.address || en("no_mail_address")}),
    make("p", {class: "soft", text: en("your_card_for_whoever_makes")}), card,
    make("a", {href: `${BASE}/api/card`, download: "me.card", text: en("save_it_as_a_file")}), me.guarded ? lockButton() : "");
}
function others(me) {
  return make("section", {class: "card"}, make("h2", {text: en("people_you_know")}),
    ...(me.people.length ? me.people.map(one => make("p", {text: `${one.name}${one.address ? `, ${one.address}` : ""}`})) : [make("p", {text: en("nobody_yet")})]),
    make("p", {class: "soft", text: en("drop_somebodys_card_on_this")}));
}
function choice(option) {
  const select = make("select", {}, ...option.choices.map(one => make("option", {value: one, text: ANSWERS[one] || one.replaceAll("_", " ")})));
  select.value = option.default;
  return select;
}
function newMatch(me, tell) {
  const game = make("select", {}, ...me.games.map(one => make("option", {value: one.name, text: one.title})));
  const inside = make("div", {class: "inside"}), dice = make("p", {class: "soft", id: "dice", "aria-live": "polite"});
  const chosen = {options: new Map(), seats: new Map()};
  const show = () => {
    const one = me.games.find(it => it.name === game.value);
    chosen.options.clear();
    chosen.seats.clear();
    const parts = [make("p", {text: one.about})];
    for (const option of one.scenarios) { const it = choice(option); chosen.options.set(option.name, [it, option]); parts.push(field(option.name.replaceAll("_", " "), it, option.text)); }
    if (one.seats.length > 1) for (const seat of one.seats) {
      const who = make("select", {}, make("option", {value: "me", text: en("me", {name: me.name})}), ...me.people.map(it => make("option", {value: it.id, text: it.name})));
      chosen.seats.set(seat, who);
      who.addEventListener("change", () => { dice.textContent = diceOf(chosen); });
      parts.push(field(en("who_plays", {seat: seat.replaceAll("_", " ")}), who));
    }
    dice.textContent = diceOf(chosen);
    parts.push(dice);
    const more = make("details", {}, make("summary", {text: en("options")}));
    for (const option of one.options) { const it = choice(option); chosen.options.set(option.name, [it, option]); more.append(field(option.name.replaceAll("_", " "), it, option.text)); }
    if (one.options.length) parts.push(more);
    inside.replaceChildren(...parts);
  };
  game.addEventListener("change", show);
  show();
  return form(en("a_new_match"), en("begin"), async () => {
    const options = {}, people = {};
    for (const [name, [it, option]] of chosen.options) if (it.value !== option.default) options[name] = it.value;
    for (const [seat, who] of chosen.seats) people[seat] = who.value;
    goOn(await post("/api/new", {game: game.value, people, options}));
  }, tell, field(en("game"), game), inside);
}
const diceOf = chosen => [...chosen.seats.values()].some(who => who.value !== "me")
  ? en("dice_come_from_all_players")
  : en("all_seats_are_yours_and");

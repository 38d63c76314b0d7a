/* The drafts and what they bring about, taking the last one back, sending all; what to hand to the others. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {BASE} from "./api.js";
import {called} from "./told.js";

const LONG = 60;  // signs of an order that are always seen
function drafted(one) {  // what it brings about says it best; the words stand behind it
  const words = make("code", {text: one.text});
  if (!one.told.length) return [words];
  const told = one.told.map(line => make("p", {text: line}));
  return one.text.length < LONG ? [words, ...told] : [...told, make("details", {class: "soft"}, make("summary", {text: en("in_words")}), words)];
}
function back(one, number, act) {
  const button = make("button", {type: "button", class: "small away", text: "×", title: en("take_this_one_back"),
                                 "aria-label": en("take_back_draft", {number, words: one.text.slice(0, LONG)})});
  button.addEventListener("click", () => act("undo", number));
  return button;
}
export function showDrafts(state, done, act) {
  const lines = [];
  if (state.drafts.length) {
    lines.push(make("h3", {text: en("drafts_not_sent", {count: state.drafts.length})}), make("ol", {}, ...state.drafts.map((one, i) =>
      make("li", {}, back(one, i + 1, act), make("b", {text: `${called(one.seat)} (${one.rule}): `}), ...drafted(one)))));
    const undo = make("button", {type: "button", id: "undo", text: en("take_the_last_one_back")});
    const send = make("button", {type: "button", id: "send", class: "main", text: en("send_sign_and_hand_over", {count: state.drafts.length})});
    undo.addEventListener("click", () => act("undo"));
    send.addEventListener("click", () => act("send"));
    lines.push(make("p", {class: "row"}, undo, send));
  }
  if (done) {
    for (const line of done.told) lines.push(make("p", {class: "soft", text: line}));
    for (const name of done.packets) {
      const link = make("a", {href: `${BASE}/api/m/${encodeURIComponent(state.game)}/packet/${encodeURIComponent(name)}`,
                              download: name, text: name});
      lines.push(make("p", {}, en("send_this_file_to_the"), link));
    }
  }
  $("drafts").replaceChildren(...lines);
}

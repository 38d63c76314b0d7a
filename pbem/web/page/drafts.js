/* The drafts and what they bring about, taking the last one back, sending all; what to hand to the others. */
import {$, make} from "./show/elements.js";
import {BASE} from "./api.js";
import {called} from "./told.js";

const LONG = 60;  // signs of an order that are always seen
function drafted(one) {  // what it brings about says it best; the words stand behind it
  const words = make("code", {text: one.text});
  if (!one.told.length) return [words];
  const told = one.told.map(line => make("p", {text: line}));
  return one.text.length < LONG ? [words, ...told] : [...told, make("details", {class: "soft"}, make("summary", {text: "in words"}), words)];
}
function back(one, number, act) {
  const button = make("button", {type: "button", class: "small away", text: "×", title: "Take this one back",
                                 "aria-label": `Take back draft ${number}, ${one.text.slice(0, LONG)}`});
  button.addEventListener("click", () => act("undo", number));
  return button;
}
export function showDrafts(state, done, act) {
  const lines = [];
  if (state.drafts.length) {
    lines.push(make("h3", {text: `Drafts, not sent: ${state.drafts.length}`}), make("ol", {}, ...state.drafts.map((one, i) =>
      make("li", {}, back(one, i + 1, act), make("b", {text: `${called(one.seat)} (${one.rule}): `}), ...drafted(one)))));
    const undo = make("button", {type: "button", id: "undo", text: "Take the last one back"});
    const send = make("button", {type: "button", id: "send", class: "main", text: `Send ${state.drafts.length}: sign and hand over`});
    undo.addEventListener("click", () => act("undo"));
    send.addEventListener("click", () => act("send"));
    lines.push(make("p", {class: "row"}, undo, send));
  }
  if (done) {
    for (const line of done.told) lines.push(make("p", {class: "soft", text: line}));
    for (const name of done.packets) {
      const link = make("a", {href: `${BASE}/api/m/${encodeURIComponent(state.game)}/packet/${encodeURIComponent(name)}`,
                              download: name, text: name});
      lines.push(make("p", {}, "Send this file to the others, if your courier does not: ", link));
    }
  }
  $("drafts").replaceChildren(...lines);
}

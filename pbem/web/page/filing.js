/* Orders filed early: one text, which clicks and typing edit alike, with what may come next; those that are filed. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";

const now = {ask: null, change: null, n: 0, found: null};
const text = () => $("filed-text");

export function openFiling(ask, change) {
  now.ask = ask;
  now.change = change;
  text().addEventListener("input", follow);
  text().addEventListener("focus", () => { if (!now.found) follow(); });
  text().addEventListener("keydown", event => { if (event.key === "Enter" && !$("file-it").disabled) { event.preventDefault(); file(text().value); } });
  $("file-it").addEventListener("click", () => file(text().value));
}
export function showFiled(found) {
  $("filed").replaceChildren(...found.filed.map(one => {
    const back = make("button", {type: "button", class: "small away", text: "×", title: en("take_it_back"), "aria-label": en("take_back", {moment: one.moment})});
    back.addEventListener("click", () => file(`${one.moment}:`));
    return make("li", {}, back, make("code", {text: `${one.moment}: ${one.words}`}),
                one.gone ? make("p", {class: "soft", text: en("as_things_stand_that_is", {gone: one.gone})}) : "");
  }));
  $("moments").replaceChildren(...found.moments.map(one => {
    const button = make("button", {type: "button", class: "ready"}, make("span", {text: one.order}), make("small", {text: one.title}));
    button.addEventListener("click", () => put(one.order));
    return button;
  }));
  $("moments-of").hidden = !found.moments.length;
}
function put(value) {
  text().value = value;
  text().focus();
  follow();
}
async function file(line) {
  try {
    const done = await now.change("filed", {text: line});
    said(done.told, "soft");
    if (line === text().value) { text().value = ""; now.found = null; $("filed-next").replaceChildren(); $("file-it").disabled = true; rows(); }
  } catch (fault) { said([...fault.message.split("\n"), fault.fault ? fault.fault.hint : ""], "alarm"); }
}
const said = (lines, kind) => $("filed-said").replaceChildren(...lines.filter(Boolean).map(line => make("p", {class: kind, text: line})));
async function follow() {
  const n = ++now.n;
  rows();
  let found;
  try { found = await now.ask("filed/follow", {text: text().value, n}); } catch (fault) { if (n === now.n) said(fault.message.split("\n"), "alarm"); return; }
  if (n !== now.n) return;
  now.found = found;
  $("file-it").disabled = !found.is_answer;
  said(text().value.trim() ? [found.is_answer ? en("it_may_be_filed_as") : en("not_an_order_yet", {why: found.why})] : [], "soft");
  $("filed-next").replaceChildren(...found.choices.slice(0, 40).map(choice => {
    const button = make("button", {type: "button", title: choice.label ? choice.words : ""}, make("span", {text: choice.label || choice.words}),
                        choice.remark ? make("small", {text: choice.remark}) : "");
    button.addEventListener("click", () => take(choice));
    return button;
  }));
}
function take(choice) {  // in place of what it completes; an answer is the whole of its part
  const value = text().value;
  if (choice.words === ";") { put(`${value.trimEnd()}; `); return; }
  if (choice.kind === "answer") { put(`${value.slice(0, Math.max(value.lastIndexOf(";"), value.indexOf(":")) + 1)} ${choice.words} `); return; }
  const kept = value.slice(0, value.length - now.found.begun.length);
  put(`${kept}${kept && !/\s$/.test(kept) ? " " : ""}${choice.words} `);
}
function rows() {  // the alternatives, one below the other
  const [, , words = ""] = text().value.match(/^([^:]*):(.*)$/s) || [];
  const parts = words.split(";").map(part => part.trim()).filter(Boolean);
  $("filed-rows").replaceChildren(...(parts.length > 1 ? parts.map(part => make("li", {text: part})) : []));
}

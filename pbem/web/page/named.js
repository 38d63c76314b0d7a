/* Those that one click has named together, each to be left out again by one more. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";

const words = (row, those) => row.before + those.map(one => `${one.words} `).join("");
export function showNamed(row, text, change) {  // `row`: what stood before them, and they; gives whether they still stand there
  const stands = row && row.names.length > 1 && text.startsWith(words(row, row.names));
  if (!stands) { $("named").replaceChildren(); return false; }
  const rest = text.slice(words(row, row.names).length);
  $("named").replaceChildren(make("span", {class: "soft", text: en("named_together")}), ...row.names.map((one, at) => {
    const name = one.label || one.words, button = make("button", {type: "button", class: "small", "aria-label": en("leave_out", {name}), title: en("leave_out", {name}), text: `${name} ×`});
    button.addEventListener("click", () => {
      const names = row.names.filter((_, i) => i !== at);
      change({before: row.before, names}, words(row, names) + rest);
      const near = $("named").querySelectorAll("button")[Math.min(at, names.length - 1)];
      (near || $("order")).focus({preventScroll: true});
    });
    return button;
  }));
  return true;
}

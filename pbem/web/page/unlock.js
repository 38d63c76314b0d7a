/* The passphrase, asked for where the identity is locked; the key stays in the memory of the table. */
import {$, make} from "./show/elements.js";
import {post} from "./api.js";
import {told} from "./decided.js";

export function askPassphrase(fault) {
  if (!$("unlock").hidden) return;
  const passphrase = make("input", {type: "password", autocomplete: "current-password", required: ""}), said = make("div", {role: "status"});
  const go = make("button", {type: "submit", class: "main", text: "Unlock"});
  const form = make("form", {class: "card"}, make("h2", {text: "Your passphrase"}), make("p", {text: `${fault.message}. It is asked for once; the key then stays in the memory of pbem table until that ends or you lock it.`}),
                    make("label", {class: "field"}, make("span", {text: "Passphrase"}), passphrase), go, said);
  form.addEventListener("submit", async event => {
    event.preventDefault();
    go.disabled = true;
    said.replaceChildren(make("p", {class: "soft", text: "It takes a moment ..."}));
    try {
      await post("/api/unlock", {passphrase: passphrase.value});
      passphrase.value = "";
      location.reload();
    } catch (wrong) { said.replaceChildren(...told(wrong)); passphrase.select(); } finally { go.disabled = false; }
  });
  $("unlock").replaceChildren(form);
  $("unlock").hidden = false;
  passphrase.focus();
}
export function lockButton() {
  const button = make("button", {type: "button", text: "Lock: forget my key now"});
  button.addEventListener("click", async () => { await post("/api/lock", {}); location.reload(); });
  return button;
}

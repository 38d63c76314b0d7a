/* The passphrase, asked for where the identity is locked; the key stays in the memory of the table. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {get, post} from "./api.js";
import {told} from "./decided.js";

export function askPassphrase(fault) {
  if (!$("unlock").hidden) return;
  const passphrase = make("input", {type: "password", autocomplete: "current-password", required: ""}), said = make("div", {role: "status"});
  const go = make("button", {type: "submit", class: "main", text: en("unlock")});
  const form = make("form", {class: "card"}, make("h2", {text: en("your_passphrase")}), make("p", {text: en("it_is_asked_for_once", {fault: fault.message})}),
                    make("label", {class: "field"}, make("span", {text: en("passphrase")}), passphrase), go, said);
  if (fault.courier === undefined) get("/api/me").then(me => said.after(goesOn(me.courier))).catch(() => {});
  else said.after(goesOn(fault.courier));
  form.addEventListener("submit", async event => {
    event.preventDefault();
    go.disabled = true;
    said.replaceChildren(make("p", {class: "soft", text: en("it_takes_a_moment")}));
    try {
      await post("/api/unlock", {passphrase: passphrase.value});
      passphrase.value = "";
      location.reload();
    } catch (wrong) { said.replaceChildren(...told(wrong)); passphrase.select(); } finally { go.disabled = false; }
  });
  $("unlock").replaceChildren(form);
  for (const main of document.querySelectorAll("main")) main.hidden = main !== $("unlock");
  passphrase.focus();
}
export const goesOn = courier => make("p", {class: "soft", id: "goes-on", text: courier === "here" || courier === "elsewhere" ? en("while_it_is_locked_the_courier") : en("while_it_is_locked_nothing")});
export function lockButton() {
  const button = make("button", {type: "button", text: en("lock_forget_my_key_now")});
  button.addEventListener("click", async () => { await post("/api/lock", {}); location.reload(); });
  return button;
}

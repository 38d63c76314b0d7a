/* The recovery words of a new identity, once: to write down, to copy, to print. Nothing of them is kept by the page. */
import {make} from "./show/elements.js";
import {en} from "./en.js";

export function recoveryWords(words, on) {
  const list = make("ol", {class: "words"}, ...words.map(word => make("li", {text: word}))), said = make("span", {class: "soft", role: "status"});
  const button = (text, press) => {
    const it = make("button", {type: "button", text});
    it.addEventListener("click", press);
    return it;
  };
  const copy = button(en("copy_the_words"), async () => {
    said.textContent = "";
    try {
      await navigator.clipboard.writeText(words.join(" "));
      said.textContent = en("words_are_copied");
    } catch (refused) {  // the browser allows it not: they are marked, and a key does it
      getSelection().selectAllChildren(list);
      said.textContent = en("words_are_marked");
    }
  });
  const paper = button(en("print_the_words"), () => { said.textContent = en("words_are_printed"); print(); });
  const written = button(en("i_have_written_them_down"), on);
  written.className = "main";
  return make("section", {class: "card", id: "recovery"}, make("h2", {tabindex: "-1", text: en("your_recovery_words")}), make("p", {text: en("whoever_has_these_words_is")}),
    list, make("p", {class: "row"}, copy, paper, said), written);
}

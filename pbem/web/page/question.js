/* The question: what is asked, by which rule, in the words of the game; how it is typed is folded away. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {called} from "./told.js";

const LONG = 120;  // signs of a question; a longer one is set smaller
const SMALL = matchMedia("(max-width: 499px), (min-width: 900px) and (max-height: 800px)");
function factsOf(facts) {  // on a telephone and in a low window they scroll, so that the ready answers are seen with the question
  const box = make("div", {class: "facts", role: "group", "aria-label": en("what_it_rests_on")}, ...facts.map(line =>
    make("p", {class: "fact"}, ...line.split("`").map((part, at) => at % 2 ? make("b", {text: part}) : part))));
  if (SMALL.matches) box.tabIndex = 0;
  return facts.length ? box : "";
}
SMALL.addEventListener("change", () => { for (const box of document.querySelectorAll(".facts")) SMALL.matches ? box.tabIndex = 0 : box.removeAttribute("tabindex"); });
export function showQuestion(question) {
  const seenNow = JSON.stringify(question ? [question.seat, question.rule, question.question, question.facts, question.typing] : []);
  if (seenNow === showQuestion.seen) return;  // the same: what was opened stays so
  showQuestion.seen = seenNow;
  if (!question) { $("question").replaceChildren(); return; }
  const {facts, typing} = question;
  const lines = [
    make("p", {class: "soft"}, en("decides_rule", {seat: called(question.seat), rule: question.rule})),
    make("h2", {class: "asked", text: question.question}),
    factsOf(facts),
  ];
  lines[1].classList.toggle("long", question.question.length > LONG);
  if (typing.length) lines.push(make("details", {class: "soft"}, make("summary", {text: en("how_to_type_it")}),
                                     ...typing.map(line => make("p", {text: line}))));
  $("question").replaceChildren(...lines);
}

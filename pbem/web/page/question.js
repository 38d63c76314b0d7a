/* The question: what is asked, by which rule, in the words of the game; how it is typed is folded away. */
import {$, make} from "./show/elements.js";
import {en} from "./en.js";
import {called} from "./told.js";

export function showQuestion(question) {
  if (!question) { $("question").replaceChildren(); return; }
  const {facts, typing} = question;
  const lines = [
    make("p", {class: "soft"}, en("decides_rule", {seat: called(question.seat), rule: question.rule})),
    make("h2", {class: "asked", text: question.question}),
    ...facts.map(line => make("p", {class: "fact"}, ...line.split("`").map((part, at) => at % 2 ? make("b", {text: part}) : part))),
  ];
  if (typing.length) lines.push(make("details", {class: "soft"}, make("summary", {text: en("how_to_type_it")}),
                                     ...typing.map(line => make("p", {text: line}))));
  $("question").replaceChildren(...lines);
}

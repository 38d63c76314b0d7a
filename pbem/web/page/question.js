/* The question: what is asked, by which rule, in the words of the game; how it is typed is folded away. */
import {$, make} from "./show/elements.js";
import {called} from "./told.js";

export function showQuestion(question) {
  if (!question) { $("question").replaceChildren(); return; }
  const [first, ...rest] = question.prompt.filter(line => line.trim());
  const facts = rest.filter(line => !isTyping(line)), typing = rest.filter(isTyping);
  const lines = [
    make("p", {class: "soft"}, `${called(question.seat)} decides · rule ${question.rule}`),
    make("p", {class: "asked", text: first || ""}),
    ...facts.map(line => make("p", {class: "fact", text: line})),
  ];
  if (typing.length) lines.push(make("details", {class: "soft"}, make("summary", {text: "How to type it"}),
                                     ...typing.map(line => make("p", {text: line}))));
  $("question").replaceChildren(...lines);
}
const isTyping = line => /^\s*(type|or type|for example|e\.g\.)\b/i.test(line);

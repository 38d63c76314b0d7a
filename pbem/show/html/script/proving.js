/* The proof: the page's own reader checks the log that stands in it, or one that is dropped here, beside the page in a worker. */
import {$, make} from "./elements.js";
import {at} from "./shown.js";
import {badge, nameOf, steps, text} from "./tables.js";
import {match} from "./data.js";
import {showNow} from "./step.js";
const SOUND = "What nobody can check here: whether each move was legal. That needs the rules: pbem verify does it.";
const WAIT = "Its result stands below.";
export let reader = null, log = null, isGiven = false, isChecked = false;
const asking = new Map();  // what waits for an answer, by what was asked

export function openProof() {
  const held = $("log"), panel = $("proof");
  const button = make("button", {type: "button", id: "check", text: "Check this record"});
  const input = make("input", {type: "file", id: "logfile", "aria-label": "The log of this game"});
  panel.append(
    make("h2", {text: "Check it yourself"}),
    make("p", {text: "This page can read the signed log of the game by itself, without us and without the network: every signature, every die, everything that was sealed and opened."}),
    make("p", {class: "soft", text: held ? "The log stands in this page; you may drop another copy of it here." : "The log does not stand in this page: choose it, or drop it here (game.pbem)."}),
    make("p", {class: "row"}, button, make("label", {class: "soft"}, "another copy: ", input)),
    make("progress", {id: "checking", max: "1", value: "0", hidden: "", "aria-label": "How far the check has got"}),
    make("div", {id: "checked", role: "status", tabindex: "-1"}));
  button.disabled = !held;
  button.addEventListener("click", checkRecord);
  input.addEventListener("change", () => input.files.length && take(input.files[0]));
  panel.addEventListener("dragover", event => event.preventDefault());
  panel.addEventListener("drop", event => { event.preventDefault(); if (event.dataTransfer.files.length) take(event.dataTransfer.files[0]); });
}
async function take(file) {
  log = await file.arrayBuffer();
  isGiven = true;
  $("check").disabled = false;
  checkRecord();
}
async function embeddedLog() {
  const packed = Uint8Array.from(atob($("log").textContent.trim()), letter => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}
function ask(what, more, onProgress) {
  if (!reader) {
    const url = URL.createObjectURL(new Blob([$("reader").textContent], {type: "text/javascript"}));
    reader = new Worker(url);
    URL.revokeObjectURL(url);
    reader.onmessage = ({data}) => "progress" in data ? onProgress(data.progress) : (asking.get(data.to) || Boolean)(data);
    reader.onerror = () => (asking.get("check") || Boolean)({fault: "its reader could not start"});
  }
  return new Promise(resolve => { asking.set(what, resolve); reader.postMessage({ask: what, ...more}); });
}
async function checkRecord() {
  const bar = $("checking"), titles = Object.fromEntries(match.seats.map(seat => [seat, nameOf(seat)]));
  bar.hidden = false;
  $("check").disabled = true;
  $("checked").replaceChildren(make("p", {class: "soft", text: "Checking ..."}));
  try {
    log = log || await embeddedLog();
    tellProof(await ask("check", {bytes: log, titles, throws: allThrows()}, value => { bar.value = value; }));
  } catch (fault) { tellProof({fault: String(fault)}); }
  bar.hidden = true;
  $("check").disabled = false;
}
function tellProof({found, lies, cannot, fault}) {
  const box = $("checked"), words = (text, kind) => make("p", {class: kind || "", text});
  if (cannot) return box.replaceChildren(words("This browser cannot check signatures (it lacks Ed25519). Use a newer Firefox, Chromium or Safari, or pbem verify.", "ending"));
  if (fault) return box.replaceChildren(words(`This log could not be read: ${fault}. Use pbem verify.`, "ending"));
  const {verdict, table, records, signatures, dice, openings, wrong, sha256} = found;
  if (found.match && found.match !== match.id) {
    Object.assign(box.dataset, {verdict: "other"});
    log = null;
    isGiven = false;
    return box.replaceChildren(words(`This is the log of another match: ${found.match}. This page shows ${match.id}.`, "ending"));
  }
  isChecked = verdict === "sound";
  const line = isChecked && match.state && found.rounds === steps[steps.length - 1].round ? `${found.line}; ${match.state}` : found.line;
  const isBehind = one => !one.found && (verdict !== "sound" || isGiven && one.round > found.rounds);  // the log does not reach so far
  const lying = lies.filter(one => !isBehind(one)), unread = lies.filter(isBehind);
  Object.assign(box.dataset, {verdict, records, signatures, dice, openings});
  const numbers = `${records} records, ${signatures} signatures, ${dice} rounds of dice, ${openings} openings checked.`;
  const facts = [["records", one => one.records], ["signatures", one => one.signatures], ["numbers for dice", one => one.elements], ["sealed", one => one.sealed],
                 ["opened as sealed", one => one.opened], ["secret disclosed", one => one.disclosed ? "yes" : "no"], ["made again from it", one => one.disclosed ? `${one.same} of ${one.sealed}` : ""]];
  const rows = [make("tr", {}, make("td"), ...table.map(({seat}) => make("th", {scope: "col"}, badge(seat)))),
                ...facts.map(([name, cell]) => make("tr", {}, make("th", {scope: "row", text: name}), ...table.map(one => make("td", {text: String(cell(one))}))))];
  box.replaceChildren(
    make("p", {class: verdict === "sound" && !wrong.length && !lying.length && !unread.length ? "verdict good" : "verdict bad", text: line}),
    ...adviceOn(found).map(line => words(line)),
    ...(unread.length ? [words(`Not compared: ${unread.length === 1 ? "one throw" : `${unread.length} throws`} of this page, for which this log has no dice (from round ${unread[0].round} on).`, "soft")] : []),
    ...lying.slice(0, 20).map(one => words(`This page lies: it shows ${one.values.join(", ")} in round ${one.round} (${one.label}); the log gives ${one.found ? one.found.join(", ") : "no dice there"}.`, "ending")),
    ...wrong.slice(0, 50).map(one => words(`Not as it was promised: ${one}.`, "ending")),
    words(numbers), make("p", {class: "soft"}, SOUND, isChecked && table.some(one => !one.disclosed) ? ` Not disclosed: what ${table.filter(one => !one.disclosed).map(one => nameOf(one.seat)).join(", ")} sealed and never opened.` : ""),
    make("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "By seat"}, make("table", {}, ...rows)),
    ...(dice ? [words("Each die of the story now says how it came about.", "soft")] : []),
    make("p", {class: "soft"}, "SHA-256 of the log: ", make("code", {text: sha256})));
  document.body.dataset.proved = verdict;
  if (at >= 0) showNow(steps[at]);
  box.focus({preventScroll: true});
  return box.firstChild.scrollIntoView({block: "nearest"});
}
function adviceOn({verdict, accused, rounds}) {  // what to do, as verify says it
  if (accused.length) return ["What to do: who is named signed it, perhaps by playing on two machines. Hear that player, then decide."];
  if (verdict === "damaged") return ["What to do: ask whoever gave you this file for it again; the copy of any other player is as good."];
  if (verdict === "missing") return ["What to do: ask the seat, or anybody who has the whole log. Missing is not cheating."];
  return isGiven && rounds < steps[steps.length - 1].round ? [`This copy ends before round ${rounds + 1}; the page goes on. Ask for the newest log.`] : [];
}
/* Every throw that this page tells of, with the name under which the record has it (rule, about, how many before it). */
export function throwsOf(step) {
  const before = new Map();
  return (step.dice || []).map(([rule, about, sides, values, , , , whole]) => {
    const named = text(whole === undefined ? about : whole), stem = named ? `${text(rule)}/${named}` : text(rule), k = before.get(stem) || 0;
    before.set(stem, k + 1);
    return {round: step.round, label: `${stem}/${k}`, sides, values: values.map(value => Array.isArray(value) ? text(value[0]) : value)};
  });
}
const allThrows = () => steps.flatMap(throwsOf);
export function howLine(one) {
  const list = make("ol", {class: "how"}), box = make("details", {class: "soft"}, make("summary", {text: "how"}), list);
  box.addEventListener("toggle", async () => {
    if (!box.open || list.children.length) return;
    const {steps: told, fault} = await ask("how", {one});
    list.replaceChildren(...(told || [fault]).map(words => make("li", {text: words})));
  });
  return box;
}

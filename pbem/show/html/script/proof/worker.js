/* What the page asks of its reader: check a log, tell how a throw came about. It runs beside the page, which stays alive. */
import {check, compare} from "./check.js";
import {canCheck} from "./keys.js";
import {how} from "./numbers.js";

let rounds = null, names = [];
async function answer({ask, bytes, titles, throws, one}) {
  if (ask === "how") {
    const closed = rounds && rounds.closed.find(({r, R}) => r === one.round && R);
    return {steps: closed ? await how(closed, names, one.label, one.values.length, one.sides) : ["The log of this page has no dice in this round."]};
  }
  if (!await canCheck()) return {cannot: true};
  let told = 0;
  const found = await check(new Uint8Array(bytes), (at, of) => {
    if (Date.now() - told > 100) postMessage({progress: at / of});
    told = Date.now();
  }, titles);
  rounds = found.rounds;
  names = found.seats.map(seat => titles[seat] || seat);
  return {found: {...found, rounds: rounds ? rounds.closed.length : 0}, lies: rounds ? await compare(rounds, throws) : []};
}
addEventListener("message", async ({data}) => postMessage({to: data.ask, ...await answer(data).catch(fault => ({fault: String(fault)}))}));

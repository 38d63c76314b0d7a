/* The whole check of a log: its lines, feeds, rounds, dice, seals, secrets. It knows the record, and no rules of any game. */
import {fromBase64} from "./bytes.js";
import {Feeds} from "./feeds.js";
import {isEventSigned} from "./keys.js";
import {claimsIn, digestOf, eventOf, isGenesis, linesOf, startsAsEvent} from "./lines.js";
import {diceOf} from "./numbers.js";
import {Rounds} from "./rounds.js";
import {verdictOf} from "./verdict.js";

const MOST_BAD = 1000, MOST_BYTES = 2 ** 28, AT_ONCE = 256;

/* What a log proves. `tell` hears how far it got, `titles` are the names of seats as people know them. */
export async function check(bytes, tell = () => null, titles = {}) {
  if (bytes.length > MOST_BYTES) return refused(`more than ${MOST_BYTES} bytes: use pbem verify`);
  const sha256 = await digestOf(bytes), [genesis, why] = await firstOf(bytes);
  if (!genesis) return refused(why, sha256);
  let cuts = new Map(), found;
  for (;;) {
    found = await pass(bytes, genesis, cuts, tell);
    const now = new Map([...found.feeds.twins].map(([seat, {n}]) => [seat, n]));
    if ([...now].join() === [...cuts].join()) break;
    cuts = now;
  }
  const {feeds} = found, rounds = found.rounds = new Rounds(feeds);
  await rounds.read();
  for (const event of rounds.isOver ? [] : rounds.open) if (event.msg.kind === "reveal" && !feeds.broken.has(event.id)) rounds.seals.open(event);
  const table = await tableOf(feeds, rounds, tell), told = verdictOf(found, titles);
  return {
    ...told, sha256, match: genesis.id, seats: feeds.seats.map(seat => seat.name), engine: genesis.msg.body.engine, rounds, table,
    records: found.events, signatures: found.signatures, dice: rounds.rolls.length, openings: rounds.seals.opened.size, wrong: table.flatMap(({seat, wrong}) => wrong.map(what => `${seat}: ${what}`)),
  };
}
const refused = (why, sha256 = "") => ({verdict: "damaged", line: `This is no log of a match that can be judged: ${why}.`, accused: [], sha256, match: "", seats: [],
                                        rounds: null, table: [], records: 0, signatures: 0, dice: 0, openings: 0, wrong: []});
async function firstOf(bytes) {  // the first line of the match; it need not stand first
  let why = "";
  for (const [number, line] of linesOf(bytes)) {
    if (number > 1 && !isGenesis(line)) continue;
    const event = await eventOf(line);
    if (event.msg?.kind === "genesis") {
      const isHosts = await isEventSigned(event, fromBase64(event.msg.body.host));
      return isHosts ? [{...event, number}] : [null, "the first line is not signed by the host that it names: nothing can be built on it"];
    }
    why ||= event.why ? `its first line cannot be read (line ${number})` : "";
  }
  return [null, why || "it has no first line"];
}
async function pass(bytes, genesis, cuts, tell) {
  const found = {feeds: new Feeds(genesis, cuts), bad: [], badLines: 0, events: 0, signatures: 0, isCutShort: false, lines: new Map()};
  let batch = [];
  for (const [number, line] of linesOf(bytes)) {
    batch.push([number, line]);
    if (batch.length === AT_ONCE) {
      await work(found, batch);
      batch = [];
      tell(line.byteOffset + line.length, bytes.length);
      if (found.isCutShort) break;
    }
  }
  await work(found, batch);
  ended(found);
  return found;
}
async function work(found, batch) {  // signatures of many lines at once, then each line in its turn
  const {feeds} = found, read = await Promise.all(batch.map(([, line]) => eventOf(line)));
  const good = await Promise.all(read.map(event => {
    const key = event.msg && event.msg.kind !== "join" && feeds.feeds[event.msg.seat]?.key;
    return key ? isEventSigned(event, key) : undefined;
  }));
  for (const [i, [number, line]] of batch.entries()) {
    if (found.isCutShort) return;
    if (!read[i].why) await take(found, {...read[i], number}, good[i], line);
    else spoilt(found, number, line || new Uint8Array(0), read[i]);
  }
}
async function take(found, event, good, line) {
  const {feeds} = found, {msg} = event;
  if (msg.kind === "genesis" && event.id !== feeds.genesis.id) return note(found, event, ["place", "this is the first line of another match"], line);
  const first = found.lines.get(event.id);
  if (first !== undefined) {
    if (first === event.signature) return undefined;
    found.signatures += 1;
    const fits = msg.kind === "genesis" ? await isEventSigned(event, fromBase64(msg.body.host)) : good ?? await feeds.isSigned(event);
    return fits ? undefined : note(found, event, ["signature", "it repeats a line with a signature that is not that of its seat"], line);
  }
  if (msg.kind !== "genesis") {
    const isTwin = feeds.feeds[msg.seat]?.key && msg.game === feeds.genesis.id && feeds.at(msg) !== undefined;
    const isKept = msg.kind !== "join" && feeds.feeds[msg.seat] && !feeds.feeds[msg.seat].key;
    const fault = await feeds.take(event, good);
    if (isTwin && fault) found.signatures += 1;
    if (fault) return note(found, event, fault, line);
    if (isKept) return undefined;
  }
  found.lines.set(event.id, event.signature);
  found.events += 1;
  found.signatures += msg.kind === "join" && feeds.at(msg) === event.id ? 2 : 1;
  if (msg.kind === "join") {
    const late = feeds.waiting.get(msg.seat) || [];
    feeds.waiting.delete(msg.seat);
    for (const held of late) await take(found, held, undefined, null);
  }
  return undefined;
}
function note(found, {number, msg}, [kind, why]) {
  const {seat = null, n = null, r = 0, prev = null, feed = null} = msg;
  found.bad.push({number, kind, why, claims: [{seat: seat !== null && seat < found.feeds.seats.length ? seat : null, n, r, prev, feed}]});
  addBad(found);
}
function spoilt(found, number, line, {why, isLater}) {
  const before = found.open;
  if (before && before.last === number - 1 && !startsAsEvent(line)) {  // the rest of a line that was broken in two
    before.last = number;
    if (before.size < 131072) before.parts.push(line.subarray(0, 131072 - before.size));
    before.size += line.length;
    return addBad(found);
  }
  ended(found);
  const bad = {number, kind: isLater ? "later" : "line", why, claims: isLater ? claimsIn(line) : [], last: number, parts: [line], size: line.length};
  found.bad.push(bad);
  if (!isLater) found.open = bad;
  return addBad(found);
}
function ended(found) {
  if (found.open) found.open.claims = claimsIn(Uint8Array.from(found.open.parts.flatMap(part => [...part])));
  if (found.open) found.open.parts = [];
  found.open = null;
}
const addBad = found => { found.isCutShort = ++found.badLines >= MOST_BAD; };

async function tableOf(feeds, rounds, tell) {
  const secrets = new Map();
  const last = rounds.closed[rounds.closed.length - 1];
  for (const event of [...last && last.kind === "disclose" ? last.events : [], ...rounds.open])
    if (event.msg.kind === "disclose" && !feeds.broken.has(event.id)) secrets.set(event.msg.seat, fromBase64(event.msg.body.gs));
  const table = [];
  for (const feed of feeds.feeds) {
    const sealed = [...rounds.seals.held.values()].filter(held => held.seat === feed.number).length;
    const opened = [...rounds.seals.opened].filter(key => key.startsWith(`${feed.number} `)).length, gs = secrets.get(feed.number);
    const again = gs && feed.join ? await rounds.seals.again(feed, gs, () => tell(1, 1)) : {wrong: [], same: 0};
    table.push({seat: feed.name, records: feed.records, signatures: feed.signatures, elements: feed.elements, sealed, opened, disclosed: Boolean(gs), ...again});
  }
  return table;
}
/* Whether throws that somebody tells of are those of the log: {round, label, dice, sides, values} each; gives those that are not. */
export async function compare(rounds, throws) {
  const byRound = new Map(rounds.closed.filter(closed => closed.R).map(closed => [closed.r, closed])), wrong = [];
  for (const one of throws) {
    const closed = byRound.get(one.round), values = closed && one.sides ? await diceOf(closed.R, one.label, one.values.length, one.sides) : null;
    if (!closed || values && values.join() !== one.values.join()) wrong.push({...one, found: values});
  }
  return wrong;
}

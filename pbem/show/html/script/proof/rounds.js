/* The chain of rounds, read backwards from what was built on it: without the rules nobody knows whom a round waited for, but
   the digest that later events name says which events closed it (protocol 2.7). Only the last round is judged by its look. */
import {fromBase64, taggedHash, toBase64, u64, u8} from "./bytes.js";
import {SIDE} from "./forms.js";
import {Seals} from "./seals.js";

const MOST_TRIED = 4096, TRIES = 16, MULTIPLE = ["join", "seal", "reveal", "entropy", "disclose"];

export class Rounds {
  constructor(feeds) {
    this.feeds = feeds;
    this.seals = new Seals(feeds);
    this.closed = [];  // {r, base, digest, events, elements, movers}
    this.tried = 0;
    this.onBase = new Map();
    this.named = new Set(feeds.twinBases);  // bases that somebody's event builds on
    this.gone = new Set();
    this.movers = [];  // who decided last before a roll: after the joins all
  }
  async read() {
    const {gid, usable} = this.feeds;
    this.most = MOST_TRIED + TRIES * usable.length;
    this.side = new Map(usable.filter(({id, msg}) => ["resign", "agree"].includes(msg.kind) && !this.feeds.excess.has(id)).map(event => [event.id, event]));
    for (const event of usable) {
      this.named.add(event.msg.prev);
      if (SIDE.includes(event.msg.kind) && event.msg.kind !== "resign") continue;
      if (!this.onBase.has(event.msg.prev)) this.onBase.set(event.msg.prev, []);
      this.onBase.get(event.msg.prev).push(event);
    }
    for (const feed of this.feeds.feeds) for (const event of feed.parked.values()) this.named.add(event.msg.prev);
    for (const event of [...this.feeds.waiting.values()].flat()) this.named.add(event.msg.prev);
    this.base = await taggedHash("round", gid, u64(0), new Uint8Array(32), gid);
    this.digests = [toBase64(this.base)];
    while (!this.isOver && await this.close());  // 3.5: after the disclosures there are notes only
    this.open = this.on(this.digests[this.digests.length - 1]);
  }
  get r() { return this.closed.length + 1; }
  get isOver() { return this.closed.length > 0 && this.closed[this.closed.length - 1].kind === "disclose"; }
  on(base) { return (this.onBase.get(base) || []).filter(event => event.msg.r === this.r).sort((a, b) => a.msg.seat - b.msg.seat || a.msg.n - b.msg.n); }
  async close() {
    const here = this.on(toBase64(this.base));
    for (const event of here) if (event.msg.kind === "reveal") await this.seals.judge(event);
    for (const events of this.guesses(here)) {
      const digest = await taggedHash("round", this.feeds.gid, u64(this.r), this.base, ...events.map(event => fromBase64(event.id)));
      if (this.named.has(toBase64(digest)) || this.isWhole(events)) return this.closeWith(events, digest);
      if (++this.tried > this.most) return false;
    }
    return false;
  }
  async closeWith(events, digest) {
    const closed = {r: this.r, base: this.base, digest, events, kind: kindOf(events)}, gone = this.gone.size;
    for (const event of events) for (const id of [event.id, ...event.msg.inc || []]) if (this.counts(id, "resign")) this.gone.add(this.side.get(id).msg.seat);
    closed.isQuit = this.gone.size > gone;
    if (closed.kind === "entropy" && !closed.isQuit) closed.R = await this.entropyOf(closed);
    this.seals.take(closed);
    const back = closed.isQuit ? undefined : this.closed[this.backOf(events) - 1], seats = back ? back.movers : events.map(event => event.msg.seat);
    const left = seats.filter(seat => !this.gone.has(seat));
    this.movers = closed.movers = left.length ? left : seats;
    this.closed.push(closed);
    this.base = digest;
    this.digests.push(toBase64(digest));
    return true;
  }
  /* 2.7 Whether a side event takes effect: on the base of the round that it names, which has been reached. */
  counts(id, kind) {
    const event = this.side.get(id);
    return event !== undefined && event.msg.kind === kind && event.msg.prev === this.digests[event.msg.r - 1];
  }
  /* 4.2 The round that all go back to, by the lowest seat that does what was agreed; undefined if nobody does, or to no round. */
  backOf(events) {
    const done = events.find(event => event.msg.body.type === "agreed");
    return done && this.counts(done.msg.body.of, "agree") ? this.side.get(done.msg.body.of).msg.body.to : undefined;
  }
  /* Sets of events that may have closed this round, the likeliest first. */
  * guesses(events) {
    const counts = events.filter(event => !this.feeds.broken.has(event.id) && !this.feeds.excess.has(event.id));
    const kinds = new Set(counts.map(event => event.msg.kind));
    for (const kind of MULTIPLE) if (kinds.has(kind)) yield firstOfEach(counts.filter(event => event.msg.kind === kind || stands(event, kind)));
    for (const event of counts) if (event.msg.kind !== "join") yield [event];
    for (const kind of MULTIPLE) if (kinds.has(kind)) yield* choices(bySeat(counts.filter(event => event.msg.kind === kind || stands(event, kind))));
    yield* choices(bySeat(counts));
  }
  /* Whether the last round of a record, on which nothing was built, is seen to be whole all the same. */
  isWhole(events) {
    const kind = kindOf(events), everyone = this.feeds.seats.map((seat, number) => number), here = events.map(event => event.msg.seat);
    if (events.some(event => event.msg.kind !== kind)) return false;
    if (kind === "join" || kind === "disclose") return everyone.every(seat => here.includes(seat));
    const before = this.closed[this.closed.length - 1];  // 3.3: whatever is thrown behind an R is thrown from it
    return kind === "entropy" && this.r > 1 && (before.kind !== "entropy" || before.isQuit) && this.contributors().join() === here.join();
  }
  get rolls() { return this.closed.filter(({kind, isQuit}) => kind === "entropy" && !isQuit); }
  contributors(movers = this.movers) {  // 2.10
    const {seats} = this.feeds, by = this.feeds.genesis.msg.body.dice.by, needed = new Set(movers.filter(seat => !this.gone.has(seat)));
    const all = seats.map((seat, number) => number), players = all.filter(seat => !seats[seat].role && !this.gone.has(seat));
    if (by.includes("others")) players.forEach(seat => needed.add(seat));
    if (by.includes("judge")) all.filter(seat => seats[seat].role).forEach(seat => needed.add(seat));
    if (by.includes("next")) {
      const last = Math.max(...movers), after = [...players.filter(seat => seat > last), ...players.filter(seat => seat < last)];
      after.filter(seat => seats[seat].id !== seats[last].id).slice(0, 1).forEach(seat => needed.add(seat));
    }
    return needed.size ? [...needed].sort((a, b) => a - b) : players;
  }
  /* 2.10 R of an entropy round, from the elements of its events in seat order. */
  entropyOf({r, base, events}) {
    const parts = events.filter(event => event.msg.kind === "entropy").map(({msg}) => Uint8Array.of(msg.seat, ...fromBase64(msg.body.e)));
    return taggedHash("entropy", this.feeds.gid, u64(r - 1), base, ...parts);
  }
  /* 3.2 What does not fit a hash or a commitment, where the last round waits. It is not at fault if another person's event is there
     that counts and is of another kind: then nobody asked for it, and the round may have closed without it. */
  broken() {
    const {broken, excess, seats} = this.feeds, good = this.open.filter(event => event.msg.kind !== "resign" && !broken.has(event.id) && !excess.has(event.id));
    const isUnasked = ({msg}) => good.some(other => other.msg.kind !== msg.kind && seats[other.msg.seat].id !== seats[msg.seat].id);
    return this.isOver ? [] : this.open.filter(event => broken.has(event.id) && !isUnasked(event));
  }
  /* Usable events on a base that this record does not give: of rounds to come, or of another record. */
  elsewhere() {
    const known = new Set(this.digests);
    return [...this.onBase].filter(([base]) => !known.has(base)).flatMap(([, events]) => events).filter(event => event.msg.kind !== "resign");
  }
}
const stands = ({msg}, kind) => msg.kind === "resign" && !["join", "disclose"].includes(kind) || msg.body.type === "agreed" && kind === "seal";
const kindOf = events => (events.find(event => event.msg.kind !== "resign") || events[0]).msg.kind;
function firstOfEach(events) {
  const first = new Map();
  for (const event of events) if (!first.has(event.msg.seat)) first.set(event.msg.seat, event);
  return [...first.values()];
}
const bySeat = events => [...new Set(events.map(event => event.msg.seat))].map(seat => events.filter(event => event.msg.seat === seat));
/* One event of each seat or none, those first that differ at few seats from the first of each: one seat alone, whatever it writes, makes few. */
function* choices(options) {
  for (let changes = 0; changes <= options.length; changes++) yield* changed(options, changes, 0, options.map(([first]) => first));
}
function* changed(options, changes, from, chosen) {
  if (changes === 0) { if (chosen.some(Boolean)) yield chosen.filter(Boolean); return; }
  for (let at = from; at <= options.length - changes; at++)
    for (const event of [...options[at].slice(1), null]) yield* changed(options, changes - 1, at + 1, chosen.with(at, event));
}

/* Each seat's own chain of events: signatures, links, what is missing, who has signed twice (protocol 2.5, 2.6, 2.9, 2.10). */
import {equal, fromBase64, pae, taggedHash, u32, u8} from "./bytes.js";
import {SIDE} from "./forms.js";
import {isEventSigned, isSigned} from "./keys.js";

const MOST_KEYLESS = 4096, MOST_SIDE = 64, MOST_GAPS = 64;

export class Feeds {
  constructor(genesis, cuts) {
    this.gid = fromBase64(genesis.id);
    this.genesis = genesis;
    this.seats = genesis.msg.body.seats;
    this.feeds = this.seats.map((seat, number) => ({
      number, name: seat.name, head: genesis.id, n: 0, ids: [], parked: new Map(), cut: cuts.get(number) ?? Infinity,
      join: null, key: null, element: null, i: 0, records: 0, signatures: 0, elements: 0,
    }));
    this.ids = new Map([[genesis.id, 0]]);  // the line of each event that counts
    this.usable = [];
    this.broken = new Map();  // by id why a hash or a commitment of an event does not fit: it has no effect
    this.excess = new Set();
    this.twins = new Map();  // by seat: {n, events}
    this.twinBases = new Set();  // on which events at taken places stand
    this.waiting = new Map();  // by seat the events that came before its join
    this.settled = new Set();
    this.waitsFor = new Map();  // by id the feeds whose next event includes it
    this.side = new Map();
  }
  at({seat, n}) {
    const feed = this.feeds[seat];
    return n < feed.ids.length ? feed.ids[n] : feed.parked.get(n)?.id;
  }
  async isSigned(event) {
    const {seat, kind, body} = event.msg, feed = this.feeds[seat];
    if (kind !== "join") return isEventSigned(event, feed.key);
    const person = fromBase64(this.seats[seat].id), key = fromBase64(body.pk);
    const proof = pae("sign/pop", this.gid, u8(seat), u32(body.epoch), person, key, ...["box", "gsc", "anchor"].map(part => fromBase64(body[part])), u32(body.chain_n));
    return await isEventSigned(event, person) && isSigned(key, fromBase64(body.pop), proof);
  }
  /* Takes an event in; gives why it counts for nothing: [kind, words], or null. `good` is whether its key was found to fit, if it was tried. */
  async take(event, good) {
    const {msg} = event, feed = this.feeds[msg.seat];
    if (msg.game !== this.genesis.id) return ["place", "this event belongs to another match"];
    if (!feed) return ["place", `there is no seat ${msg.seat} in this match`];
    if (msg.kind !== "join" && feed.key === null) return this.keep(event, feed);
    if (this.at(msg) !== undefined) return this.takeTwin(event, feed, good);
    if (msg.kind === "join" && (msg.n !== 0 || msg.body.epoch !== 0)) return ["signature", "it is not the first of its feed"];
    if (!(good ?? await this.isSigned(event))) return ["signature", "its signature is not that of its seat"];
    this.count(event, feed, msg.kind === "join" ? 2 : 1);
    if (msg.kind === "join") [feed.join, feed.key, feed.element] = [msg.body, fromBase64(msg.body.pk), fromBase64(msg.body.anchor)];
    feed.parked.set(msg.n, event);
    if (msg.n >= feed.cut) await this.settle(event.id);
    else if (msg.n === feed.n) await this.push(feed);
    return null;
  }
  count(event, feed, signatures) {
    this.ids.set(event.id, event.number);
    feed.records += 1;
    feed.signatures += signatures;
  }
  keep(event, feed) {
    if (!this.waiting.has(feed.number)) this.waiting.set(feed.number, []);
    const held = this.waiting.get(feed.number);
    return held.length < MOST_KEYLESS && held.push(event) ? null : ["line", "too many events of its seat stand before its join"];
  }
  async takeTwin(event, feed, good) {
    if (!(good ?? await this.isSigned(event))) return ["signature", "it is not signed by its seat, which has another event at this place"];
    const known = this.twins.get(feed.number);
    this.count(event, feed, 1);
    if (!known || event.msg.n < known.n) this.twins.set(feed.number, {n: event.msg.n, lines: [this.ids.get(this.at(event.msg)), event.number]});
    this.twinBases.add(event.msg.prev);
    await this.settle(event.id);  // who has included it waits no more
    return null;
  }
  async push(feed) {
    for (const waiting = [feed]; waiting.length;) {
      const next = waiting.pop();
      while (next.parked.has(next.n) && next.n < next.cut) {
        const event = next.parked.get(next.n), {msg} = event;
        const missing = msg.feed === next.head ? [...msg.inc || [], ...msg.body.type === "agreed" ? [msg.body.of] : []].filter(id => !this.settled.has(id)) : null;
        if (missing === null || missing.length) {
          next.missing = new Set(missing);
          for (const id of missing || []) this.waitsFor.set(id, [...this.waitsFor.get(id) || [], next]);
          break;
        }
        next.parked.delete(next.n);
        next.n += 1;
        [next.head, next.tip] = [event.id, event];
        next.ids.push(event.id);
        if (msg.kind === "entropy") await this.checkElement(event, next);
        if (msg.kind === "disclose") await this.checkSecret(event, next);
        if (SIDE.includes(msg.kind)) this.countSide(event);
        this.usable.push(event);
        waiting.push(...this.settled.has(event.id) ? [] : this.free(event.id));
      }
    }
  }
  free(id) {
    this.settled.add(id);
    const feeds = this.waitsFor.get(id) || [];
    this.waitsFor.delete(id);
    for (const feed of feeds) feed.missing.delete(id);
    return feeds.filter(feed => !feed.missing.size);
  }
  async settle(id) {
    for (const feed of this.free(id)) await this.push(feed);
  }
  countSide({id, msg}) {  // 2.7
    const key = `${msg.seat} ${msg.prev}`, many = (this.side.get(key) || 0) + 1;
    this.side.set(key, many);
    if (many > MOST_SIDE) this.excess.add(id);
  }
  async checkElement({id, msg: {body}}, feed) {  // 2.10
    const element = fromBase64(body.e);
    if (body.c === 0 && body.i === feed.i + 1 && equal(await chainStep(this.gid, feed.number, body.i, element), feed.element)) {
      [feed.i, feed.element] = [body.i, element];
      feed.elements += 1;
    } else this.broken.set(id, "its number for the dice is not the next of those that its seat fixed");
  }
  async checkSecret({id, msg: {body}}, feed) {  // 2.2, 3.5
    const promised = await taggedHash("gs-commit", this.gid, u8(feed.number), u32(0), fromBase64(body.gs));
    if (body.epoch !== 0 || body.more || !equal(promised, fromBase64(feed.join.gsc))) this.broken.set(id, "the disclosed secret is not the one that was committed to");
  }
  gaps() {  // [feed, first n, last n, the event that shows it] of each run that later events show to be missing
    const runs = [];
    for (const feed of this.feeds) {
      if (this.waiting.has(feed.number)) runs.push([feed, 0, 0, this.waiting.get(feed.number)[0]]);
      const here = [...feed.parked.keys()].sort((a, b) => a - b);
      let next = feed.n, named = 0;
      if (feed.cut === Infinity) for (const n of here) {
        if (n > next && named < MOST_GAPS) runs.push([feed, next, Math.min(n - 1, next + MOST_GAPS - named - 1), feed.parked.get(n)]);
        named += Math.max(0, n - next);
        next = n + 1;
      }
    }
    return runs;
  }
  brokenLinks() {
    return this.feeds.flatMap(feed => {
      const event = feed.parked.get(feed.n);
      return event && feed.n !== feed.cut && event.msg.feed !== feed.head ? [event] : [];
    });
  }
  unmet() {  // feeds that wait for what somebody included and nobody has here
    const held = new Set([...this.waiting.values()].flat().map(event => event.id));
    const stopped = [...[...this.waiting.values()].flat(), ...this.feeds.flatMap(feed => [...feed.parked.values()])];
    const before = new Set(stopped.map(event => event.msg.feed));
    return [...this.waitsFor.keys()].filter(id => !this.ids.has(id) && !held.has(id) && !before.has(id)).sort();
  }
}
export const chainStep = (gid, seat, i, element) => taggedHash("chain", gid, u8(seat), u32(0), u32(i), element);

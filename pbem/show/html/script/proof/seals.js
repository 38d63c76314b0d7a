/* What was sealed and what opened it; after secrets were disclosed, all of it made again (protocol 2.11, 2.12, 2.14). */
import {ascii, derived, equal, fromBase64, pae, taggedHash, taggedMac, toBase64, u32, u8} from "./bytes.js";
import {chainStep} from "./feeds.js";
import {chacha20poly1305} from "./vendor/chacha.js";

const ZERO = new Uint8Array(12);  // sound: every key encrypts one text

export class Seals {
  constructor(feeds) {
    this.feeds = feeds;
    this.held = new Map();  // by seat, event and slot what was sealed; by seat and slot a private draw
    this.opened = new Set();
    this.draw = null;  // a private draw that waits for its dice
  }
  take({kind, events, base, R}) {
    const isAgreed = events.some(event => event.msg.body.type === "agreed");  // 4.2: then no seal of the round is applied
    for (const event of events) {
      const {seat, body} = event.msg;
      if (event.msg.kind === "seal" && !isAgreed) for (const item of body.items) this.keep(seat, `${seat} ${event.id} ${item.slot}`, {slot: item.slot, item, base, event});
      if (body.type === "priv") this.keep(seat, `${seat} ${body.slot}`, this.draw = {slot: body.slot, com: fromBase64(body.com), base, event});
      if (event.msg.kind === "reveal") this.open(event);
    }
    if (kind === "entropy" && this.draw) [this.draw.R, this.draw] = [R, null];
  }
  keep(seat, key, held) { this.held.set(key, {seat, ...held}); if (this.draw && held === this.draw) this.draw = this.held.get(key); }
  open(event) { for (const shown of openings(event)) this.opened.add(keyOf(event.msg.seat, shown)); }
  /* Whether every key of a reveal fits what was sealed: an event that opens by a wrong one has no effect. */
  async judge(event) {
    for (const shown of openings(event)) {
      const held = this.held.get(keyOf(event.msg.seat, shown));
      if (held && !await this.fits(held, shown)) this.feeds.broken.set(event.id, "seed" in shown ? `the seed of ${shown.slot} does not fit its commitment` : held.fault);
    }
  }
  async fits(held, {key, seed}) {
    const {gid} = this.feeds;
    if (!held.item) return equal(held.com, await taggedHash("priv-commit", gid, u8(held.seat), ascii(held.slot), fromBase64(seed)));
    return await this.text(held, fromBase64(key)) !== null;
  }
  async text(held, key) {  // padded as it was sealed; null if the key does not open it or does not fit its commitment
    const ctx = this.context(held), cipher = chacha20poly1305(await derived(key, "seal/enc"), ZERO, ctx);
    let padded;
    try { padded = cipher.decrypt(fromBase64(held.item.ct)); } catch (refused) { held.fault = "the key does not open the seal"; return null; }
    held.fault = "the key does not fit the seal's commitment";
    return equal(await taggedHash("seal/com", ctx, key, padded), fromBase64(held.item.com)) ? padded : null;
  }
  context({seat, slot, base}) { return pae("seal/ctx", this.feeds.gid, u8(seat), ascii(slot), base); }
  /* With a seat's secret: its numbers for dice from their top, each of its seals and private draws once more. What differs. */
  async again(feed, gs, tell) {
    const {gid} = this.feeds, wrong = [];
    let element = await derived(gs, "chain", u32(0));
    for (let i = feed.join.chain_n; i > 0; i--) {
      element = await chainStep(gid, feed.number, i, element);
      if (i % 4096 === 0) tell();
    }
    if (!equal(element, fromBase64(feed.join.anchor))) wrong.push("its numbers for the dice do not come from its secret");
    let same = 0;
    for (const held of this.held.values()) if (held.seat === feed.number) {
      if (await this.isSame(held, gs)) same += 1;
      else wrong.push(`what it ${held.item ? "sealed in" : "drew as"} ${held.slot} (line ${held.event.number}) is not as its secret makes it`);
    }
    return {wrong, same};
  }
  async isSame(held, gs) {
    if (!held.item) return this.fits(held, {seed: toBase64(await derived(gs, "priv", ascii(held.slot), held.base))});
    const ctx = this.context(held), salt = fromBase64(held.item.salt), padded = await this.text(held, await derived(gs, "seal/key", ctx, salt));
    if (padded === null || padded.length !== held.item.bucket) return false;
    return equal((await taggedMac(await derived(gs, "seal/siv"), "seal/salt", ctx, padded)).subarray(0, 16), salt);
  }
}
export const openings = ({msg: {body}}) => [body, ...body.more || []];
const keyOf = (seat, {slot, of}) => of ? `${seat} ${of} ${slot}` : `${seat} ${slot}`;

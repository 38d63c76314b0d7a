/* Dice from what the seats gave together (protocol 2.10, 2.15, 3.3), and each step of it in words. */
import {ascii, taggedMac, toBase64, toHex, u32} from "./bytes.js";

const WORDS = 2n ** 64n;

export class Stream {
  constructor(R, label) { [this.R, this.label, this.words, this.block, this.skipped] = [R, ascii(label), [], 0, 0]; }
  async word() {
    if (!this.words.length) {
      const block = await taggedMac(this.R, "draw", this.label, u32(this.block++));
      const view = new DataView(block.buffer, block.byteOffset);
      this.words = [0, 8, 16, 24].map(at => view.getBigUint64(at));
    }
    return this.words.shift();
  }
  async below(n) {
    const limit = WORDS - WORDS % BigInt(n);
    for (;;) {
      const word = this.last = await this.word();
      if (word < limit) return Number(word % BigInt(n));
      this.skipped += 1;
    }
  }
  async sample(items, count) {
    const order = [...items];
    for (let i = 0; i < count; i++) {
      const j = i + await this.below(order.length - i);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order.slice(0, count);
  }
  async shuffle(items) {
    const order = [...items];
    for (let i = order.length - 1; i > 0; i--) {
      const j = await this.below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}
export async function diceOf(R, label, dice, sides, told = () => null) {
  const stream = new Stream(R, label), values = [];
  for (let i = 0; i < dice; i++) {
    values.push(1 + await stream.below(sides));
    told(stream.last, values[i]);
  }
  return values;
}
/* How a throw of a round came about, a sentence a step, so that it can be followed with pencil and patience. */
export async function how(closed, names, label, dice, sides) {
  const steps = closed.events.filter(event => event.msg.kind === "entropy").map(({number, msg: {seat, body}}) =>
    `${names[seat]} gave its number ${body.i}, ${body.e} (line ${number}). It was fixed when ${names[seat]} joined: hashed ${body.i} time${body.i > 1 ? "s" : ""}, it gives the number in its first record.`);
  steps.push(`What had been played before stands in one fingerprint, that of round ${closed.r - 1}: ${toBase64(closed.base)}. Nobody could choose it any more when the numbers above were shown.`);
  steps.push(`All of these, one behind the other, are hashed (SHA-256): ${toHex(closed.R)}. Nobody who lacks one of the numbers can know it beforehand.`);
  if (sides < 1) return [...steps, `With the name of the question, ${label}, this makes a long row of numbers; they say which of what lay in the pool is drawn. This page does not know what lay there: pbem verify does.`];
  steps.push(`With the name of the question, ${label}, this makes a row of numbers, each below ${WORDS}.`);
  await diceOf(closed.R, label, dice, sides, (word, value) => steps.push(`${word} divided by ${sides} leaves ${word % BigInt(sides)}; one more is the die: ${value}.`));
  return steps;
}

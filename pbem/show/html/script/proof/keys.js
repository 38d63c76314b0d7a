/* Signatures (protocol 2.2, 2.3). A browser's Ed25519 is used; what browsers judge differently is refused beforehand. */
import {fromBase64, pae, toHex} from "./bytes.js";

const SMALL_ORDER = new Set([  // the 14 encodings of points of small order
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0000000000000000000000000000000000000000000000000000000000000080",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000080",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
]);
const loaded = new Map();  // by key in hex; null for one under which nothing is signed

export const isWeak = key => SMALL_ORDER.has(toHex(key)) || isTooLarge(key);
function isTooLarge(key) {  // its y is not below 2^255 - 19
  return (key[31] & 127) === 127 && key.subarray(1, 31).every(byte => byte === 255) && key[0] >= 237;
}
async function load(key) {
  const name = toHex(key);
  if (!loaded.has(name))
    loaded.set(name, isWeak(key) ? null : await crypto.subtle.importKey("raw", key, {name: "Ed25519"}, false, ["verify"]).catch(() => null));
  return loaded.get(name);
}
export async function isSigned(key, signature, message) {
  const ready = key && signature && await load(key);
  if (!ready || SMALL_ORDER.has(toHex(signature.subarray(0, 32)))) return false;
  return crypto.subtle.verify({name: "Ed25519"}, ready, signature, message).catch(() => false);
}
export const isEventSigned = (event, key) => isSigned(key, fromBase64(event.signature), pae("sign/event", event.core));
export async function canCheck() {  // whether this browser knows Ed25519 at all
  return Boolean(globalThis.crypto && crypto.subtle) && await load(Uint8Array.from({length: 32}, (_, i) => i ? 102 : 88)) !== null;
}

/* Reads logs with the modules of the page, for tests: a line of JSON with a path in, a line of JSON with what was found out. */
import {readFileSync} from "node:fs";
import {createInterface} from "node:readline";
import {pathToFileURL} from "node:url";
const {check} = await import(pathToFileURL(`${process.argv[2]}/check.js`));
for await (const line of createInterface({input: process.stdin})) {
  const {rounds, ...found} = await check(new Uint8Array(readFileSync(JSON.parse(line))));
  console.log(JSON.stringify({...found, rounds: rounds === null ? 0 : rounds.closed.length, digest: rounds === null ? "" : rounds.digests.at(-1)}));
}

// Requests of the page to its server, and their errors.

import { jsonLines } from "./json_lines.js";
import { say } from "./say.js";

const JSON_TYPE = "application/json";
const SENT = { accept: JSON_TYPE, "content-type": JSON_TYPE };
const LONGEST = 15_000; // milliseconds that an answer may take
export const WHOLE_GAME = 300_000; // that one made from a whole game may take
const TRIES = 3;

// The path of the site, "/" or that of a proxy's prefix: its scripts are in a folder of a folder of it.
export const BASE = new URL("../..", import.meta.url).pathname;

export class Failure extends Error {}

async function answered(response) {
  if (response.ok) return response.json();
  const { message } = await response.json().catch(() => ({ message: say("server_answered", { status: response.status }) }));
  throw new Failure(message);
}

export async function load(path, query = {}, within = LONGEST) {
  const address = new URL(path, location.origin);
  // A chosen view applies to everything that the page loads.
  const view = new URLSearchParams(location.search).get("as");
  for (const [name, value] of Object.entries(view ? { ...query, as: view } : query)) address.searchParams.set(name, value);
  return answered(await fetched(address, within));
}

// A silently dead connection answers nothing, and is given up with its request; the next request uses another.
async function fetched(address, within) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetch(address, { headers: { accept: JSON_TYPE }, signal: AbortSignal.timeout(within) });
    } catch (problem) {
      if (tries === TRIES) throw new Failure(say("not_reached"), { cause: problem });
    }
  }
}

export async function send(path, body) {
  return answered(await fetch(path, { method: "POST", headers: SENT, body: JSON.stringify(body), signal: AbortSignal.timeout(TRIES * LONGEST) }));
}

// Asks the server to do something, and yields its answer line by line; the signal ends it.
export async function* lines(path, signal) {
  const response = await fetch(`${path}${location.search}`, { method: "POST", headers: SENT, body: "{}", signal });
  if (!response.ok) await answered(response);
  yield* jsonLines(response);
}

// Loads numbered things in blocks, each block once; a failed block is loaded again on demand.
export class Blocks {
  #loads;
  #size;
  #blocks = new Map();

  constructor(loads, size) {
    this.#loads = loads;
    this.#size = size;
  }

  async get(version, newest) {
    const block = Math.floor((version - 1) / this.#size);
    const first = block * this.#size + 1;
    const last = Math.min(first + this.#size - 1, newest);
    const held = this.#blocks.get(block);
    // The newest block grows with the game: only its missing part is loaded.
    if (!held || held.last < version) {
      const promise = this.#grown(held, first, last);
      this.#blocks.set(block, { last, promise });
      promise.catch(() => this.#blocks.get(block)?.promise === promise && this.#blocks.delete(block));
    }
    const answers = await this.#blocks.get(block).promise;
    return answers[version - first];
  }

  async #grown(held, first, last) {
    if (!held) return this.#loads(first, last);
    const [had, more] = await Promise.all([held.promise, this.#loads(held.last + 1, last)]);
    return [...had, ...more];
  }
}

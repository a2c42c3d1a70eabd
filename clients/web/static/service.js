// What the page asks its server for, and how it tells that something went wrong.

import { say } from "./say.js";

export class Failure extends Error {}

async function answered(response) {
  if (response.ok) return response.json();
  const { message } = await response.json().catch(() => ({ message: say("server_answered", { status: response.status }) }));
  throw new Failure(message);
}

export async function load(path, query = {}) {
  const address = new URL(path, location.origin);
  // Whoever looks as somebody does so in all that they load.
  const view = new URLSearchParams(location.search).get("as");
  for (const [name, value] of Object.entries(view ? { ...query, as: view } : query)) address.searchParams.set(name, value);
  return answered(await fetch(address, { headers: { accept: "application/json" } }));
}

export async function send(path, body) {
  const headers = { accept: "application/json", "content-type": "application/json" };
  return answered(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

// Has the server do something, and yields what it says of it, line by line; it ends with the signal.
export async function* lines(path, signal) {
  const headers = { accept: "application/json", "content-type": "application/json" };
  const response = await fetch(`${path}${location.search}`, { method: "POST", headers, body: "{}", signal });
  if (!response.ok) await answered(response);
  let rest = "";
  for await (const piece of pieces(response.body.pipeThrough(new TextDecoderStream()))) {
    const whole = (rest + piece).split("\n");
    rest = whole.pop();
    yield* whole.map((line) => JSON.parse(line));
  }
}

// Not every browser goes through a stream by itself.
async function* pieces(stream) {
  const reader = stream.getReader();
  for (let found = await reader.read(); !found.done; found = await reader.read()) yield found.value;
}

// Loads numbered things in blocks, each block once; what failed is loaded anew when it is wanted again.
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
    // The newest block grows with the game, by what it does not have yet.
    if (!held || held.last < version) {
      const promise = this.#grown(held, first, last);
      this.#blocks.set(block, { last, promise });
      promise.catch(() => this.#blocks.delete(block));
    }
    const found = await this.#blocks.get(block).promise;
    return found[version - first];
  }

  async #grown(held, first, last) {
    if (!held) return this.#loads(first, last);
    const [had, more] = await Promise.all([held.promise, this.#loads(held.last + 1, last)]);
    return [...had, ...more];
  }
}

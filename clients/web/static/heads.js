// The newest versions of games, by one stream of the server. It is opened again when it is lost, or silent for too long.

import { jsonLines } from "./json_lines.js";

const OPENING = 6000; // milliseconds: a server says at once that a stream is open
const SILENCE = 35_000; // milliseconds: an idle one sends a heartbeat every 15 seconds
const FRESH = 2000; // milliseconds after a message of the server during which no stream counts as dead
const GATHER = 100; // milliseconds during which added and removed games become one change
const LOOK = 2000; // milliseconds between two looks at the time
const PAUSES = [500, 1000, 2000, 4000, 8000, 15_000]; // milliseconds before each try to open it again
const MOST = 40; // games of one stream: the latest ones

export class Heads {
  #address;
  #tell;
  #games = new Map(); // the newest version that is known of each game
  #present = new Map(); // the seats of each game whose players look at it
  #stream;
  #open = false; // whether the server has answered
  #heard = [0, 0];
  #failed = 0;
  #timer;

  // `tell` gets a game and its news: its `head`, whether it is `over`, whether the connection is `lost`, which seats
  // are `present`, a `problem`.
  constructor(address, tell) {
    this.#address = address;
    this.#tell = tell;
    setInterval(() => this.#look(), LOOK);
  }

  // Follows a game from a version on; calling it again with another version tells newer news.
  follow(game, version) {
    const known = this.#games.get(game);
    this.#games.set(game, Math.max(known ?? 0, version));
    if (known === undefined) this.#openSoon(GATHER);
    else if (known > version) this.#tell(game, { head: known });
    if (this.#present.has(game)) this.#tell(game, { present: this.#present.get(game) });
  }

  leave(game) {
    if (this.#games.delete(game)) this.#openSoon(GATHER);
  }

  // Opens the stream again unless it has just been heard: after a sleep, or on another network, it may have died silently.
  wake() {
    if (this.#silent > FRESH) this.#openSoon(0);
  }

  // Milliseconds since the last word: by the clock, which continues during sleep, and by one that nobody sets back.
  get #silent() {
    const [clock, timer] = this.#heard;
    return Math.max(Date.now() - clock, performance.now() - timer);
  }

  #look() {
    if (this.#stream && this.#silent > (this.#open ? SILENCE : OPENING)) this.#lose();
  }

  #openSoon(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), wait);
  }

  async #read() {
    this.#stream?.abort();
    this.#stream = undefined;
    if (this.#games.size === 0) return;
    const stream = (this.#stream = new AbortController());
    this.#open = false;
    this.#heard = [Date.now(), performance.now()];
    const wanted = [...this.#games].slice(-MOST).map(([game, version]) => ["game", `${game}@${version}`]);
    try {
      const response = await fetch(`${this.#address}?${new URLSearchParams(wanted)}`, { signal: stream.signal });
      for await (const news of response.ok ? jsonLines(response) : []) {
        if (stream !== this.#stream) return;
        this.#hear(news);
      }
    } catch {
      // Whatever the error, the stream is opened again.
    }
    if (stream === this.#stream) this.#lose();
  }

  #hear({ game, ...news }) {
    this.#heard = [Date.now(), performance.now()];
    if (!this.#open) for (const other of this.#games.keys()) this.#tell(other, { lost: false });
    this.#open = true;
    this.#failed = 0;
    if (!this.#games.has(game)) return;
    if (news.head) this.#games.set(game, Math.max(news.head, this.#games.get(game)));
    if (news.present) this.#present.set(game, news.present);
    this.#tell(game, news);
    if (news.over) this.#games.delete(game);
  }

  #lose() {
    this.#stream?.abort();
    this.#stream = undefined;
    const pause = PAUSES[Math.min(this.#failed, PAUSES.length - 1)];
    this.#failed += 1;
    for (const game of this.#games.keys()) this.#tell(game, { lost: true });
    // Browsers that lost the same server must not all come back at the same moment.
    this.#openSoon(pause * (0.75 + Math.random() / 2));
  }
}

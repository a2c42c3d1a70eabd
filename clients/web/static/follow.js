// A page that follows its game: by the stream that all tabs of the browser share, or by one of its own.

const HERE = 30_000; // milliseconds between two messages to the worker that this tab exists
const AGAIN = 2000; // milliseconds before a script that did not load is asked for again

// Subscribes `tell` to news of a game (see heads.js), and returns how to end it; `version` returns the version shown.
export function follow(address, game, version, tell) {
  const url = new URL(address, location.origin).href;
  let over = false;
  const hear = (news) => {
    over ||= Boolean(news.over);
    tell(news);
  };
  let source = shared(url, game, version, hear, () => {
    source = own(url, game, version, hear);
    source.follow(false);
  });
  source ??= own(url, game, version, hear);
  const here = (wakes) => over || source.follow(wakes);
  here(false);
  setInterval(() => document.hidden && !source.shared ? undefined : here(false), HERE);
  addEventListener("pagehide", () => source.leave());
  addEventListener("pageshow", ({ persisted }) => persisted && here(true));
  addEventListener("online", () => here(true));
  addEventListener("offline", () => tell({ lost: true }));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) here(true);
    // A hidden tab with a stream of its own would take a connection from the visible tab.
    else if (!source.shared) source.leave();
  });
}

// Not every browser has workers that tabs share, and there are none in a frame if its visitor allows other sites no storage.
function shared(url, game, version, tell, failed) {
  try {
    const worker = new SharedWorker(new URL("./heads_worker.js", import.meta.url), { type: "module", name: url });
    const send = (more) => worker.port.postMessage({ game, version: version(), ...more });
    worker.addEventListener("error", failed, { once: true });
    worker.port.addEventListener("message", ({ data }) => tell(data));
    worker.port.start();
    return { shared: true, follow: (wakes) => send({ wakes }), leave: () => send({ leaves: true }) };
  } catch {
    return undefined;
  }
}

function own(url, game, version, tell) {
  let heads;
  let left = false;
  const follow = (wakes) => {
    left = false;
    heads?.follow(game, version());
    if (wakes) heads?.wake();
  };
  loaded(tell).then(({ Heads }) => {
    heads = new Heads(url, (_, news) => tell(news));
    if (!left) follow(false);
  });
  const leave = () => {
    left = true;
    heads?.leave(game);
  };
  return { shared: false, follow, leave };
}

// Some browsers remember that an address did not load: it is asked for again under another one.
async function loaded(tell) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await import(tries ? `./heads.js?again=${tries}` : "./heads.js");
    } catch {
      tell({ lost: true });
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}

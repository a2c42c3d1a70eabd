// Tells the visitor that one of their seats is asked: in the title of the tab, and if they allow it by a notification.

import { leave } from "./focus.js";
import { changes } from "./game.js";
import { say } from "./say.js";
import { sound } from "./sounds.js";

const ALLOW = document.querySelector("#notify");
const title = document.title;
const icon = document.querySelector("link[rel=icon]");
let known = 0;

function notify(version, sentence) {
  if (!document.hidden || version <= known || !("Notification" in window) || Notification.permission !== "granted") return;
  new Notification(title, { body: sentence, tag: location.pathname });
}

// The favicon has a dot while it is the visitor's turn.
function mark(turn) {
  document.title = turn ? `● ${say("your_turn")} · ${title}` : title;
  icon.href = turn ? icon.href.replace(/icon(-turn)?\b/, "icon-turn") : icon.href.replace("icon-turn", "icon");
}

function take(version, turn, sentence) {
  mark(turn);
  if (turn && version > known) {
    notify(version, sentence);
    sound("turn");
  }
  known = Math.max(known, version);
}

changes.addEventListener("asked", ({ detail: { newest, own, version, waiting } }) => newest && take(version, own !== undefined, waiting.sentence));
changes.addEventListener("turn", ({ detail: { version, turn, sentence } }) => take(version, turn, sentence));

if ("Notification" in window && Notification.permission === "default") {
  ALLOW.hidden = false;
  ALLOW.addEventListener("click", async () => {
    await Notification.requestPermission();
    leave([ALLOW], document.querySelector("#question"));
    ALLOW.hidden = true;
  });
}

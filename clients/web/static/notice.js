// Tells the visitor that one of their seats is asked: in the title of the tab, and if they allow it by a notification.

import { leave } from "./focus.js";
import { changes } from "./game.js";
import { say } from "./say.js";

const ALLOW = document.querySelector("#notify");
const title = document.title;
let known = 0;

function notify(version, sentence) {
  if (!document.hidden || version <= known || !("Notification" in window) || Notification.permission !== "granted") return;
  new Notification(title, { body: sentence, tag: location.pathname });
}

changes.addEventListener("asked", ({ detail: { newest, own, version, waiting } }) => {
  if (!newest) return;
  document.title = own === undefined ? title : `● ${say("your_turn")} · ${title}`;
  if (own !== undefined) notify(version, waiting.sentence);
  known = Math.max(known, version);
});

if ("Notification" in window && Notification.permission === "default") {
  ALLOW.hidden = false;
  ALLOW.addEventListener("click", async () => {
    await Notification.requestPermission();
    leave([ALLOW], document.querySelector("#question"));
    ALLOW.hidden = true;
  });
}

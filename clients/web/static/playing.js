// Actions besides moves: irreversible ones ask for confirmation, and takebacks proposed by others are shown.

import { changes, page, path } from "./game.js";
import { ready } from "./ready.js";
import { parts, say } from "./say.js";
import { load } from "./service.js";

const EVERY = 10_000; // milliseconds between two looks for takebacks
const dialog = document.querySelector("#confirm");
const takebacks = document.querySelector("#takebacks");
const takeback = document.querySelector("#takeback-version");
let asking;
let shown = "[]";

for (const form of document.querySelectorAll("form[data-confirm]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    asking = form;
    dialog.querySelector("p").textContent = form.dataset.confirm;
    dialog.returnValue = "";
    dialog.showModal();
  });
  ready(form.querySelector("button"));
}
dialog.addEventListener("close", () => {
  if (dialog.returnValue === "yes") asking.submit();
});

changes.addEventListener("shown", ({ detail: { version } }) => {
  takeback.value = version;
});

function proposal({ branch, version }) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: `${path}/consent` });
  const input = Object.assign(document.createElement("input"), { type: "hidden", name: "branch", value: branch });
  const link = Object.assign(document.createElement("a"), { href: `${path}@${version}`, textContent: say("to_version", { version }) });
  form.append(...parts("asks_back", { version: link }), " ", input, Object.assign(document.createElement("button"), { textContent: say("agree") }));
  return form;
}

async function look() {
  if (document.hidden || page.dataset.over === "true") return;
  const proposals = await load(`${path}/takebacks`);
  // What stays unchanged keeps the focus, and is not read out again.
  if (JSON.stringify(proposals) === shown) return;
  shown = JSON.stringify(proposals);
  takebacks.replaceChildren(...proposals.map(proposal));
}

if (page.dataset.over !== "true") {
  look().catch(() => {});
  setInterval(() => look().catch(() => {}), EVERY);
}

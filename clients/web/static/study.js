// A study: its notes lead to their positions, the referee is asked about its what-ifs, and the last what-if goes with a new note.

import { changes, path, player } from "./game.js";
import { judged } from "./judged.js";
import { ready } from "./ready.js";
import { say } from "./say.js";
import { send } from "./service.js";

const study = document.querySelector("#study");
const notes = [...study.querySelectorAll(".notes > li")];
const form = study.querySelector("#note");

for (const note of notes) {
  const version = Number(note.dataset.version);
  note.querySelector(".position").addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    player.go(version);
  });
  note.querySelector(".judge")?.addEventListener("click", async ({ target }) => {
    const answer = note.querySelector("[role=status]");
    const { seat, name, fields } = target.dataset;
    try {
      answer.replaceChildren(...judged(await send(`${path}/judged`, { version, seat: Number(seat), name, fields: JSON.parse(fields) })));
    } catch (problem) {
      answer.textContent = problem.message;
    }
  });
}

ready(...study.querySelectorAll(".judge"));

changes.addEventListener("shown", ({ detail: { version } }) => {
  for (const note of notes) note.setAttribute("aria-current", String(Number(note.dataset.version) === version));
  if (!form) return;
  form.elements.version.value = version;
  keep({ seat: "", name: "", fields: undefined, sentence: "" });
});

// A what-if goes with the note on the position at which it was asked.
function keep({ seat, name, fields, sentence }) {
  const { elements } = form;
  elements.what_if_seat.value = seat;
  elements.what_if_name.value = name;
  elements.what_if_fields.value = name ? JSON.stringify(fields) : "";
  elements.what_if_sentence.value = sentence;
  form.querySelector("#with-what-if").textContent = name ? say("with_what_if", { sentence }) : "";
}

if (form) changes.addEventListener("judged", ({ detail }) => keep(detail));

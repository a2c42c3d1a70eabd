// What if, on the board: any move that is offered at an earlier position, or in a finished game, is judged rather than made.

import { changes, choices, page, path, tell, verdict } from "./game.js";
import { judged } from "./judged.js";
import { say } from "./say.js";
import { load, send } from "./service.js";

const button = document.querySelector("#try");
let question;

changes.addEventListener("asked", ({ detail: { version, newest, waiting } }) => {
  question = { version, seat: waiting.seats[0] };
  button.hidden = waiting.seats.length === 0 || (newest && page.dataset.over !== "true");
});

button.addEventListener("click", async () => {
  const { seat, version } = question;
  try {
    const { commands } = await load(`${path}/choices`, { seat, version });
    if (version !== question.version) return;
    button.hidden = true;
    choices.offer(commands.map((command) => ({ ...command, seat, tries: true })));
  } catch (problem) {
    tell(problem);
  }
});

choices.addEventListener("command", async ({ detail: { tries, seat, command } }) => {
  if (!tries) return;
  const { version } = question;
  try {
    const ruling = await send(`${path}/tried`, { version, seat, command });
    const branch = Object.assign(document.createElement("button"), { className: "main", textContent: say("branch_and_play") });
    branch.addEventListener("click", () => document.querySelector("#branch-version").form.requestSubmit());
    verdict.replaceChildren(...judged(ruling), branch);
  } catch (problem) {
    tell(problem);
  }
});

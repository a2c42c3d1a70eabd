// The way back to a running game for a player who looks at an earlier step of it while one of their seats is asked.

import { changes, player } from "./game.js";
import { leave } from "./focus.js";

const [back, attempt, question] = ["back", "try", "question"].map((id) => document.getElementById(id));

// The way back is the chief action then: trying a move at the earlier step comes second.
function show(due) {
  if (!due) leave([back], question);
  back.hidden = !due;
  attempt.classList.toggle("main", !due);
}

changes.addEventListener("turn", ({ detail: { turn } }) => show(turn));
changes.addEventListener("shown", ({ detail: { newest } }) => newest && show(false));
back.addEventListener("click", () => player.go(player.head));

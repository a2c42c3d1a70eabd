// What the referee says of a command that nobody gave.

import { clauses } from "./game.js";

export function judged({ version, sentence, refused, accepted, withheld }) {
  const first = document.createElement("p");
  const command = Object.assign(document.createElement("b"), { textContent: sentence });
  if (refused) {
    const values = refused.values ? ` (${refused.values})` : "";
    first.append(`At version ${version}: `, command, " Refused by ", clauses.button(refused.clause), `: ${refused.sentence}${values}`);
    return [first];
  }
  first.append(`At version ${version}: `, command, " The referee would accept it.");
  if (withheld) return [first, Object.assign(document.createElement("p"), { textContent: "What follows could tell what is hidden while the game is on." })];
  return [first, ...accepted.map((event) => Object.assign(document.createElement("p"), { textContent: event }))];
}

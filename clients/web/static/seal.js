// The seal of a game that is over: its verdict, which its own page explains.

import { say } from "./say.js";
import { WHOLE_GAME, load } from "./service.js";

const seal = document.querySelector("#seal");

// What fails here leaves the link, behind which the page says why.
const { verdict } = await load(seal.href.replace(/trust$/, "seal"), {}, WHOLE_GAME).catch(() => ({}));
if (verdict) {
  seal.dataset.verdict = verdict;
  seal.querySelector("b").textContent = say("seal_of", { verdict: say(`verdict.${verdict}`) });
}

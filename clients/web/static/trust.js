// The check of a record in the browser: the record file and the tables of its positions, judged by the verifier in JavaScript.

import { ready } from "./ready.js";
import { say } from "./say.js";
import { sentence } from "./witnessed.js";

const page = document.querySelector("#yourself");
const badge = document.querySelector("#badge");
const form = page.querySelector("form");

async function fetched(path) {
  const response = await fetch(`${page.dataset.game}/${path}`);
  return response.ok ? response : undefined;
}

// A game that shares hidden facts with another, unfinished one shows no tables: then its positions are not checked.
async function tables() {
  const text = (await (await fetched("tables"))?.text()) ?? "";
  return text.split("\n").filter(Boolean).map(JSON.parse);
}

// Says what a verdict lacks: all but an incomplete one lack the rules, which this page does not know.
function meaning({ verdict, unchecked }) {
  if (verdict !== "incomplete") return say("also_judges");
  const reasons = new Set(unchecked.map(({ reason }) => reason).filter((reason) => reason !== "RULES_NOT_JUDGED"));
  return say("lacks", { reasons: [...reasons].map((reason) => say(`reason.${reason}`)).join("; ") });
}

function* checks(report) {
  if (!report.problem) yield meaning(report);
  yield say("chain", report);
  yield say("tables_checked", { tables: report.positionsChecked, chance: report.chanceRecomputed });
  yield say("signatures", { count: report.signaturesChecked });
  for (const { version, done, clause } of report.irregularities) yield say("irregular", { version, done, clause });
  for (const { firstVersion, lastVersion, reason } of report.unchecked) {
    yield say("not_checked", { first: firstVersion, last: lastVersion, reason: say(`reason.${reason}`) });
  }
  yield report.signer ? say("signed_by", { signer: report.signer }) : say("name_a_key");
  if (report.witnessed) yield sentence(report.witnessed);
}

async function judge(key, policy) {
  const [{ verify }, record, positions] = await Promise.all([import(page.dataset.verifier), fetched("record"), tables()]);
  if (!record) throw new Error(say("not_reached"));
  const report = await verify(new Uint8Array(await record.arrayBuffer()), {
    keys: key ? [key] : [],
    policy: policy || undefined,
    tables: (version) => positions[version - 1],
    progress: (done, total) => (badge.textContent = say("checking_of", { done, total })),
  });
  const counts = { verdict: say(`verdict.${report.verdict}`), linked: report.linked, chance: report.chanceRecomputed };
  const lacks = report.witnessed && !report.witnessed.holds;
  badge.dataset.verdict = lacks && !report.problem ? "incomplete" : report.verdict;
  badge.textContent = report.problem ? say("failed_because", { problem: report.problem }) : lacks ? sentence(report.witnessed) : say("linked", counts);
  document.querySelector("#checks").replaceChildren(...[...checks(report)].map((words) => Object.assign(document.createElement("li"), { textContent: words })));
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  badge.textContent = say("checking");
  try {
    await judge(form.elements.key.value.trim(), form.elements.policy.value.trim());
  } catch ({ message }) {
    badge.dataset.verdict = "failed";
    badge.textContent = say("not_verified", { problem: message });
  }
});
ready(document.querySelector("[form=own-check]"));

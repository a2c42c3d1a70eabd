// Shows a game as it is played, in sentences, each entry checked against the chain.
//
//     node watch.mjs URL GAME [LANGUAGE]

import { BrokenRecord, connect } from "gunbai-client";

const [url, game, language = ""] = process.argv.slice(2);
try {
  for await (const update of connect(url, { language }).watch(game, { sentences: true }))
    if (update.kind === "entry") {
      const { version, actor, command, events } = update.sentences;
      console.log([`${version}  ${actor}: ${command}`, ...events].join("\n      "));
    }
} catch (error) {
  if (!(error instanceof BrokenRecord)) throw error;
  console.error(`Do not trust this record: ${error.problem}, in entry ${error.version}.`);
  process.exitCode = 1;
}

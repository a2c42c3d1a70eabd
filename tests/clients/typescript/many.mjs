// Verify the record files that standard input lists as JSON, and print their reports as JSON.
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { verify } from "../../../clients/typescript/verify/index.js";

const reports = [];
for (const { file, tables, keys } of JSON.parse(await text(process.stdin))) {
  const known = tables && Object.entries(tables).map(([version, table]) => [Number(version), table]);
  reports.push(await verify(await readFile(file), { tables: known, keys }));
}
console.log(JSON.stringify(reports));

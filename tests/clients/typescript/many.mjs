// Verify record files: each line of standard input lists some as JSON, and is answered by a line with their reports.
import { createInterface } from "node:readline";
import { verify } from "../../../clients/typescript/verify/index.js";

for await (const line of createInterface({ input: process.stdin })) {
  const reports = [];
  for (const { content, tables, keys } of JSON.parse(line)) {
    const known = tables && Object.entries(tables).map(([version, table]) => [Number(version), table]);
    reports.push(await verify(new Uint8Array(Buffer.from(content, "base64")), { tables: known, keys }));
  }
  console.log(JSON.stringify(reports));
}

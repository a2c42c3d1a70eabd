#!/usr/bin/env node
// A plugin of the protocol compiler, which writes the reasons for failures and the list of all messages from the protos.

import { getOption } from "@bufbuild/protobuf";
import { createEcmaScriptPlugin, getComments, runNodeJs } from "@bufbuild/protoplugin";

/** The error in src/errors.ts for a status code; any other code means that the service failed. */
const ERRORS = {
  INVALID_ARGUMENT: "InvalidRequest",
  NOT_FOUND: "NotFound",
  UNAUTHENTICATED: "NotAllowed",
  PERMISSION_DENIED: "NotAllowed",
  ABORTED: "StaleVersion",
  FAILED_PRECONDITION: "NotNow",
  ALREADY_EXISTS: "AlreadyThere",
  RESOURCE_EXHAUSTED: "Exhausted",
  UNAVAILABLE: "Unreachable",
};

/** Returns the name of a constant as a class name: "SEAT_TAKEN" as "SeatTaken". */
function camel(upperSnake) {
  return upperSnake.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase());
}

/** Returns the reasons in the protos, each with its name, meaning, status code and advice. */
function reasonsOf(file) {
  const reasons = file.enums.find(({ name }) => name === "Reason");
  const failure = file.extensions.find(({ name }) => name === "failure");
  const codes = failure.message.fields.find(({ name }) => name === "code").enum;
  return reasons.values
    .filter(({ number }) => number)
    .map((value) => {
      const { code, advice } = getOption(value, failure);
      const meaning = getComments(value).leading.trim().replace(/\s+/g, " ");
      return { name: value.name.replace("REASON_", ""), code: codes.value[code].name, advice, meaning };
    });
}

function writeReasons(schema, file) {
  const reasons = reasonsOf(file);
  const f = schema.generateFile("reasons.ts");
  f.print("// The reasons why a service fails a call, with an error for each. Generated from the protos.");
  f.print();
  f.print('import { Code } from "@connectrpc/connect";');
  f.print('import * as errors from "./errors.js";');
  f.print();
  f.print("/** The reasons, as in an error's `reason`. */");
  f.print("export enum Reason {");
  for (const { name, meaning } of reasons) {
    f.print(f.jsDoc(meaning, "  "));
    f.print("  ", name, " = ", f.string(name), ",");
  }
  f.print("}");
  for (const { name, code, meaning, advice } of reasons) {
    f.print();
    f.print(f.jsDoc(meaning));
    f.print("export class ", camel(name), " extends errors.", ERRORS[code] ?? "ServiceError", " {");
    f.print("  override readonly advice = ", f.string(advice), ";");
    f.print("}");
  }
  f.print();
  f.print("/** What a reason means for a caller: the status of the call, what to do about it, and its error. */");
  f.print("export const REASONS = {");
  for (const { name, code, advice } of reasons)
    f.print(
      "  ",
      name,
      ": { code: Code.",
      camel(code),
      ", advice: ",
      f.string(advice),
      ", error: ",
      camel(name),
      " },",
    );
  f.print("} as const satisfies Record<Reason, { code: Code; advice: string; error: typeof errors.GunbaiError }>;");
}

function writeRegistry(schema) {
  const f = schema.generateFile("stubs/registry.ts");
  f.print("// Every message of the protos, by its full name. Generated from the protos.");
  f.print();
  f.print('import { createRegistry } from "@bufbuild/protobuf";');
  const files = schema.files.map((file) => [`file_${file.name.replace(/\W/g, "_")}`, `./${file.name}_pb.js`]);
  for (const [name, path] of files) f.print("import { ", name, " } from ", f.string(path), ";");
  f.print();
  f.print("export const REGISTRY = /*@__PURE__*/ createRegistry(");
  for (const [name] of files) f.print("  ", name, ",");
  f.print(");");
}

runNodeJs(
  createEcmaScriptPlugin({
    name: "protoc-gen-gunbai",
    version: "v1",
    generateTs(schema) {
      writeReasons(
        schema,
        schema.files.find(({ name }) => name === "gunbai/referee/v1/reasons"),
      );
      writeRegistry(schema);
    },
  }),
);

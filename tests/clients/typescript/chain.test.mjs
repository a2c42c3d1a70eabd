// The bytes of docs/record-format.md: node --test chain.test.mjs, with its path in RECORD_FORMAT.

import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { chain, shares } from "gunbai-client";
import { EntrySchema } from "gunbai-client/stubs/record/v1/entry";
import { SubmitRequestSchema } from "gunbai-client/stubs/referee/v1/referee";

const page = readFileSync(process.env.RECORD_FORMAT, "utf8");
const vectors = Object.fromEntries(
  [...page.matchAll(/^```json (\w+)\n(.*?)^```/gms)].map(([, name, json]) => [name, JSON.parse(json)]),
);
const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hex = (value) => Buffer.from(value).toString("hex");
const open = (type, value) => ({
  case: "open",
  value: { typeUrl: `type.googleapis.com/${type}`, value: bytes(value) },
});

function entryOf(of, signature = of.signature) {
  const { public: event, salted } = vectors.leaves;
  return create(EntrySchema, {
    game: of.game,
    version: BigInt(of.version),
    actor: { kind: of.actor_kind, seat: of.actor_seat },
    atMicros: BigInt(of.at_micros),
    commandId: of.command_id,
    expectedVersion: BigInt(of.expected_version),
    positionDigest: bytes(of.position_digest),
    signature: bytes(signature),
    previous: bytes(of.previous),
    digest: bytes(of.digest),
    command: { content: open(salted.type, salted.value), salt: bytes(salted.salt) },
    events: [{ content: open(event.type, event.value) }],
  });
}

test("the leaves are those of the page", () => {
  for (const { type, value, salt, leaf } of Object.values(vectors.leaves))
    assert.equal(hex(chain.leaf(type, bytes(value), salt && bytes(salt))), leaf);
});

test("an entry has the digest of the page, open and sealed", () => {
  const entry = entryOf(vectors.entry);
  assert.equal(hex(chain.digestOf(entry)), vectors.entry.digest);
  assert.equal(chain.problemOf(entry, 6n, entry.previous), "");
  const sealed = {
    ...entry,
    command: { content: { case: "sealed", value: bytes(vectors.leaves.salted.leaf) }, salt: bytes("") },
  };
  assert.equal(chain.problemOf(sealed, 6n, entry.previous), "");
});

test("a signature counts as itself or, beside a private command, as its seal", () => {
  const { command_signature, command_signature_seal } = vectors.signatures;
  const open = entryOf(vectors.entry, command_signature);
  const sealed = {
    ...open,
    command: { content: { case: "sealed", value: bytes(vectors.leaves.salted.leaf) }, salt: bytes("") },
    signature: bytes(command_signature_seal),
  };
  assert.equal(hex(chain.digestOf(open)), hex(chain.digestOf(sealed)));
  assert.notEqual(hex(chain.digestOf(open)), vectors.entry.digest);
});

test("every part of an entry is covered, and a wrong form is named", () => {
  const changes = {
    game: "nightingales",
    version: 7n,
    actor: { kind: 2, seat: 1 },
    atMicros: 1n,
    commandId: "c-18",
    expectedVersion: 4n,
    positionDigest: bytes("00"),
    signature: bytes("00"),
    previous: new Uint8Array(32),
    digest: new Uint8Array(32),
    command: undefined,
    events: [],
  };
  const entry = entryOf(vectors.entry);
  for (const [field, value] of Object.entries(changes))
    assert.notEqual(chain.problemOf({ ...entry, [field]: value }, 6n, bytes(vectors.entry.previous)), "", field);
  const item = (content, salt = "") => ({ ...entry, events: [{ content, salt: bytes(salt) }] });
  const wrong = [
    [{ ...entry, actor: { kind: 99, seat: 0 } }, /unknown actor kind 99/],
    [{ ...entry, actor: undefined }, /unknown actor kind 0/],
    [item({ case: "sealed", value: bytes("00") }), /must contain only its leaf, which has 32 bytes/],
    [item({ case: "sealed", value: new Uint8Array(32) }, "00"), /must contain only its leaf, which has 32 bytes/],
    [item(open("a.B", ""), "00"), /a salt must have 32 bytes, not 1/],
    [item({ case: "open", value: { typeUrl: "example.com/a.B", value: bytes("") } }), /"example.com\/a.B" must be/],
    [item({ case: undefined }), /"" must be type.googleapis.com/],
  ];
  for (const [changed, problem] of wrong) assert.match(chain.problemOf(changed, 6n, entry.previous), problem);
});

test("shares are linked as on the page", () => {
  const { game, seat, chain: links } = vectors.shares;
  for (const [place, share] of links.slice(0, -1).entries())
    assert.equal(hex(shares.link(game, seat, bytes(share))), links[place + 1]);
});

test("a seat signs the bytes of the page, by WebCrypto", async () => {
  const { private_key, public_key, command_payload, command_signature } = vectors.signatures;
  const { salted } = vectors.leaves;
  const request = create(SubmitRequestSchema, {
    game: "nightingale",
    expectedVersion: 5n,
    commandId: "c-17",
    command: open(salted.type, salted.value).value,
  });
  assert.equal(hex(chain.commandPayload(request)), command_payload);
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), bytes(private_key)]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const { x } = createPublicKey(key).export({ format: "jwk" });
  assert.equal(Buffer.from(x, "base64url").toString("hex"), public_key);
  const imported = await crypto.subtle.importKey("pkcs8", der, "Ed25519", false, ["sign"]);
  const signature = await crypto.subtle.sign("Ed25519", imported, chain.commandPayload(request));
  assert.equal(hex(new Uint8Array(signature)), command_signature);
});

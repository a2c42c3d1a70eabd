// Messages of titles that the client has no stubs of: it learns them from what GetTitle describes. node --test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { create, toBinary } from "@bufbuild/protobuf";
import {
  anyPack,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";
import { createRouterTransport } from "@connectrpc/connect";
import { connect, jsonText, packed, schemaOf, typeName, UnknownMessageError, unpacked } from "gunbai-client";
import { MakeBidSchema } from "gunbai-client/stubs/liars_dice/v1/commands";
import { Lobby } from "gunbai-client/stubs/referee/v1/lobby";

/** Returns a file of protos with one message that has these fields of numbers. */
const file = (pack, message, ...fields) => ({
  name: `${pack.replaceAll(".", "/")}/commands.proto`,
  package: pack,
  syntax: "proto3",
  messageType: [
    {
      name: message,
      field: fields.map((name, index) => ({
        name,
        number: index + 1,
        type: Type.UINT32,
        label: Label.OPTIONAL,
      })),
    },
  ],
});

/** Returns a client of a service whose titles have these files. */
function client(files) {
  const described = (title) =>
    toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: files[title] }));
  const transport = createRouterTransport(({ service }) => {
    service(Lobby, {
      getTitle: ({ title }) => ({
        title: { name: title },
        commands: [`gunbai.titles.${title}.v1.Wait`],
        fileDescriptorSet: described(title),
      }),
    });
  });
  return connect("http://localhost", { transport });
}

test("the messages of a title are known after the title was asked for", async () => {
  const name = "gunbai.titles.marbles.v1.Flick";
  assert.throws(() => schemaOf(name), UnknownMessageError);
  await client({
    marbles: [file("gunbai.titles.marbles.v1", "Flick", "force", "spin_left")],
  }).title("marbles");
  const flick = packed(schemaOf(name), { force: 3, spinLeft: 1 });
  assert.equal(typeName(flick), name);
  assert.equal(unpacked(flick).force, 3);
  assert.equal(jsonText(unpacked(flick)), '{"force":3,"spinLeft":1}');
});

test("a title is not believed about messages that are not of titles from elsewhere", async () => {
  const mine = file("gunbai.liars_dice.v1", "MakeBid", "face");
  const other = file("other.v1", "Flick", "force");
  await client({ tops: [mine, other] }).title("tops");
  assert.throws(() => schemaOf("other.v1.Flick"), UnknownMessageError);
  const bid = create(MakeBidSchema, { quantity: 3, face: 5 });
  assert.deepEqual(unpacked(anyPack(MakeBidSchema, bid)), bid);
});

test("what was learnt stays as it was", async () => {
  const name = "gunbai.titles.hoops.v1.Roll";
  const gunbai = client({
    hoops: [file("gunbai.titles.hoops.v1", "Roll", "far")],
    others: [file("gunbai.titles.hoops.v1", "Roll", "near")],
  });
  await gunbai.title("hoops");
  await gunbai.title("others");
  assert.deepEqual(
    schemaOf(name).fields.map((field) => field.name),
    ["far"],
  );
});

test("what is packed without a schema, or of a title that was not asked for, says what to do", () => {
  for (const schema of [undefined, null, "gunbai.titles.ur.v1.MovePiece"]) {
    assert.throws(() => packed(schema, {}), {
      name: "UnknownMessageError",
      message: /^pass the schema of a message: /,
    });
  }
  assert.throws(
    () => schemaOf("gunbai.titles.ur.v1.MovePiece"),
    /if its title is from another package, call title\(\) first$/,
  );
});

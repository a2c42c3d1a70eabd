// Messages packed in an Any: the commands, events and views of the titles.

import {
  create,
  createFileRegistry,
  createMutableRegistry,
  fromBinary,
  toJsonString,
  type DescMessage,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import {
  type Any,
  anyIs,
  anyPack,
  anyUnpack,
  type DescriptorProto,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";
import { UnknownMessageError } from "./errors.js";
import { REGISTRY } from "./stubs/registry.js";

/** The beginning of the full names of messages of third-party titles. */
const ELSEWHERE = "gunbai.titles.";

/** Every known message: the messages with stubs, and those of third-party titles, which a service described. */
const registry = createMutableRegistry(REGISTRY);

/**
 * Returns a new message packed in an Any, as requests carry commands: `packed(MakeBidSchema, { quantity: 3, face: 5 })`.
 * Throws UnknownMessageError if JavaScript code passes no schema.
 */
export function packed<S extends DescMessage>(schema: S, fields: MessageInitShape<S>): Any {
  if ((schema as DescMessage | undefined)?.kind !== "message") {
    throw new UnknownMessageError(
      'pass the schema of a message: from the stubs, or schemaOf("gunbai.titles.ur.v1.MovePiece")',
    );
  }
  return anyPack(schema, create(schema, fields));
}

/** Returns the schema of the message with this full name. Throws UnknownMessageError. */
export function schemaOf(name: string): DescMessage {
  const schema = registry.getMessage(name);
  if (!schema) {
    throw new UnknownMessageError(
      `there is no message "${name}"; if its title is from another package, call title() first`,
    );
  }
  return schema;
}

/** Returns whether there is a message with this full name. */
export const isKnown = (name: string): boolean => registry.getMessage(name) !== undefined;

/** Registers the messages of a third-party title from the FileDescriptorSet that GetTitle returns. */
export function learn(protos: Uint8Array): void {
  const files = fromBinary(FileDescriptorSetSchema, protos);
  for (const { messageType } of files.file) messageType.forEach(nameForJson);
  for (const described of createFileRegistry(files)) {
    if (described.typeName.startsWith(ELSEWHERE) && !registry.get(described.typeName)) registry.add(described);
  }
}

/** Gives the fields of a message their JSON names, which descriptors can omit. */
function nameForJson(message: DescriptorProto): void {
  for (const field of message.field) {
    field.jsonName ||= field.name.replace(/_+(.?)/g, (_, letter: string) => letter.toUpperCase());
  }
  message.nestedType.forEach(nameForJson);
}

/** Returns the full name of the message in an Any. */
export function typeName(any: Pick<Any, "typeUrl">): string {
  return any.typeUrl.slice(any.typeUrl.lastIndexOf("/") + 1);
}

/** Returns the message in an Any. Its `$typeName` names the type. Throws UnknownMessageError. */
export function unpacked(any: Any): Message {
  schemaOf(typeName(any));
  return parsed(any, () => anyUnpack(any, registry));
}

/**
 * Returns the message in an Any if it has the given type, otherwise undefined. Throws UnknownMessageError for bad
 * bytes.
 */
export function unpackedAs<S extends DescMessage>(any: Any | undefined, schema: S): MessageShape<S> | undefined {
  return any && anyIs(any, schema) ? parsed(any, () => anyUnpack(any, schema)) : undefined;
}

/** Returns a message as JSON text, because `JSON.stringify` refuses 64-bit numbers. Throws UnknownMessageError. */
export function jsonText(message: Message, prettySpaces = 0): string {
  return toJsonString(schemaOf(message.$typeName), message, { registry, prettySpaces });
}

function parsed<M>(any: Any, unpack: () => M | undefined): M {
  try {
    const message = unpack();
    if (message) return message;
  } catch {
    // The parser's own message does not mention the type.
  }
  throw new UnknownMessageError(`these bytes are not a ${typeName(any)}`);
}

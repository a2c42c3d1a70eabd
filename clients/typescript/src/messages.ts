// Messages packed in an Any: the commands, events and views of the titles.

import {
  create,
  toJsonString,
  type DescMessage,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { type Any, anyIs, anyPack, anyUnpack } from "@bufbuild/protobuf/wkt";
import { UnknownMessageError } from "./errors.js";
import { REGISTRY } from "./stubs/registry.js";

/** Returns a new message packed in an Any, as requests carry commands: `packed(MakeBidSchema, { quantity: 3, face: 5 })`. */
export function packed<S extends DescMessage>(schema: S, fields: MessageInitShape<S>): Any {
  return anyPack(schema, create(schema, fields));
}

/** Returns the full name of the message in an Any. */
export function typeName(any: Pick<Any, "typeUrl">): string {
  return any.typeUrl.slice(any.typeUrl.lastIndexOf("/") + 1);
}

/** Returns the message in an Any, whatever its type; its `$typeName` says which. Throws UnknownMessageError. */
export function unpacked(any: Any): Message {
  if (!REGISTRY.getMessage(typeName(any))) throw new UnknownMessageError(`there is no message "${typeName(any)}"`);
  return parsed(any, () => anyUnpack(any, REGISTRY));
}

/** Returns the message in an Any if it is of one type, otherwise undefined. Throws UnknownMessageError for bad bytes. */
export function unpackedAs<S extends DescMessage>(any: Any | undefined, schema: S): MessageShape<S> | undefined {
  return any && anyIs(any, schema) ? parsed(any, () => anyUnpack(any, schema)) : undefined;
}

/** Returns a message as JSON text; `JSON.stringify` refuses its 64-bit numbers. Throws UnknownMessageError. */
export function jsonText(message: Message, prettySpaces = 0): string {
  const schema = REGISTRY.getMessage(message.$typeName);
  if (!schema) throw new UnknownMessageError(`unknown message "${message.$typeName}"`);
  return toJsonString(schema, message, { registry: REGISTRY, prettySpaces });
}

function parsed<M>(any: Any, unpack: () => M | undefined): M {
  try {
    const message = unpack();
    if (message) return message;
  } catch {
    // The parser's own words say nothing of the type.
  }
  throw new UnknownMessageError(`these bytes are not a ${typeName(any)}`);
}

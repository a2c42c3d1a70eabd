/**
 * What must be true of an entry's messages, whatever the rules say: their encoding is that of a record, and they are
 * within a service's limits (docs/record-format.md, "What a service takes").
 */
import { commandOf } from "./commands.js";
import { RecordError } from "./errors.js";
import { MESSAGES } from "./messages.js";
import { messageOf } from "./record.js";

/** @typedef {import("./record.js").Entry} Entry */

const LONGEST_ID = 64;
const MOST_COMMAND = 65536;
const MOST_ENTROPY = 64;
const MOST_TABLE = 65536;
const KEY_BYTES = 32;

/** @param {string} text @returns {number} how many characters it has */
const characters = (text) => [...text].length;

/**
 * Check the encoding of the record's open messages in an entry, and the limits of requests. Throws RecordError.
 * @param {Entry} entry
 */
export function checkContents(entry) {
  const { command, commandId } = entry;
  if (characters(commandId) > LONGEST_ID)
    throw new RecordError(`its command_id is longer than ${LONGEST_ID} characters`);
  if (commandId && "type" in command && command.value.length > MOST_COMMAND)
    throw new RecordError(`its command has ${command.value.length} bytes; the limit is ${MOST_COMMAND}`);
  for (const item of [command, ...entry.events]) {
    if (!("type" in item) || !item.type.startsWith("gunbai.record.") || !MESSAGES[item.type]) continue;
    const message = messageOf(item, item.type);
    if (item.type.endsWith(".PositionSet") && characters(message.tableJson) > MOST_TABLE)
      throw new RecordError(`the position that it sets is longer than ${MOST_TABLE} characters`);
  }
  if (commandOf(entry) === "TakeSeat") checkTaken(messageOf(command, "TakeSeat"));
}

/** @param {any} taken */
function checkTaken({ seat, entropy, publicKey }) {
  if (entropy.length > MOST_ENTROPY)
    throw new RecordError(`seat ${seat}'s entropy has ${entropy.length} bytes; the limit is ${MOST_ENTROPY}`);
  if (![0, KEY_BYTES].includes(publicKey.length))
    throw new RecordError(`seat ${seat}'s public key has ${publicKey.length} bytes, not ${KEY_BYTES}`);
}

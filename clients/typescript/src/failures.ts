// The errors for failed calls, by reason, or by status code if the service gave no reason.

import { Code, ConnectError } from "@connectrpc/connect";
import { durationMs } from "@bufbuild/protobuf/wkt";
import * as errors from "./errors.js";
import { REASONS, type Reason } from "./reasons.js";
import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "./stubs/google/rpc/error_details_pb.js";

const BY_CODE: Partial<Record<Code, typeof errors.GunbaiError>> = {
  [Code.InvalidArgument]: errors.InvalidRequest,
  [Code.OutOfRange]: errors.InvalidRequest,
  [Code.NotFound]: errors.NotFound,
  [Code.Unauthenticated]: errors.NotAllowed,
  [Code.PermissionDenied]: errors.NotAllowed,
  [Code.Aborted]: errors.StaleVersion,
  [Code.FailedPrecondition]: errors.NotNow,
  [Code.AlreadyExists]: errors.AlreadyThere,
  [Code.ResourceExhausted]: errors.Exhausted,
  [Code.Unavailable]: errors.Unreachable,
  [Code.Canceled]: errors.Unreachable,
  [Code.DeadlineExceeded]: errors.Unreachable,
};
/** Node's codes for a connection that could not be made, so nothing was sent. */
const UNSENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);
const CUT_SHORT = "protocol error: incomplete envelope";
/** What Node's codes for a failed connection mean, and what to check. */
const MEANT: Record<string, string> = {
  ECONNREFUSED: "nothing listens at this address: check the host and the port, and start the service",
  ENOTFOUND: "unknown host: check the URL",
  ERR_INVALID_URL: "not a URL: write it like http://localhost:7071",
  ERR_SSL_WRONG_VERSION_NUMBER: "the service does not use TLS: write http:// instead of https://, or check the port",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate of the service is not trusted: name its CA in NODE_EXTRA_CA_CERTS",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate of the service is not trusted: name its CA in NODE_EXTRA_CA_CERTS",
  HPE_INVALID_CONSTANT: "this address does not speak HTTP/1.1: use the port of `gunbai serve --connect`",
  UND_ERR_SOCKET: "the connection was closed: the service stopped, or needs https://",
};
const NOT_CONNECT = /^HTTP (3\d\d|404|405)$|^unsupported content type/;
const NO_SERVICE = "this address has no gunbai service: use the port of `gunbai serve --connect`";

/** Returns the error for anything that a call has thrown. */
export function failure(thrown: unknown): errors.GunbaiError {
  if (thrown instanceof errors.GunbaiError) return thrown;
  const status = ConnectError.from(thrown);
  return isLost(status) ? lost(status) : fromStatus(status);
}

/** Returns whether the connection failed: the platform shows it with a TypeError, the transport with a string. */
function isLost({ cause, rawMessage }: ConnectError): boolean {
  return cause instanceof TypeError || typeof cause === "string" || rawMessage === CUT_SHORT;
}

function lost(status: ConnectError): errors.Unreachable {
  const meant = MEANT[codeOf(status.cause)];
  const words = meant ? `${meant} (${status.rawMessage})` : `the service cannot be reached: ${status.rawMessage}`;
  const error = new errors.Unreachable(words, { cause: status.cause });
  error.unavailable = true;
  error.unsent = UNSENT.has(codeOf(status.cause));
  return error;
}

/** Returns Node's code for the cause of a failed fetch, or "". */
function codeOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

function fromStatus(status: ConnectError): errors.GunbaiError {
  const info = status.findDetails(ErrorInfoSchema).find(({ domain }) => domain === "gunbai");
  const known = info && Object.hasOwn(REASONS, info.reason) ? (info.reason as Reason) : undefined;
  const [delay] = status.findDetails(RetryInfoSchema).flatMap(({ retryDelay }) => retryDelay ?? []);
  const kind = (known && REASONS[known].error) ?? BY_CODE[status.code] ?? errors.ServiceError;
  const error = new kind(messageOf(status), {
    reason: known,
    facts: info?.metadata ?? {},
    fields: fieldsOf(status),
    retryAfterMs: delay ? durationMs(delay) : 0,
    cause: status,
  });
  if (error instanceof errors.Unreachable) {
    error.unavailable = status.code === Code.Unavailable;
    error.late = status.code === Code.DeadlineExceeded && !info;
  }
  return error;
}

function messageOf({ code, rawMessage, message }: ConnectError): string {
  if (NOT_CONNECT.test(rawMessage)) return `${NO_SERVICE} (${rawMessage})`;
  if (code === Code.DeadlineExceeded) return `the service did not answer in time: ${rawMessage}`;
  return rawMessage && code in BY_CODE ? rawMessage : message;
}

function fieldsOf(status: ConnectError): Record<string, string> {
  const violations = status.findDetails(BadRequestSchema).flatMap(({ fieldViolations }) => fieldViolations);
  return Object.fromEntries(violations.map(({ field, description }) => [field, description]));
}

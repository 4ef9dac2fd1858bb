// Loaded only when a call fails. Imports only types of the transport, because a module that this file and a
// standalone resource import would become a separate file.
import { InvalidArgumentError } from "../../errors/errors.ts";
import type { ReadingOptions, Settings } from "../options.ts";
import { settingsError } from "../settings-error.ts";
import type { Route, Wire } from "./transport-request.ts";

/** A call that was refused before its request was sent. */
export type RefusedCall = readonly [
  settings: Settings,
  route: Route,
  wire: Wire | undefined,
  options: ReadingOptions,
  /**
   * The name of an option of the call that the client does not know, the result of `faultySetting`, or the error
   * that `prepareRequest` threw.
   */
  cause: unknown,
];

/** The names of the options of one call. */
const accepted = "signal, timeoutMs, maxRetries, idempotencyKey, headers";

/**
 * Creates the error for a call whose arguments cannot be sent.
 *
 * @throws {unknown} the error of a body's own `toJSON`.
 */
export function argumentError(...call: RefusedCall): InvalidArgumentError {
  const [settings, [, path], wire = {}, options, cause] = call;
  if (typeof cause === "number") return settingsError(settings, cause);
  const hint = cause === "timeout" ? " Use timeoutMs, in milliseconds." : "";
  if (typeof cause === "string")
    return new InvalidArgumentError(`The option is "${cause}"; it must be one of ${accepted}.${hint}`);
  const name = cause instanceof Error ? cause.message : "";
  if (path.split(/[/:]/).includes(name))
    return new InvalidArgumentError(`${name} is "${String(wire.params?.[name])}"; it must be an id.`);
  return headerError({ ...settings.headers, ...options.headers }) ?? bodyError(wire.body);
}

/** The message does not contain the value, which can be a secret. */
function headerError(headers: Record<string, string>): InvalidArgumentError | undefined {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers().set(name, value);
    } catch {
      return new InvalidArgumentError(`Header "${name}" cannot be sent.`);
    }
  }
  return undefined;
}

function bodyError(body: unknown): InvalidArgumentError {
  try {
    JSON.stringify(body);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    return new InvalidArgumentError(`The body cannot be sent as JSON: ${cause.message}`, { cause });
  }
  return new InvalidArgumentError("The idempotency key or the content type cannot be sent as a header.");
}

import { AssayError, ConnectionError } from "../errors.ts";
import { type Clock, retryDelayMs, sleep, within } from "../retry.ts";
import { pollUntil } from "../wait.ts";

/** What modules that are loaded when they are called for take from the client. */
export interface ClientTools {
  AssayError: typeof AssayError;
  ConnectionError: typeof ConnectionError;
  pollUntil: typeof pollUntil;
  retryDelayMs: typeof retryDelayMs;
  sleep: typeof sleep;
  within: typeof within;
  clock: Clock;
}

/**
 * They are given it, as a module that both import would become a file of its own in a program's bundle (measured: 700 bytes
 * more for everybody).
 */
export const toolsWith = (clock: Clock): ClientTools => ({
  AssayError,
  ConnectionError,
  pollUntil,
  retryDelayMs,
  sleep,
  within,
  clock,
});

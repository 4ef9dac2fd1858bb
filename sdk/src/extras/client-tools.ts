import { AssayError, ConnectionError } from "../errors.ts";
import { type Clock, retryDelayMs, sleep, within } from "../retry.ts";
import { pollUntil } from "../wait.ts";

/**
 * What modules that are loaded when they are called for take from the client. They are given it, as a module that both
 * import would become a file of its own in a program's bundle (measured: 700 bytes more for everybody).
 */
export const tools = { AssayError, ConnectionError, pollUntil, retryDelayMs, sleep, within };

/** {@link tools}, and the time that they go by. */
export type ClientTools = typeof tools & { clock: Clock };

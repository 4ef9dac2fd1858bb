import type { NotAuthorizedError } from "../errors/errors-guard.ts";
import type { AssayError, ConnectionError } from "../errors/errors.ts";
import type { Resources } from "../generated/resources.ts";
import type { within } from "../client/transport/limits.ts";
import type { clientRetryDelayMs } from "../client/transport/retry.ts";
import type { sleep } from "../client/transport/sleep.ts";
import type { Transport } from "../client/transport/transport.ts";
import type { EvaluationFailedError } from "../errors/evaluation-failed.ts";
import type { pollUntil } from "../evaluation/wait.ts";

/**
 * What modules that are loaded when they are called for take from the client. They are given it, as a module that both
 * import would become a file of its own in a program's bundle (measured: 700 bytes more for everybody).
 */
export interface ClientTools<Name extends keyof Resources = never> {
  /** The resources that are used. */
  client: Pick<Resources, Name>;
  transport: Transport;
  AssayError: typeof AssayError;
  ConnectionError: typeof ConnectionError;
  EvaluationFailedError: typeof EvaluationFailedError;
  NotAuthorizedError: typeof NotAuthorizedError;
  pollUntil: typeof pollUntil;
  retryDelayMs: typeof clientRetryDelayMs;
  sleep: typeof sleep;
  within: typeof within;
}

import type { NotAuthorizedError } from "../errors/errors-guard.ts";
import type { AssayError, ConnectionError } from "../errors/errors.ts";
import type { Resources } from "../generated/resources.ts";
import type { within } from "../client/transport/limits.ts";
import type { clientRetryDelayMs } from "../client/transport/retry.ts";
import type { sleep } from "../client/transport/sleep.ts";
import type { Transport } from "../client/transport/transport.ts";
import type { EvaluationFailedError } from "../errors/evaluation-failed.ts";
import type { WaitTimeout } from "../errors/wait-timeout.ts";
import type { pollUntil } from "../evaluation/wait.ts";

/**
 * Client parts that lazily loaded modules use. They are passed as arguments, because a module that the client
 * and a lazily loaded module import would become a separate file in a program's bundle (measured: 700 bytes
 * more for every program).
 */
export interface ClientTools<Name extends keyof Resources = never> {
  /** Resources that the methods call. */
  client: Pick<Resources, Name>;
  transport: Transport;
  AssayError: typeof AssayError;
  ConnectionError: typeof ConnectionError;
  EvaluationFailedError: typeof EvaluationFailedError;
  NotAuthorizedError: typeof NotAuthorizedError;
  WaitTimeout: typeof WaitTimeout;
  pollUntil: typeof pollUntil;
  retryDelayMs: typeof clientRetryDelayMs;
  sleep: typeof sleep;
  within: typeof within;
}

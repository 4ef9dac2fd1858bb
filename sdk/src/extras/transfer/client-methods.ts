// Loaded by the client when a call fails, or when a method that is not an API operation is first called.
import { within } from "../../client/transport/limits.ts";
import { clientRetryDelayMs } from "../../client/transport/retry.ts";
import { sleep } from "../../client/transport/sleep.ts";
import type { Transport } from "../../client/transport/transport.ts";
import { NotAuthorizedError } from "../../errors/errors-guard.ts";
import { AssayError, ConnectionError } from "../../errors/errors.ts";
import { EvaluationFailedError } from "../../errors/evaluation-failed.ts";
import { WaitTimeout } from "../../errors/wait-timeout.ts";
import { pollUntil } from "../../evaluation/wait.ts";
import type { Resources } from "../../generated/resources.ts";
import type { ClientTools } from "../client-tools.ts";
import type { ExtendedResources } from "../extended-resources.ts";

export * as methods from "./lazy-methods.ts";
export { transportErrors as errors } from "../../client/transport/transport-errors.ts";
export { verifyWebhook } from "../../webhooks/verify-webhook.ts";

/** Returns what the client's lazily loaded methods use. */
export const toolsOf = (
  client: ExtendedResources,
  transport: Transport,
): ClientTools<keyof Resources> & { client: ExtendedResources } => ({
  client,
  transport,
  AssayError,
  ConnectionError,
  EvaluationFailedError,
  NotAuthorizedError,
  WaitTimeout,
  pollUntil,
  retryDelayMs: clientRetryDelayMs,
  sleep,
  within,
});

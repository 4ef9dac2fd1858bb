// What a resource by itself loads when a call fails, or with the first method that it has besides those of the API.
import type { bounded } from "../../client/transport/bounded.ts";
import { AssayError, ConnectionError } from "../../errors/errors.ts";
import { NotAuthorizedError } from "../../errors/errors-guard.ts";
import { EvaluationFailedError } from "../../errors/evaluation-failed.ts";
import type { Resources } from "../../generated/resources.ts";
import type { GuardedCall, GuardedRun } from "../../control/guard.ts";
import type { Decides } from "../../control/guard-options.ts";
import type { Within } from "../../client/transport/limits.ts";
import { poll } from "../../evaluation/poll.ts";
import { clientRetryDelayMs } from "../../client/transport/retry.ts";
import { limitError, sleep } from "../../client/transport/sleep.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { ClientTools } from "../client-tools.ts";
import type { ControlEvents } from "../control-events-extras.ts";
import type { ControlEvidence } from "../control-evidence-extras.ts";
import type { Datasets } from "../datasets-extras.ts";
import type { Evaluations } from "../evaluations-extras.ts";
import type { Exports } from "../exports-extras.ts";
import * as later from "../transfer/later.ts";
import type { Samples } from "../samples-extras.ts";

export { failing } from "../../client/transport/failing.ts";
export { verifyWebhook } from "../../webhooks/verify-webhook.ts";

/**
 * What a resource by itself holds, and its methods. It is given: a module that both import would be cut out of it into a
 * file of its own.
 */
export type Held<Resource> = readonly [transport: Transport, bounds: typeof bounded, methods: Resource];

/** What the whole client has at hand for such methods. */
function toolsOf([transport, bounds]: Held<unknown>): Omit<ClientTools, "client"> {
  const within: Within = async (limits, work) => {
    try {
      return await bounds({ timeoutMs: Infinity, ...limits }, work);
    } catch (error) {
      throw limitError(error, limits.signal, limits.timeoutMessage);
    }
  };
  return {
    transport,
    AssayError,
    ConnectionError,
    EvaluationFailedError,
    NotAuthorizedError,
    pollUntil: (look, done, options) =>
      poll({ within, sleep, systemClock: transport.clock }, { look, done }, { ...options }),
    retryDelayMs: clientRetryDelayMs,
    sleep,
    within,
  };
}

/** A method that is given what its resource holds before what its caller gives. */
type Single<Method extends (...values: never[]) => unknown, Resource = unknown> = (
  held: Held<Resource>,
  ...values: Parameters<Method>
) => ReturnType<Method>;

export const importFile: Single<Datasets["importFile"]> = (held, ...values) =>
  later.importFile({ ...toolsOf(held), client: {} }, ...values);

export const importOutputs: Single<Samples["importOutputs"]> = (held, ...values) =>
  later.importOutputs({ ...toolsOf(held), client: {} }, ...values);

export const waitForEvaluation: Single<Evaluations["wait"], Resources["evaluations"]> = (held, ...values) =>
  later.waitForEvaluation({ ...toolsOf(held), client: { evaluations: held[2] } }, ...values);

export const waitForExport: Single<Exports["wait"], Resources["exports"]> = (held, ...values) =>
  later.waitForExport({ ...toolsOf(held), client: { exports: held[2] } }, ...values);

export const downloadExport: Single<Exports["download"], Resources["exports"]> = (held, ...values) =>
  later.downloadExport({ ...toolsOf(held), client: { exports: held[2] } }, ...values);

export const streamExport: Single<Exports["stream"], Resources["exports"]> = (held, ...values) =>
  later.streamExport({ ...toolsOf(held), client: { exports: held[2] } }, ...values);

export const watch: Single<ControlEvents["watch"]> = (held, ...values) =>
  later.watch({ ...toolsOf(held), client: {} }, ...values);

export const exportEvidence: Single<ControlEvidence["export"]> = (held, ...values) =>
  later.exportEvidence({ ...toolsOf(held), client: {} }, ...values);

/** What a guarded tool does when it is called. */
export const guardedCall = <Result>(
  control: Decides,
  call: Omit<GuardedCall, "control" | "Refusal" | "AssayError">,
  run: GuardedRun<Result>,
): Promise<Result> => later.guardedCall({ NotAuthorizedError, AssayError, client: { control } }, call, run);

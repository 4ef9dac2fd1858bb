// Loaded by a standalone resource when a call fails or a method that is not an API operation is first called.
import type { withTimeLimit } from "../../client/transport/time-limit.ts";
import { AssayError, ConnectionError } from "../../errors/errors.ts";
import { NotAuthorizedError } from "../../errors/errors-guard.ts";
import { EvaluationFailedError } from "../../errors/evaluation-failed.ts";
import { WaitTimeout } from "../../errors/wait-timeout.ts";
import type { Resources } from "../../generated/resources.ts";
import type { GuardedCall, GuardedRun } from "../../control/guard.ts";
import type { Decides } from "../../control/guard-options.ts";
import type { Within } from "../../client/transport/limits.ts";
import { poll } from "../../evaluation/poll.ts";
import { clientRetryDelayMs } from "../../client/transport/retry.ts";
import { limitError, sleep } from "../../client/transport/sleep.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { ClientTools } from "../client-tools.ts";
import type { ControlApprovals } from "../../control/control-approvals-extras.ts";
import type { ControlEvents } from "../control-events-extras.ts";
import type { ControlEvidence } from "../control-evidence-extras.ts";
import type { Datasets } from "../datasets-extras.ts";
import type { Evaluations } from "../evaluations-extras.ts";
import type { Exports } from "../exports-extras.ts";
import type { Reviews } from "../../review/reviews-extras.ts";
import * as lazyMethods from "../transfer/lazy-methods.ts";
import type { Samples } from "../samples-extras.ts";

export { transportErrors as errors } from "../../client/transport/transport-errors.ts";
export { verifyWebhook } from "../../webhooks/verify-webhook.ts";

/**
 * Parts of a standalone resource, passed as arguments because a module that this file and the resource import
 * would become a separate file.
 */
export type Standalone<Resource> = readonly [
  transport: Transport,
  bounds: typeof withTimeLimit,
  methods: Resource,
];

/** Creates the tools that the full client passes to lazily loaded methods. */
function toolsOf([transport, bounds]: Standalone<unknown>): Omit<ClientTools, "client"> {
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
    WaitTimeout,
    pollUntil: (look, done, options) =>
      poll({ within, sleep, systemClock: transport.clock }, { look, done }, { ...options }),
    retryDelayMs: clientRetryDelayMs,
    sleep,
    within,
  };
}

/** A method that receives its resource's parts before the caller's arguments. */
type LazyMethod<Method extends (...values: never[]) => unknown, Resource = unknown> = (
  parts: Standalone<Resource>,
  ...values: Parameters<Method>
) => ReturnType<Method>;

export const importFile: LazyMethod<Datasets["importFile"]> = (parts, ...values) =>
  lazyMethods.importFile({ ...toolsOf(parts), client: {} }, ...values);

export const importOutputs: LazyMethod<Samples["importOutputs"]> = (parts, ...values) =>
  lazyMethods.importOutputs({ ...toolsOf(parts), client: {} }, ...values);

export const importRatings: LazyMethod<Reviews["importRatings"]> = (parts, ...values) =>
  lazyMethods.importRatings({ ...toolsOf(parts), client: {} }, ...values);

export const waitForEvaluation: LazyMethod<Evaluations["wait"], Resources["evaluations"]> = (
  parts,
  ...values
) => lazyMethods.waitForEvaluation({ ...toolsOf(parts), client: { evaluations: parts[2] } }, ...values);

export const waitForExport: LazyMethod<Exports["wait"], Resources["exports"]> = (parts, ...values) =>
  lazyMethods.waitForExport({ ...toolsOf(parts), client: { exports: parts[2] } }, ...values);

export const downloadExport: LazyMethod<Exports["download"], Resources["exports"]> = (parts, ...values) =>
  lazyMethods.downloadExport({ ...toolsOf(parts), client: { exports: parts[2] } }, ...values);

export const streamExport: LazyMethod<Exports["stream"], Resources["exports"]> = (parts, ...values) =>
  lazyMethods.streamExport({ ...toolsOf(parts), client: { exports: parts[2] } }, ...values);

export const waitForApproval: LazyMethod<ControlApprovals["wait"], Resources["control"]["approvals"]> = (
  parts,
  ...values
) =>
  lazyMethods.waitForApproval({ ...toolsOf(parts), client: { control: { approvals: parts[2] } } }, ...values);

export const streamApprovals: LazyMethod<ControlApprovals["stream"]> = (parts, ...values) =>
  lazyMethods.streamApprovals({ ...toolsOf(parts), client: {} }, ...values);

export const watch: LazyMethod<ControlEvents["watch"]> = (parts, ...values) =>
  lazyMethods.watch({ ...toolsOf(parts), client: {} }, ...values);

export const exportEvidence: LazyMethod<ControlEvidence["export"]> = (parts, ...values) =>
  lazyMethods.exportEvidence({ ...toolsOf(parts), client: {} }, ...values);

/** Authorizes a guarded tool's call and makes it. */
export const guardedCall = <Result>(
  control: Decides,
  call: Omit<GuardedCall, "control" | "Refusal" | "AssayError">,
  run: GuardedRun<Result>,
): Promise<Result> =>
  lazyMethods.guardedCall({ NotAuthorizedError, AssayError, client: { control } }, call, run);

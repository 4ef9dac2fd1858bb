import { NotAuthorizedError } from "../errors/errors-guard.ts";
import { AssayError, ConnectionError } from "../errors/errors.ts";
import { within } from "../client/transport/limits.ts";
import { clientRetryDelayMs } from "../client/transport/retry.ts";
import { sleep } from "../client/transport/sleep.ts";
import type { Resources } from "../generated/resources.ts";
import type { Transport } from "../client/transport/transport.ts";
import { verifyWebhook } from "../webhooks/verify-webhook.ts";
import { EvaluationFailedError } from "../errors/evaluation-failed.ts";
import { WaitTimeout } from "../errors/wait-timeout.ts";
import { pollUntil } from "../evaluation/wait.ts";
import type { ClientTools } from "./client-tools.ts";
import { guardWith } from "./guard-with.ts";
import type { ExtendedResources } from "./extended-resources.ts";
import type * as LazyMethods from "./transfer/lazy-methods.ts";
import type { Webhooks } from "./webhooks-extras.ts";

const load = async (): Promise<typeof LazyMethods> => import("./transfer/lazy-methods.ts");

type Tools = ClientTools<keyof Resources>;

/** Creates methods whose code is loaded on their first call. */
const lazyMethods = (tools: Tools) => ({
  lazily:
    <Values extends unknown[], Result>(
      choose: (module: typeof LazyMethods) => (tools: Tools, ...values: Values) => Promise<Result>,
    ) =>
    async (...values: Values): Promise<Result> =>
      choose(await load())(tools, ...values),
  following: <Values extends unknown[], Item>(
    choose: (
      module: typeof LazyMethods,
    ) => (tools: Tools, ...values: Values) => AsyncGenerator<Item, void, undefined>,
  ) =>
    async function* follow(...values: Values): AsyncGenerator<Item, void, undefined> {
      yield* choose(await load())(tools, ...values);
    },
});

/** Adds the methods that the resource table cannot express; their code is loaded on their first call. */
export function addExtras(client: ExtendedResources, transport: Transport): void {
  const tools: Tools = {
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
  };
  const { lazily, following } = lazyMethods(tools);
  client.datasets.importFile = lazily((module) => module.importFile);
  client.samples.importOutputs = lazily((module) => module.importOutputs);
  client.reviews.importRatings = lazily((module) => module.importRatings);
  client.evaluations.wait = lazily((module) => module.waitForEvaluation);
  client.exports.wait = lazily((module) => module.waitForExport);
  client.exports.download = lazily((module) => module.downloadExport);
  client.exports.stream = lazily((module) => module.streamExport);
  // A body with a valid signature is a webhook event.
  client.webhooks.unwrap = verifyWebhook as Webhooks["unwrap"];
  client.control.approvals.wait = lazily((module) => module.waitForApproval);
  client.control.approvals.stream = following((module) => module.streamApprovals);
  client.control.evidence.export = lazily((module) => module.exportEvidence);
  client.control.events.watch = following((module) => module.watch);
  client.control.guard = guardWith(async (call, run) => (await load()).guardedCall(tools, call, run));
}

import { NotAuthorizedError } from "../errors/errors-guard.ts";
import { AssayError, ConnectionError } from "../errors/errors.ts";
import { within } from "../client/transport/limits.ts";
import { clientRetryDelayMs } from "../client/transport/retry.ts";
import { sleep } from "../client/transport/sleep.ts";
import type { Resources } from "../generated/resources.ts";
import type { Transport } from "../client/transport/transport.ts";
import { verifyWebhook } from "../webhooks/verify-webhook.ts";
import { EvaluationFailedError } from "../errors/evaluation-failed.ts";
import { pollUntil } from "../evaluation/wait.ts";
import type { ClientTools } from "./client-tools.ts";
import { guardWith } from "./guard-with.ts";
import type { ExtendedResources } from "./extended-resources.ts";
import type * as Later from "./transfer/later.ts";
import type { Webhooks } from "./webhooks-extras.ts";

const load = async (): Promise<typeof Later> => import("./transfer/later.ts");

/** Adds what no row of the table can say to the resources that it belongs to; its code is loaded when it is called. */
export function addExtras(client: ExtendedResources, transport: Transport): void {
  const tools: ClientTools<keyof Resources> = {
    client,
    transport,
    AssayError,
    ConnectionError,
    EvaluationFailedError,
    NotAuthorizedError,
    pollUntil,
    retryDelayMs: clientRetryDelayMs,
    sleep,
    within,
  };
  const later =
    <Values extends unknown[], Answer>(
      choose: (
        module: typeof Later,
      ) => (tools: ClientTools<keyof Resources>, ...values: Values) => Promise<Answer>,
    ) =>
    async (...values: Values): Promise<Answer> =>
      choose(await load())(tools, ...values);

  const { datasets, samples, evaluations, exports, webhooks, control } = client;
  datasets.importFile = later((module) => module.importFile);
  samples.importOutputs = later((module) => module.importOutputs);
  evaluations.wait = later((module) => module.waitForEvaluation);
  exports.wait = later((module) => module.waitForExport);
  exports.download = later((module) => module.downloadExport);
  exports.stream = later((module) => module.streamExport);
  // A body with a right signature is what Assay sends to webhooks.
  webhooks.unwrap = verifyWebhook as Webhooks["unwrap"];
  control.evidence.export = later((module) => module.exportEvidence);
  control.events.watch = async function* watch(...values) {
    yield* (await load()).watch(tools, ...values);
  };
  control.guard = guardWith(async (call, run) => (await load()).guardedCall(tools, call, run));
}

import type { Resources } from "../generated/resources.ts";
import type { Transport } from "../client/transport/transport.ts";
import type * as ClientMethods from "./transfer/client-methods.ts";
import type { ClientTools } from "./client-tools.ts";
import { guardWith } from "./guard-with.ts";
import type { ExtendedResources } from "./extended-resources.ts";
import type * as LazyMethods from "./transfer/lazy-methods.ts";
import type { Webhooks } from "./webhooks-extras.ts";

const load = async (): Promise<typeof ClientMethods> => import("./transfer/client-methods.ts");

type Tools = ClientTools<keyof Resources> & { client: ExtendedResources };

/** Creates methods whose code is loaded on their first call. */
const lazyMethods = (client: ExtendedResources, transport: Transport) => ({
  lazily:
    <Values extends unknown[], Result>(
      choose: (module: typeof LazyMethods) => (tools: Tools, ...values: Values) => Promise<Result>,
    ) =>
    async (...values: Values): Promise<Result> => {
      const { methods, toolsOf } = await load();
      return choose(methods)(toolsOf(client, transport), ...values);
    },
  following: <Values extends unknown[], Item>(
    choose: (
      module: typeof LazyMethods,
    ) => (tools: Tools, ...values: Values) => AsyncGenerator<Item, void, undefined>,
  ) =>
    async function* follow(...values: Values): AsyncGenerator<Item, void, undefined> {
      const { methods, toolsOf } = await load();
      yield* choose(methods)(toolsOf(client, transport), ...values);
    },
});

/** Adds the methods that the resource table cannot express; their code is loaded on their first call. */
export function addExtras(client: ExtendedResources, transport: Transport): void {
  const { lazily, following } = lazyMethods(client, transport);
  client.datasets.importFile = lazily((module) => module.importFile);
  client.samples.importOutputs = lazily((module) => module.importOutputs);
  client.reviews.importRatings = lazily((module) => module.importRatings);
  client.evaluations.wait = lazily((module) => module.waitForEvaluation);
  client.exports.wait = lazily((module) => module.waitForExport);
  client.exports.download = lazily((module) => module.downloadExport);
  client.exports.stream = lazily((module) => module.streamExport);
  client.webhooks.unwrap = (async (...values: Parameters<Webhooks["unwrap"]>) =>
    // A body with a valid signature is a webhook event.
    (await load()).verifyWebhook(...values)) as Webhooks["unwrap"];
  client.control.approvals.wait = lazily((module) => module.waitForApproval);
  client.control.approvals.stream = following((module) => module.streamApprovals);
  client.control.evidence.export = lazily((module) => module.exportEvidence);
  client.control.events.watch = following((module) => module.watch);
  client.control.guard = guardWith(async (call, run) => {
    const { methods, toolsOf } = await load();
    return methods.guardedCall(toolsOf(client, transport), call, run);
  });
}

// Loaded on the first call of one of these methods; each method then loads its own code. Imports no client
// module, because a module that this file and the client import would become a separate file.
import type { Resources } from "../../generated/resources.ts";
import type { GuardedCall, GuardedRun } from "../../control/guard.ts";
import type { Decides } from "../../control/guard-options.ts";
import type { ClientTools } from "../client-tools.ts";
import type { ControlApprovals } from "../../control/control-approvals-extras.ts";
import type { ControlEvents } from "../control-events-extras.ts";
import type { ControlEvidence } from "../control-evidence-extras.ts";
import type { Datasets } from "../datasets-extras.ts";
import type { ExportSource } from "./download-export.ts";
import type { Evaluations } from "../evaluations-extras.ts";
import type { Exports } from "../exports-extras.ts";
import type { Reviews } from "../../review/reviews-extras.ts";
import type { Samples } from "../samples-extras.ts";

/** A method that receives the client's tools before the caller's arguments. */
type Extra<
  Method extends (...values: never[]) => unknown,
  Name extends keyof Resources = never,
  Client = unknown,
> = (tools: ClientTools<Name> & { client: Client }, ...values: Parameters<Method>) => ReturnType<Method>;

export const importFile: Extra<Datasets["importFile"]> = async ({ transport }, id, source, options) => {
  const files = await import("./import-file.ts");
  return files.importFile(
    (upload, query, limits) =>
      transport.call(["POST", "/v1/datasets/:id/samples/import"], { params: { id }, query, upload }, limits),
    source,
    options,
  );
};

export const importOutputs: Extra<Samples["importOutputs"]> = async (
  { transport },
  id,
  model,
  source,
  options,
) => {
  const files = await import("./import-file.ts");
  return files.importOutputs(
    (upload, query, limits) => {
      const wire = { params: { id }, query: { ...query, model }, upload };
      return transport.call(["POST", "/v1/datasets/:id/outputs"], wire, limits);
    },
    source,
    options,
  );
};

export const importRatings: Extra<Reviews["importRatings"]> = async (
  { transport },
  dataset,
  rubric,
  source,
  options,
) => {
  const files = await import("./import-ratings.ts");
  return files.importRatings(
    (upload, query, limits) => {
      const wire = { query: { ...query, dataset, rubric }, upload };
      return transport.call(["POST", "/v1/reviews/import"], wire, limits);
    },
    source,
    options,
  );
};

export const waitForEvaluation: Extra<Evaluations["wait"], "evaluations"> = async (tools, id, options) => {
  const { client, transport } = tools;
  const waiting = await import("../../evaluation/wait-for-evaluation.ts");
  const source = { ...tools, ...client.evaluations };
  return waiting.waitForEvaluation(source, id, { clock: transport.clock, ...options });
};

export const waitForApproval: Extra<
  ControlApprovals["wait"],
  never,
  { control: { approvals: Pick<ControlApprovals, "get"> } }
> = async (tools, id, options) => {
  const waiting = await import("../../control/wait-for-approval.ts");
  const { client, transport } = tools;
  const source = { ...tools, get: client.control.approvals.get };
  return waiting.waitForApproval(source, id, { clock: transport.clock, ...options });
};

export const streamApprovals: Extra<ControlApprovals["stream"]> = async function* streamApprovals(
  { transport },
  ...values
) {
  yield* (await import("../../control/approval-stream.ts")).followApprovals(transport, ...values);
};

const exportSource = (tools: ClientTools<"exports">): ExportSource => ({
  ...tools,
  ...tools.client.exports,
  clock: tools.transport.clock,
});

export const waitForExport: Extra<Exports["wait"], "exports"> = async (tools, ...values) =>
  (await import("./wait-for-export.ts")).waitForExport(exportSource(tools), ...values);

export const downloadExport: Extra<Exports["download"], "exports"> = async (tools, id, path, options) =>
  (await import("./download-export.ts")).downloadExport(exportSource(tools), { id, path }, options);

export const streamExport: Extra<Exports["stream"], "exports"> = async (tools, ...values) =>
  (await import("./download-export.ts")).streamExport(exportSource(tools), ...values);

export const watch: Extra<ControlEvents["watch"]> = async function* watch({ transport }, ...values) {
  yield* (await import("../../evidence/event-stream.ts")).followEvents(transport, ...values);
};

export const exportEvidence: Extra<ControlEvidence["export"]> = ({ transport }, options) =>
  transport.call(["GET", "/api/evidence/export"], {}, options).asResponse();

/** Authorizes a guarded tool's call and makes it. */
export const guardedCall = async <Result>(
  {
    client,
    NotAuthorizedError,
    AssayError,
  }: Pick<ClientTools, "NotAuthorizedError" | "AssayError"> & { client: { control: Decides } },
  call: Omit<GuardedCall, "control" | "Refusal" | "AssayError">,
  run: GuardedRun<Result>,
): Promise<Result> =>
  (await import("../../control/guard.ts")).guardedCall(
    { ...call, control: client.control, Refusal: NotAuthorizedError, AssayError },
    run,
  );

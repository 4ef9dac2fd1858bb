import { externalIdTaken, importConflict } from "@assay/contract/evaluation/samples/sample-refusals";
import { ConflictError } from "@assay/sdk";
import { expect } from "vitest";
import { all, newDataset } from "../harness/arrange.ts";
import { arrangeApproval } from "../harness/arrange-approvals.ts";
import { engineScenario } from "../harness/scenario.ts";

const ascending = (a: number, b: number): number => a - b;

/** Scenarios for concurrent callers. */
export const concurrencyScenarios = [
  engineScenario(
    "createModel",
    200,
    "registers a model once for ten concurrent requests",
    async ({ request, assay }) => {
      const body = { name: "m", version: "1", metadata: { a: 1 } };
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => request("POST", "/v1/models", { body })),
      );
      expect(answers.map(({ status }) => status).sort(ascending)).toEqual([
        ...Array<number>(9).fill(200),
        201,
      ]);
      expect(await all(assay.models.list())).toHaveLength(1);
    },
  ),
  engineScenario(
    "createSamples",
    201,
    "creates successive versions for concurrent requests",
    async (context) => {
      const { assay } = context;
      const { id } = await newDataset(context);
      const batches = Array.from({ length: 5 }, (_, index) => [
        { external_id: `s${index}`, input: 1 },
        { input: 2 },
      ]);
      const created = await Promise.all(batches.map((samples) => assay.samples.create(id, { samples })));
      expect(created.map((answer) => answer.dataset_version).sort(ascending)).toEqual([1, 2, 3, 4, 5]);
      expect(await assay.datasets.get(id)).toMatchObject({ version: 5, sample_count: 10 });
      const versions = await all(assay.datasets.versions(id));
      expect(versions.map((version) => version.sample_count)).toEqual([10, 8, 6, 4, 2]);
    },
  ),
  engineScenario(
    "createSamples",
    409,
    "assigns an external id to one of several concurrent requests",
    async (context) => {
      const { assay } = context;
      const { id } = await newDataset(context);
      const samples = [{ external_id: "wanted", input: 1 }];
      const settled = await Promise.allSettled(
        Array.from({ length: 5 }, () => assay.samples.create(id, { samples })),
      );
      const refused = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
      expect(refused).toHaveLength(4);
      const { message } = importConflict([externalIdTaken("wanted", { path: "/samples/0/external_id" })]);
      for (const error of refused) {
        expect(error).toBeInstanceOf(ConflictError);
        expect(error).toMatchObject({ detail: message });
      }
      expect(await assay.datasets.get(id)).toMatchObject({ version: 1, sample_count: 1 });
    },
  ),
  engineScenario(
    "authorize",
    200,
    "allows one of several concurrent calls with the same approval",
    async (context) => {
      const { assay, approver, id, again } = await arrangeApproval(context);
      await approver.decide(id, { decision: "approve" });
      const decisions = await Promise.all(Array.from({ length: 6 }, () => again()));
      const outcomes = decisions.map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome === "allow")).toHaveLength(1);
      expect(new Set(outcomes)).toEqual(new Set(["allow", "ask"]));
      const { events } = await assay.control.events.list({ origin: "server", order: "asc" });
      const types = events.map(({ type }) => type).filter((type) => type.startsWith("approval."));
      expect(types.slice(0, 2)).toEqual(["approval.requested", "approval.approved"]);
      expect(types.filter((type) => type === "approval.used")).toHaveLength(1);
    },
  ),
];

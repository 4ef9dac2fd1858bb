import {
  exportedInOtherProject,
  exportedNotCompleted,
} from "@assay/contract/evaluation/exports/export-refusals";
import { insufficientScope, notFound, referenceNotFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import {
  absent,
  all,
  evaluated,
  filledDataset,
  newDataset,
  newProject,
  nightly,
} from "../harness/arrange.ts";
import { cellsOf, evaluatedCalls, exported, exportPath } from "../harness/arrange-exports.ts";
import {
  anId,
  anInstant,
  expectBody,
  expectFaults,
  expectRefusal,
  expectRejected,
} from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/v1/scores/export";
const absentExport = "exp_01jd0vbw3q8w6kz2m9c4t7n5rj";

export const exportScenarios = [
  engineScenario(
    "createExport",
    202,
    "starts to write a file, which is available on completion",
    async (context) => {
      const { dataset } = await evaluatedCalls(context);
      await context.target.hold();
      const body = { project: dataset.project, format: "csv" };
      const created = expectBody(await context.request("POST", path, { body }), 202);
      expect(created).toEqual({
        id: anId("exp"),
        object: "export",
        status: "pending",
        project: dataset.project,
        format: "csv",
        include_samples: false,
        row_count: null,
        size_bytes: null,
        sha256: null,
        download_url: null,
        expires_at: null,
        error: null,
        created_at: anInstant,
        completed_at: null,
      });
      context.target.resume();
      const id = String(created["id"]);
      const done = await context.assay.exports.wait(id, { pollIntervalMs: 10 });
      expect(done).toEqual({
        ...created,
        status: "completed",
        row_count: 4,
        size_bytes: expect.any(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        download_url: `/v1/scores/exports/${id}/content`,
        expires_at: anInstant,
        completed_at: anInstant,
      });
      // An export expires 72 hours after its completion.
      expect(Date.parse(done.expires_at ?? "") - Date.parse(done.completed_at ?? "")).toBe(72 * 3_600_000);
    },
  ),
  engineScenario("createExport", 202, "includes all completed evaluations, oldest first", async (context) => {
    const { dataset } = await filledDataset(context);
    const first = await evaluated(context, dataset, { name: "First" });
    const second = await evaluated(context, dataset, { name: "Second" });
    const failed = await evaluated(context, await newEmptyAnswers(context, dataset.project), {
      name: "Failed",
    });
    expect(failed.status).toBe("failed");
    await context.target.hold();
    const pending = await context.assay.evaluations.create({ ...nightly(dataset), name: "Pending" });
    const { id } = await context.assay.exports.create({ project: dataset.project, format: "csv" });
    context.target.resume();
    await context.assay.evaluations.wait(pending.id, { pollIntervalMs: 10 });
    await context.assay.exports.wait(id, { pollIntervalMs: 10 });
    const names = (await cellsOf(context, id)).map((row) => [row["evaluation_name"], row["evaluation"]]);
    expect(names).toEqual([
      ...Array.from({ length: 4 }, () => ["First", first.id]),
      ...Array.from({ length: 4 }, () => ["Second", second.id]),
    ]);
  }),
  scenario("createExport", 202, "includes the named evaluations, in the given order", async (context) => {
    const { dataset } = await filledDataset(context);
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) ids.push((await evaluated(context, dataset, { name })).id);
    const [a = "", , c = ""] = ids;
    const { id, row_count } = await exported(context, { project: dataset.project, evaluations: [c, a] });
    expect(row_count).toBe(8);
    const seen = (await cellsOf(context, id)).map((row) => row["evaluation"]);
    expect([...new Set(seen)]).toEqual([c, a]);
  }),
  scenario("createExport", 202, "returns the same export for a repeated request", async (context) => {
    const { id: project } = await newProject(context);
    const send = () =>
      context.request("POST", path, {
        body: { project, format: "json" },
        headers: { "idempotency-key": "nightly" },
      });
    const first = expectBody(await send(), 202);
    const again = await send();
    expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([first, "true"]);
    expect((await context.assay.exports.list()).data).toHaveLength(1);
  }),
  scenario("createExport", 409, "refuses and names an evaluation that has not completed", async (context) => {
    const { dataset, evaluation } = await evaluatedCalls(context);
    await context.target.hold();
    const { id } = await context.assay.evaluations.create({ ...nightly(dataset), name: "Still going" });
    await expectRejected(
      context.assay.exports.create({
        project: dataset.project,
        evaluations: [evaluation, id],
        format: "csv",
      }),
      exportedNotCompleted("Still going", id, "pending"),
    );
  }),
  scenario(
    "createExport",
    422,
    "refuses projects and evaluations that the key cannot access",
    async (context) => {
      const { assay } = context;
      const { dataset, evaluation } = await evaluatedCalls(context);
      const other = await newProject(context, "Other");
      const elsewhere = (await context.otherWorkspace()).assay;
      const { project } = dataset;
      const restricted = context.client(await context.newKey({ preset: "admin", projects: [other.id] }));
      const missing = { project: absent.project, format: "csv" as const };
      await expectRejected(
        assay.exports.create(missing),
        referenceNotFound("project", absent.project, "/project"),
      );
      for (const stranger of [elsewhere, restricted]) {
        const call = stranger.exports.create({ project, format: "csv" });
        await expectRejected(call, referenceNotFound("project", project, "/project"));
      }
      await expectRejected(
        assay.exports.create({ project, format: "csv", evaluations: [evaluation, absent.evaluation] }),
        referenceNotFound("evaluation", absent.evaluation, "/evaluations/1"),
      );
      await expectRejected(
        restricted.exports.create({ project: other.id, format: "csv", evaluations: [evaluation] }),
        referenceNotFound("evaluation", evaluation, "/evaluations/0"),
      );
      await expectRejected(
        assay.exports.create({ project: other.id, format: "csv", evaluations: [evaluation] }),
        exportedInOtherProject(evaluation, project, "/evaluations/0"),
      );
    },
  ),
  scenario("createExport", 400, "refuses an unknown format and duplicate evaluations", async (context) => {
    const send = (body: object) => context.request("POST", path, { body });
    expectFaults(
      await send({ project: absent.project, format: "xlsx", evaluations: ["a", "a"], columns: [] }),
      ["/evaluations", "invalid_value", 'evaluations is ["a","a"]; it must be distinct.'],
      ["/format", "invalid_value", 'format is "xlsx"; it must be one of csv, json, parquet.'],
      [
        "/columns",
        "unknown_field",
        "columns is not a field that this object accepts; accepted: project, evaluations, format, include_samples.",
      ],
    );
    expectFaults(
      await send({ evaluations: [] }),
      ["/project", "required", "project is required: it must be a string."],
      ["/evaluations", "too_small", "evaluations is []; it must have at least 1 item."],
      ["/format", "required", "format is required: it must be one of csv, json, parquet."],
    );
  }),
  scenario("createExport", 403, "requires the scope to write exports", async (context) => {
    const { id } = await newProject(context);
    const key = await context.newKey({ preset: "viewer" });
    const answer = await context.request("POST", path, { key, body: { project: id, format: "csv" } });
    expectRefusal(answer, insufficientScope("exports:write"));
  }),
  engineScenario(
    "listExports",
    200,
    "lists newest first, page by page, only exports that the key can access",
    async (context) => {
      const { assay } = context;
      const [one, two] = [await newProject(context), await newProject(context)];
      const ids: string[] = [];
      for (const { id } of [one, two, one]) ids.push((await exported(context, { project: id })).id);
      expect((await all(assay.exports.list({ limit: 2 }))).map(({ id }) => id)).toEqual(ids.toReversed());
      const key = await context.newKey({ preset: "viewer", projects: [two.id] });
      expect((await context.client(key).exports.list()).data.map(({ id }) => id)).toEqual([ids[1]]);
      const elsewhere = (await context.otherWorkspace()).assay;
      expect((await elsewhere.exports.list()).data).toEqual([]);
    },
  ),
  scenario("listExports", 400, "refuses an unknown parameter", async ({ request }) => {
    const message = "status is not a parameter that this query accepts; accepted: limit, after.";
    expectFaults(await request("GET", "/v1/scores/exports?status=failed"), [
      "query/status",
      "unknown_field",
      message,
    ]);
  }),
  scenario("getExport", 200, "returns an export, even if it has expired", async (context) => {
    const dataset = await newDataset(context);
    const done = await exported(context, { project: dataset.project });
    expect(expectBody(await context.request("GET", exportPath(done.id)), 200)).toEqual(done);
    context.target.advance(72 * 3_600_000);
    expect(await context.assay.exports.get(done.id)).toEqual({
      ...done,
      status: "expired",
      download_url: null,
    });
  }),
  scenario("getExport", 404, "returns 404 for an export of another workspace or project", async (context) => {
    const { id: project } = await newProject(context);
    const { id } = await exported(context, { project });
    const other = await newProject(context, "Other");
    const key = await context.newKey({ preset: "viewer", projects: [other.id] });
    const elsewhere = await context.otherWorkspace();
    for (const stranger of [key, elsewhere.key]) {
      for (const file of [false, true]) {
        const answer = await context.request("GET", exportPath(id, file), { key: stranger });
        expectRefusal(answer, notFound("export", id));
      }
    }
    for (const unknown of [absentExport, "nonsense", project]) {
      expectRefusal(await context.request("GET", exportPath(unknown)), notFound("export", unknown));
    }
  }),
];

/** Creates a dataset whose samples have no output, so that its evaluation fails. */
async function newEmptyAnswers(context: Parameters<typeof newDataset>[0], project: string) {
  const dataset = await newDataset(context, project);
  await context.assay.samples.create(dataset.id, {
    samples: [{ input: 1, expected: { triage_level: "urgent" } }],
  });
  return dataset;
}

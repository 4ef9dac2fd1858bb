import { contract } from "@assay/contract/openapi/apis";
import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { EvaluationHarness } from "./evaluation-harness.fixture.ts";
import { allPages, refusalOf, requestsOf } from "./harness-requests.fixture.ts";
import { evaluator, mixed, triaged } from "./harness-samples.fixture.ts";

describe.each(engines)("the routes of evaluations on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  const open = () => EvaluationHarness.open(theHarness());

  test("list evaluations newest first, in pages, filtered, and within the caller's projects", async () => {
    const harness = await open();
    await harness.addSamples(mixed(2));
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1)
      ids.unshift(formatId("evaluation", (await harness.create()).id));
    const { list } = requestsOf(harness);
    const seen = await allPages((after) => list({ limit: 2, ...after }));
    expect(seen.map(({ id }) => id)).toEqual(ids);
    expect(
      (await list({ project: harness.project, dataset: harness.dataset, status: "pending" })).data,
    ).toHaveLength(5);
    expect((await list({ status: "completed" })).data).toEqual([]);
    expect((await list({ dataset: "ds_unknown" })).data).toEqual([]);
    const stranger = requestsOf(harness, { ...harness.caller, projects: [harness.deps.newId()] });
    expect((await stranger.list()).data).toEqual([]);
  });

  test("return a completed evaluation with its results and its duration in whole seconds", async () => {
    const harness = await open();
    await harness.addSamples(mixed(2));
    const id = formatId("evaluation", (await harness.create()).id);
    const plan = await harness.jobs.claimOne("evaluation.plan");
    const { get } = requestsOf(harness);
    expect(await get(id)).not.toHaveProperty("duration_seconds");
    await harness.jobs.release(plan);
    await harness.work();
    const completed = contract.evaluations.get.responses[200].parse(await get(id));
    expect(completed).toMatchObject({
      status: "completed",
      duration_seconds: 0,
      results: { sample_count: 2 },
    });
  });

  test("list results in dataset order, one for each evaluator, with any page size", async () => {
    const harness = await open();
    const ids = await harness.addSamples([
      triaged("urgent", "urgent"),
      triaged("emergent", "routine"),
      triaged("urgent", null),
    ]);
    const { id } = await harness.evaluate({ evaluators: [evaluator(), evaluator({ name: "second" })] });
    const { results } = requestsOf(harness);
    for (const limit of [1, 2, 4, 6]) {
      const rows = await allPages((after) => results(formatId("evaluation", id), { limit, ...after }));
      expect(rows.map((row) => [row.sample_id, row.evaluator])).toEqual(
        ids.flatMap((sample) =>
          ["triage_accuracy", "second"].map((key) => [formatId("sample", sample), key]),
        ),
      );
    }
  });

  test("return the evaluated samples with the results, filtered by evaluator, score and flag", async () => {
    const harness = await open();
    const first = { ...triaged("urgent", "urgent"), external_id: "one" };
    const [, two = ""] = await harness.addSamples([
      first,
      triaged("emergent", "routine"),
      triaged("urgent", null),
    ]);
    const evaluators = [evaluator(), evaluator({ name: "second" })];
    const evaluated = await harness.evaluate({ evaluators, missing_output: "skip" });
    const id = formatId("evaluation", evaluated.id);
    const { results } = requestsOf(harness);
    const low = contract.evaluations.results.responses[200].parse(
      await results(id, { evaluator: "second", score_below: 100 }),
    );
    expect(low.data).toMatchObject([
      {
        sample_id: formatId("sample", two),
        evaluator: "second",
        status: "scored",
        score: 0,
        passed: false,
        flagged: true,
        flag_reason: "under_triage",
        output: { triage_level: "routine" },
        expected: { triage_level: "emergent" },
        details: { classification: "under_triage", distance: 3 },
      },
    ]);
    expect((await results(id, { flagged: true })).data).toHaveLength(2);
    const others = (await results(id, { flagged: false })).data;
    expect(others).toMatchObject([
      { external_id: "one" },
      { external_id: "one" },
      { output: null },
      { output: null },
    ]);
    expect(others.every((row) => !("flag_reason" in row))).toBe(true);
    const unknown = await refusalOf(results(id, { evaluator: "third" }));
    expect(unknown).toMatchObject({ status: 400, errors: [{ path: "query/evaluator" }] });
    expect(unknown.message).toContain('"triage_accuracy", "second"');
  });

  test("refuse a cursor of another evaluation or another filter", async () => {
    const harness = await open();
    await harness.addSamples(mixed(5));
    const { results } = requestsOf(harness);
    const [one, other] = [
      await harness.evaluate({ fail_on_error: 1 }),
      await harness.evaluate({ fail_on_error: 1 }),
    ];
    const { next_cursor: after } = await results(formatId("evaluation", one.id), { limit: 1 });
    if (after === null) throw new Error("There are more results than one.");
    expect(await refusalOf(results(formatId("evaluation", other.id), { after }))).toMatchObject({
      status: 400,
    });
    expect(await refusalOf(results(formatId("evaluation", one.id), { after, flagged: true }))).toMatchObject({
      status: 400,
    });
  });

  test("return results with the samples and outputs at the time of evaluation", async () => {
    const harness = await open();
    const [sample = ""] = await harness.addSamples([triaged("urgent", "urgent")]);
    const model = await harness.addModel();
    await harness.addOutputs(model, new Map([[sample, { triage_level: "routine" }]]));
    const own = await harness.evaluate();
    const models = await harness.evaluate({ model: formatId("model", model) });
    await harness.changeOutput(sample, { triage_level: "emergent" });
    await harness.addOutputs(model, new Map([[sample, { triage_level: "emergent" }]]));
    for (const [{ id }, level] of [
      [own, "urgent"],
      [models, "routine"],
    ] as const) {
      const { data } = await requestsOf(harness).results(formatId("evaluation", id));
      expect(data).toMatchObject([{ output: { triage_level: level } }]);
    }
  });

  test("cancel a running evaluation, return the same response again, and refuse to cancel an ended evaluation", async () => {
    const harness = await open();
    await harness.addSamples(mixed(2));
    const { cancel } = requestsOf(harness);
    const id = formatId("evaluation", (await harness.create()).id);
    const first = contract.evaluations.cancel.responses[200].parse(await cancel(id));
    const cancelledAt = harness.jobs.instant.toISOString();
    const progress = { total: 2, completed: 0, failed: 0 };
    expect(first).toEqual({
      id,
      object: "evaluation",
      status: "cancelled",
      progress,
      cancelled_at: cancelledAt,
    });
    harness.jobs.instant = new Date(harness.jobs.instant.getTime() + 1000);
    expect(await cancel(id)).toEqual(first);
    const completed = formatId("evaluation", (await harness.evaluate()).id);
    expect(await refusalOf(cancel(completed))).toMatchObject({ status: 409, code: "invalid_state" });
    expect((await harness.events()).map(({ event }) => event)).toEqual([
      "evaluation.cancelled",
      "evaluation.completed",
    ]);
  });

  test("hide evaluations of other projects and workspaces", async () => {
    const harness = await open();
    await harness.addSamples(mixed(2));
    const id = formatId("evaluation", (await harness.create()).id);
    for (const caller of [
      { ...harness.caller, projects: [] },
      { ...harness.caller, workspaceId: harness.deps.newId() },
    ]) {
      const { get, results, cancel } = requestsOf(harness, caller);
      for (const attempt of [get, (it: string) => results(it), cancel]) {
        expect(await refusalOf(attempt(id))).toMatchObject({ status: 404, code: "not_found" });
      }
    }
    expect(await requestsOf(harness).get(id)).toMatchObject({ id, status: "pending" });
  });
});

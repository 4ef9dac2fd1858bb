import { contract } from "@assay/contract/openapi/apis";
import type { CreateEvaluationBody } from "@assay/contract/evaluation/evaluations/evaluations";
import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { EvaluationHarness } from "./evaluation-harness.fixture.ts";
import { refusalOf, requestsOf } from "./harness-requests.fixture.ts";
import { evaluator, mixed, triaged } from "./harness-samples.fixture.ts";

const filter = (given: object): CreateEvaluationBody["sample_filter"] => ({
  ids: undefined,
  external_ids: undefined,
  tags_any: undefined,
  split: undefined,
  metadata: undefined,
  limit: undefined,
  seed: undefined,
  ...given,
});

describe.each(engines)("creating an evaluation on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  const open = () => EvaluationHarness.open(theHarness());

  test("returns the evaluation as in the contract, with the weights of its evaluators", async () => {
    const harness = await open();
    await harness.addSamples(mixed(3));
    const evaluators = [evaluator({ weight: 2 }), evaluator({ name: "second" })];
    const body = await requestsOf(harness).create({ evaluators, metadata: { run: 7 } });
    expect(contract.evaluations.create.responses[201].parse(body)).toMatchObject({
      status: "pending",
      progress: { total: 3, completed: 0, failed: 0 },
      evaluators: [
        { type: "triage_accuracy", weight: 2 },
        { type: "triage_accuracy", name: "second", weight: 1 },
      ],
      sample_filter: null,
      dataset_version: 1,
      metadata: { run: 7 },
      started_at: null,
    });
  });

  test("returns the filter as sent, and counts the matching samples", async () => {
    const harness = await open();
    await harness.addSamples(["dev", "test", "test"].map((split) => ({ split })));
    const body = await requestsOf(harness).create({ sample_filter: filter({ split: "test", limit: 5 }) });
    expect(body).toMatchObject({ progress: { total: 2 } });
    expect(body.sample_filter).toEqual({ split: "test", limit: 5 });
  });

  test("returns the completed evaluation if the request waits for it", async () => {
    const harness = await open();
    await harness.addSamples([triaged("urgent", "urgent")]);
    const requests = requestsOf(harness);
    const created = requests.create({ run_async: false });
    while ((await requests.list()).data.length === 0);
    await harness.work();
    expect(await created).toMatchObject({ status: "completed", results: { aggregate_score: 100 } });
  });

  test("gives equal conditions the same manifest regardless of spelling, and other conditions a different manifest", async () => {
    const harness = await open();
    await harness.addSamples(mixed(3));
    const config = {
      levels: ["emergent", "urgent", "semi_urgent", "routine"],
      severity_weights: { under_triage: 2 },
    };
    const hash = async (given: Partial<CreateEvaluationBody>) =>
      (await harness.create(given)).manifest_hash.toString("hex");
    const plain = await hash({});
    expect(await hash({ name: "Other", evaluators: [evaluator({ config, weight: 1 })] })).toBe(plain);
    expect(await hash({ evaluators: [evaluator({ weight: 2 })] })).not.toBe(plain);
    const lax = { ...config, require_expected: false };
    expect(await hash({ evaluators: [evaluator({ config: lax })] })).not.toBe(plain);
    expect(await hash({ missing_output: "skip" })).not.toBe(plain);
    const own = { missing_output: "fail" as const };
    expect(await hash({ missing_output: "skip", evaluators: [evaluator({ config: own })] })).toBe(plain);
    expect(await hash({ model: formatId("model", await harness.addModel()) })).not.toBe(plain);
    await harness.addSamples(mixed(1));
    expect(await hash({})).not.toBe(plain);
  });

  test("is refused for unknown references, with their paths", async () => {
    const harness = await open();
    await harness.addSamples(mixed(3));
    const unknown = harness.deps.newId();
    for (const [given, path] of [
      [{ project: formatId("project", unknown) }, "/project"],
      [{ project: "proj" }, "/project"],
      [{ dataset: formatId("dataset", unknown) }, "/dataset"],
      [{ model: formatId("model", unknown) }, "/model"],
    ] as const) {
      const refusal = await refusalOf(requestsOf(harness).create(given));
      expect(refusal).toMatchObject({ status: 422, code: "reference_not_found", errors: [{ path }] });
    }
  });

  test("is refused for a dataset of another project, which is named only if the caller can access it", async () => {
    const harness = await open();
    const [projectId, datasetId] = [harness.deps.newId(), harness.deps.newId()];
    await harness.addProject(projectId, datasetId);
    const dataset = formatId("dataset", datasetId);
    const refusal = await refusalOf(requestsOf(harness).create({ dataset }));
    expect(refusal).toMatchObject({ status: 422, errors: [{ path: "/dataset" }] });
    expect(refusal.message).toContain(formatId("project", projectId));
    const restricted = requestsOf(harness, { ...harness.caller, projects: [harness.projectId] });
    const hidden = await refusalOf(restricted.create({ dataset }));
    expect(hidden).toMatchObject({ status: 422, errors: [{ path: "/dataset" }] });
    expect(hidden.message).not.toContain(formatId("project", projectId));
  });

  test("is refused if no sample matches", async () => {
    const harness = await open();
    expect(await refusalOf(requestsOf(harness).create())).toMatchObject({ status: 422, code: "no_samples" });
    await harness.addSamples(mixed(3));
    const refusal = await refusalOf(requestsOf(harness).create({ sample_filter: filter({ split: "none" }) }));
    expect(refusal).toMatchObject({ status: 422, code: "no_samples" });
    expect(await harness.jobs.jobs()).toEqual([]);
  });

  test("is refused for evaluators without keys or weight, and for a date in the future", async () => {
    const harness = await open();
    await harness.addSamples(mixed(3));
    const { create } = requestsOf(harness);
    const twice = await refusalOf(create({ evaluators: [evaluator(), evaluator()] }));
    expect(twice).toMatchObject({ status: 400, errors: [{ path: "/evaluators/1/name" }] });
    const weightless = [evaluator({ weight: 0 }), evaluator({ name: "b", weight: 0 })];
    const refusal = await refusalOf(create({ evaluators: weightless }));
    expect(refusal).toMatchObject({ status: 400, errors: [{ path: "/evaluators" }] });
    const late = new Date(harness.jobs.instant.getTime() + 1).toISOString();
    expect(await refusalOf(create({ as_of: late }))).toMatchObject({
      status: 400,
      errors: [{ path: "/as_of" }],
    });
    expect(await create({ as_of: harness.jobs.instant.toISOString() })).toMatchObject({ status: "pending" });
  });
});

import { comparePairsRoute } from "@assay/contract/evaluation/comparison/compared-pairs";
import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { EvaluationHarness } from "../evaluations/evaluation-harness.fixture.ts";
import { triaged } from "../evaluations/harness-samples.fixture.ts";
import { PairCache } from "./pair-cache.ts";
import { listComparedPairs } from "./pair-service.ts";

describe.each(engines)("the pages of compared pairs on %s", (engine) => {
  const jobs = useJobHarness(engine);

  /** Evaluates two models on three samples. The first model is right, the second one gives each sample one level. */
  async function twoEvaluations(harness: EvaluationHarness) {
    const ids = await harness.addSamples(
      ["emergent", "urgent", "routine"].map((level) => triaged(level, null)),
    );
    const levels = [
      ["emergent", "urgent", "routine"],
      ["urgent", "urgent", "urgent"],
    ];
    const evaluations: string[] = [];
    for (const answers of levels) {
      const model = await harness.addModel();
      const outputs = ids.map((id, index): [string, unknown] => [id, { triage_level: answers[index] }]);
      await harness.addOutputs(model, new Map(outputs));
      const { id } = await harness.evaluate({ model: formatId("model", model) });
      evaluations.push(formatId("evaluation", id));
    }
    const [baseline = "", candidate = ""] = evaluations;
    return { baseline, candidate, ids };
  }

  test("read the scores once, and check the access on each page", async () => {
    const harness = await EvaluationHarness.open(jobs());
    const { knex } = harness.jobs.database;
    const { ids, ...sides } = await twoEvaluations(harness);
    const source = { ...harness.jobs.deps, cache: new PairCache(10) };
    const call = { caller: harness.caller, signal: new AbortController().signal };
    const read: string[] = [];
    knex.on("query", ({ sql }) => read.push(sql));
    const changes: [string, number][] = [];
    for (let after: string | null | undefined; after !== null;) {
      const query = comparePairsRoute.query.parse({ ...sides, limit: "1", ...(after && { after }) });
      const page = await listComparedPairs(source, call, query);
      changes.push(...page.data.map((pair): [string, number] => [pair.sample.baseline, pair.change]));
      after = page.next_cursor;
    }
    // Two of three levels too high cost 2/3 of the score. One level too low costs as much, because it has twice the
    // weight. Equal changes are in the order of the samples.
    expect(changes.map(([id, change]) => [id, Math.round(change * 1000)])).toEqual([
      [formatId("sample", ids[0] ?? ""), -66_667],
      [formatId("sample", ids[2] ?? ""), -66_667],
      [formatId("sample", ids[1] ?? ""), 0],
    ]);
    expect(read.filter((sql) => sql.includes("from sample_scores"))).toHaveLength(2);
    const query = comparePairsRoute.query.parse(sides);
    const stranger = { ...call, caller: { ...harness.caller, projects: [harness.deps.newId()] } };
    await expect(listComparedPairs(source, stranger, query)).rejects.toMatchObject({ status: 404 });
  });
});

import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { EvaluationHarness } from "./evaluation-harness.fixture.ts";
import { listResults, type ResultPage } from "./evaluation-result-queries.ts";
import { mixed } from "./harness-samples.fixture.ts";

const worst: ResultPage = {
  evaluator: 0,
  status: "scored",
  worstFirst: true,
  scoreBelow: undefined,
  flagged: undefined,
  hidden: undefined,
  limit: 20,
  position: undefined,
};

describe.each(engines)("results on %s", (engine) => {
  const jobs = useJobHarness(engine);

  test("in order of score or by status are read by an index, without a sort of all results", async () => {
    const harness = await EvaluationHarness.open(jobs());
    await harness.addSamples(mixed(3500));
    const evaluation = await harness.evaluate({ fail_on_error: 1 });
    const { knex } = harness.jobs.database;
    await knex.raw("analyze results");
    const planOf = async (page: ResultPage): Promise<string> => {
      const sent: { sql: string; bindings: (string | number)[] }[] = [];
      const record = (query: (typeof sent)[number]) => void sent.push(query);
      knex.on("query", record);
      await listResults(knex, evaluation, page);
      knex.removeListener("query", record);
      const { sql = "", bindings = [] } = sent[0] ?? {};
      // The driver numbers the placeholders of the recorded statement; "?" inserts the values again.
      const statement = `explain ${sql.replaceAll(/\$\d+/g, "?")}`;
      const { rows } = await knex.raw<{ rows: Record<"QUERY PLAN", string>[] }>(statement, bindings);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    expect(await planOf(worst)).toContain("results_by_score");
    const after = [50, harness.deps.newId()];
    expect(await planOf({ ...worst, position: after })).toContain("results_by_score");
    const errored: ResultPage = { ...worst, evaluator: undefined, status: "errored", worstFirst: false };
    expect(await planOf(errored)).toContain("results_unscored");
  });
});

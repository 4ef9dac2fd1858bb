import { keyEvaluators } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { groupingOf } from "@assay/contract/evaluation/scores/score-group-rules";
import type { Knex } from "knex";
import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { EvaluationHarness } from "../evaluations/evaluation-harness.fixture.ts";
import type { EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { rollEvaluators } from "../evaluations/figures/evaluation-figures.ts";
import { poolItems } from "../evaluations/figures/pooled-item-queries.ts";
import { evaluator, triaged } from "../evaluations/harness-samples.fixture.ts";
import { countUnscored } from "../evaluations/unscored-reason-queries.ts";
import { countGroupRuns, countGroups } from "../scores/score-group-queries.ts";
import { countScores } from "./threshold-analysis-queries.ts";

interface Statement {
  sql: string;
  bindings: Knex.RawBinding[];
}

describe.each(engines)("the statements that read samples of an evaluation on %s", (engine) => {
  const jobs = useJobHarness(engine);
  const keyOf = ({ id }: EvaluationRow) => ({ workspaceId: jobs().workspaceId, evaluationId: id });

  /** Returns the statements that a piece of work executes. */
  async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
    const { knex } = jobs().database;
    const statements: Statement[] = [];
    const record = (query: Statement) => void statements.push(query);
    knex.on("query", record);
    await work();
    knex.removeListener("query", record);
    return statements;
  }

  const ranBy = ({ evaluators, resolved }: EvaluationRow, runs: number) => ({
    evaluators: keyEvaluators(evaluators, resolved),
    runs,
  });

  test("look each row up, so that their time does not depend on statistics", async () => {
    const harness = await EvaluationHarness.open(jobs());
    const { knex } = harness.jobs.database;
    await harness.addSamples([triaged("urgent", "urgent"), triaged("soon", "urgent")]);
    const evaluation = await harness.evaluate({ fail_on_error: 1 });
    const key = keyOf(evaluation);
    const grouping = groupingOf(evaluation, { group_by: "tags" });
    if (!grouping) throw new Error("The query requests groups.");
    const statements = await statementsOf(async () => {
      await countScores(knex, key, [0]);
      await countGroups(knex, key, grouping);
      await countGroupRuns(knex, key, grouping);
      await countUnscored(knex, key, ranBy(evaluation, 1));
      for (const runs of [1, 2])
        await rollEvaluators(knex, key, { ...ranBy(evaluation, runs), missingOutput: 0 });
    });
    const reading = statements.filter(({ sql }) => sql.includes("from samples"));
    expect(reading).toHaveLength(6);
    for (const { sql, bindings } of reading) {
      const explained = `explain (costs off) ${sql.replaceAll(/\$\d+/g, "?")}`;
      const { rows } = await knex.raw<{ rows: { "QUERY PLAN": string }[] }>(explained, bindings);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).not.toMatch(/Join Filter|Hash Cond|Merge Cond/);
    }
  });

  test("count the outcomes of evaluations with several runs only by run", async () => {
    const harness = await EvaluationHarness.open(jobs());
    const { knex } = harness.jobs.database;
    await harness.addSamples([triaged("urgent", "urgent"), triaged("urgent", "urgent")]);
    const evaluation = await harness.evaluate();
    const statements = await statementsOf(async () => {
      const [rolled] = await rollEvaluators(knex, keyOf(evaluation), {
        ...ranBy(evaluation, 2),
        missingOutput: 0,
      });
      expect(rolled).toMatchObject({
        passed: 2,
        flagged: 0,
        figures: { statuses: { scored: 2 }, counts: [] },
      });
    });
    expect(statements.filter(({ sql }) => /classification.*effective_passed/s.test(sql))).toEqual([]);
  });

  test("count the reasons of results without a score once per completion", async () => {
    const harness = await EvaluationHarness.open(jobs());
    await harness.addSamples([triaged("urgent", "urgent"), triaged("soon", "urgent")]);
    const statements = await statementsOf(async () => {
      const { results } = await harness.evaluate({ fail_on_error: 1 });
      expect(results?.unscored_reasons).toMatchObject([{ status: "errored", count: 1 }]);
    });
    expect(statements.filter(({ sql }) => sql.includes("coalesce(reason, '')"))).toHaveLength(1);
  });

  test("pool items up to the first result without items", async () => {
    const harness = await EvaluationHarness.open(jobs());
    const { knex } = harness.jobs.database;
    // A page has 5,000 results.
    await harness.addSamples(Array.from({ length: 5001 }, () => triaged("urgent", "urgent")));
    const evaluation = await harness.create({ evaluators: [evaluator(), evaluator({ name: "other" })] });
    await knex.raw(
      `insert into results (workspace_id, evaluation_id, sample_id, position, status, flagged, details, sample_version,
         tally, created_at)
       select workspace_id, ?::uuid, id, position, 'scored', false, '{}', valid_from,
         case when position = 1 then '["counted",[0,0,0,0,0,0],[],[],[]]' end, now()
       from samples cross join (values (0), (1)) as evaluators (position) where workspace_id = ?::uuid`,
      [evaluation.id, jobs().workspaceId],
    );
    const pool = async (positions: number[]) => poolItems(knex, keyOf(evaluation), { positions, runs: 1 });
    const alone = await statementsOf(async () => {
      expect([...(await pool([0]))]).toEqual([[0, null]]);
    });
    expect(alone).toHaveLength(1);
    const pools = await pool([0, 1]);
    expect(pools.get(0)).toBeNull();
    expect(pools.get(1)?.shapes.get("0 0 0")?.samples).toBe(5001);
  });
});

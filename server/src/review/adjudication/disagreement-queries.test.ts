import { formatId } from "@assay/contract/platform/ids";
import type { DisagreementsQuery } from "@assay/contract/review/adjudication/disagreements/disagreements";
import { describe, expect, test } from "vitest";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { ReviewHarness } from "../tasks/review-harness.fixture.ts";
import { type DisagreementPage, listDisagreements } from "./disagreement-queries.ts";
import { disagreementPage } from "./disagreement-service.ts";

describe.each(engines)("the list of disagreements on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  /** Stores disagreements about random samples, whose spreads are multiples of 1/100. */
  async function rated(count: number) {
    const harness = await ReviewHarness.open(theHarness());
    const { workspaceId, rubricId } = harness;
    const projectId = uuidOf("project", harness.evaluations.project);
    const { knex } = harness.deps.database;
    await knex.raw(
      `insert into rated_dimensions (workspace_id, rubric_id, sample_id, dimension, project_id, spread, unblinded_spread)
       select ?::uuid, ?::uuid, gen_random_uuid(), 'safe', ?::uuid, (n % 100) / 100.0, (n % 100) / 100.0
       from generate_series(1, ?::int) as n`,
      [workspaceId, rubricId, projectId, count],
    );
    await knex.raw("analyze rated_dimensions");
    const page: DisagreementPage = {
      projectId,
      rubricId: undefined,
      taskId: undefined,
      dimension: undefined,
      minSpread: undefined,
      adjudicated: undefined,
      includeUnblinded: false,
      limit: 20,
      position: [-0.5, harness.deps.newId(), "safe", rubricId],
    };
    return { harness, rubricId, page };
  }

  test("reads a page with two statements, and looks up the named objects only for an empty page", async () => {
    const { harness, rubricId } = await rated(50);
    const { knex } = harness.deps.database;
    const project = harness.evaluations.project;
    const query: DisagreementsQuery = { project, rubric: formatId("rubric", rubricId), limit: 20 };
    const statements: string[] = [];
    const record = ({ sql }: { sql: string }): number => statements.push(sql);
    knex.on("query", record);
    const { data, next_cursor: next } = await disagreementPage(knex, harness.caller, query);
    expect(data).toHaveLength(20);
    expect(data[0]).toMatchObject({ spread: 0.5, external_id: null });
    expect(statements).toHaveLength(2);
    await disagreementPage(knex, harness.caller, { ...query, after: next ?? "" });
    expect(statements).toHaveLength(4);
    await disagreementPage(knex, harness.caller, { ...query, min_spread: 1 });
    knex.removeListener("query", record);
    expect(statements.slice(5).filter((sql) => /from "(?:projects|rubrics)"/.test(sql))).toHaveLength(2);
  });

  test("reads each page from an index in the order of the list", async () => {
    const { harness, rubricId, page } = await rated(5000);
    const { knex } = harness.deps.database;
    const statements: { sql: string; bindings: string[] }[] = [];
    const record = (statement: { sql: string; bindings: string[] }): number => statements.push(statement);
    knex.on("query", record);
    const { workspaceId } = harness;
    const caller = { workspaceId, projects: null, reviewerId: null, scopes: new Set<never>() };
    for (const includeUnblinded of [false, true])
      for (const filter of [{}, { rubricId }, { rubricId, minSpread: 0.2 }, { position: undefined }]) {
        const rows = await listDisagreements(knex, caller, { ...page, includeUnblinded, ...filter });
        expect(rows).toHaveLength(21);
        expect(rows[0]).toMatchObject({ rubric: formatId("rubric", rubricId), dimension: "safe" });
      }
    knex.removeListener("query", record);
    const reading = statements.filter(({ sql }) => sql.includes("rated_dimensions"));
    expect(reading).toHaveLength(8);
    for (const { sql, bindings } of reading) {
      const explained = `explain (costs off) ${sql.replaceAll(/\$\d+/g, "?")}`;
      const { rows } = await knex.raw<{ rows: { "QUERY PLAN": string }[] }>(explained, bindings);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain("Index Scan using rated_dimensions_of_");
      expect(plan).not.toContain("Sort");
    }
  });
});

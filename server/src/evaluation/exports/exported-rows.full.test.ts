import { type ExportRecord, formatId } from "@assay/contract/export-files";
import { describe, expect, test } from "vitest";
import { engines, type JobHarness, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { type ExportedEvaluation, exportedRows } from "./exported-rows-queries.ts";

const keys = ["first", "second", "third"];
const sampleCount = 700;
/** Number of characters in every hundredth sample, so that two of these samples exceed a page. */
const largeText = 5 * 1024 * 1024;
const isLarge = (index: number): boolean => index % 100 === 50;
const uuidOf = (index: number): string => `01900000-0000-7000-8000-${index.toString(16).padStart(12, "0")}`;

/**
 * Inserts results of three evaluators for each sample, with values that identify the sample and the
 * evaluator.
 */
async function fill({ database, workspaceId }: JobHarness, evaluation: ExportedEvaluation): Promise<void> {
  const uuid = "('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid";
  const each = { workspaceId, id: evaluation.id, datasetId: evaluation.datasetId };
  await database.knex.raw(
    `insert into samples (workspace_id, id, dataset_id, valid_from, external_id, input, metadata, tags, content_hash, case_hash,
       created_at)
     select :workspaceId::uuid, ${uuid}, :datasetId::uuid, 1, 'call-' || i,
       json_build_object('text', repeat('x', case when i % 100 = 50 then ${largeText} else 1 end)),
       jsonb_build_object('index', i), array['tag-' || i], '\\x00', '\\x00', now()
     from generate_series(1, ${sampleCount}) i`,
    each,
  );
  await database.knex.raw(
    `insert into results (workspace_id, evaluation_id, sample_id, position, status, score, passed, flagged, details,
       sample_version, created_at)
     select :workspaceId::uuid, :id::uuid, ${uuid}, p, 'scored', i + p / 10.0, true, false, '{}', 1, now()
     from generate_series(1, ${sampleCount}) i, generate_series(0, ${keys.length - 1}) p`,
    each,
  );
  await database.knex.raw(
    `insert into sample_scores (workspace_id, evaluation_id, sample_id, status, automated, effective, effective_passed, flagged)
     select :workspaceId::uuid, :id::uuid, ${uuid}, 'scored', i, i / 2.0, i % 2 = 0, false
     from generate_series(1, ${sampleCount}) i`,
    each,
  );
}

/** Returns the values that identify the sample of a row. */
const seen = (row: ExportRecord) => ({
  sample: row.sample,
  evaluator: row.evaluator,
  score: row.score,
  external_id: row.external_id,
  metadata: row.metadata,
  tags: row.tags,
  combined_score: row.combined_score,
  combined_original_score: row.combined_original_score,
  combined_passed: row.combined_passed,
  input: row.input?.length ?? null,
});

const inputLength = (index: number): number => '{"text" : "x"}'.length + (isLarge(index) ? largeText - 1 : 0);

const expected = (includeSamples: boolean) =>
  Array.from({ length: sampleCount }, (_, at) => at + 1).flatMap((index) =>
    keys.map((evaluator, position) => ({
      sample: formatId("sample", uuidOf(index)),
      evaluator,
      score: index + position / 10,
      external_id: `call-${index}`,
      metadata: `{"index": ${index}}`,
      tags: [`tag-${index}`],
      combined_score: index / 2,
      combined_original_score: index,
      combined_passed: index % 2 === 0,
      input: includeSamples ? inputLength(index) : null,
    })),
  );

describe.each(engines)("the rows of an export on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  test("each contain the columns of their sample, at any page boundary", async () => {
    const harness = theHarness();
    const evaluation: ExportedEvaluation = {
      workspaceId: harness.workspaceId,
      id: harness.deps.newId(),
      name: "Harness",
      datasetId: harness.deps.newId(),
      datasetVersion: 1,
      modelId: null,
      runs: 1,
      keys,
    };
    await fill(harness, evaluation);
    for (const includeSamples of [false, true]) {
      const rows: ReturnType<typeof seen>[] = [];
      const pages: number[] = [];
      for await (const page of exportedRows(harness.database.knex, [evaluation], includeSamples)) {
        pages.push(page.length);
        rows.push(...page.map(seen));
      }
      expect(rows).toEqual(expected(includeSamples));
      // 1,000 is not a multiple of the number of rows per sample, and a large sample ends a page after its
      // first row.
      if (includeSamples) expect(pages.length).toBeGreaterThan(4);
      else expect(pages).toEqual([1000, 1000, 100]);
    }
  });
});

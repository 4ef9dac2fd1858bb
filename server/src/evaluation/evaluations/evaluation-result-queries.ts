import type { Outcome } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { EvaluationRow } from "./evaluation-queries.ts";

/** A stored result with what was judged. */
export interface ResultRow {
  sample_id: string;
  external_id: string | null;
  /** Place of the evaluator in the evaluation. */
  position: number;
  status: Outcome["status"];
  score: number | null;
  passed: boolean | null;
  /** What a reviewer put in its place; null: nobody did. */
  effective_score: number | null;
  effective_passed: boolean | null;
  overridden_by: string | null;
  flagged: boolean;
  /** Why it is flagged, skipped or errored. */
  reason: string | null;
  details: Record<string, unknown>;
  output: unknown;
  expected: unknown;
  created_at: Date;
}

/** Which results, and where the page begins. */
export interface ResultPage {
  /** Only those of the evaluator at this place. */
  evaluator: number | undefined;
  /** Only scores below this. */
  scoreBelow: number | undefined;
  flagged: boolean | undefined;
  /** Samples to leave out: one column of ids. */
  hidden: Knex.Raw | undefined;
  limit: number;
  position: readonly (string | number)[] | undefined;
}

const stored = [
  "workspace_id",
  "sample_id",
  "position",
  "status",
  "score",
  "passed",
  "effective_score",
  "effective_passed",
  "overridden_by",
  "flagged",
  "reason",
  "details",
  "sample_version",
  "output_version",
  "created_at",
];

/**
 * An evaluation's results in data set order (by sample, then by the evaluator's place), one more than the page shows.
 * The page is cut along the primary key first, so that a late page costs what the first one does; what was judged is
 * joined to its rows alone.
 */
export async function listResults(
  db: Knex,
  evaluation: EvaluationRow,
  page: ResultPage,
): Promise<ResultRow[]> {
  const rows = db("results")
    .where({ workspace_id: evaluation.workspace_id, evaluation_id: evaluation.id })
    .orderBy(["sample_id", "position"])
    .limit(page.limit + 1)
    .select(stored);
  if (page.evaluator !== undefined) rows.where({ position: page.evaluator });
  if (page.scoreBelow !== undefined) rows.whereRaw("coalesce(effective_score, score) < ?", [page.scoreBelow]);
  if (page.flagged !== undefined) rows.whereRaw(page.flagged ? "flagged" : "not flagged");
  if (page.hidden) rows.whereRaw("sample_id not in (?)", [page.hidden]);
  if (page.position) rows.whereRaw("(sample_id, position) > (?::uuid, ?::smallint)", [...page.position]);
  return withWhatWasJudged(db, evaluation, rows);
}

function withWhatWasJudged(db: Knex, evaluation: EvaluationRow, rows: Knex.QueryBuilder): Knex.QueryBuilder {
  const query = db
    .from(rows.as("results"))
    .join("samples", (join) => {
      join
        .on("samples.workspace_id", "results.workspace_id")
        .on("samples.id", "results.sample_id")
        .on("samples.valid_from", "results.sample_version");
    })
    .orderBy(["results.sample_id", "results.position"])
    .select("results.*", "samples.external_id", "samples.expected");
  if (evaluation.model_id === null) return query.select("samples.output");
  return query
    .leftJoin("outputs", (join) => {
      join
        .on("outputs.workspace_id", "results.workspace_id")
        .on("outputs.sample_id", "results.sample_id")
        .on("outputs.valid_from", "results.output_version")
        .onVal("outputs.dataset_id", evaluation.dataset_id)
        .onVal("outputs.model_id", String(evaluation.model_id));
    })
    .select("outputs.output");
}

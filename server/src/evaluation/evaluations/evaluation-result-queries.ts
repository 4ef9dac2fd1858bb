import type { ResultRecord } from "@assay/contract/evaluation/evaluations/evaluation-record";
import type { ResultSelection } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { EvaluationRow } from "./evaluation-queries.ts";

/** A result's database row. */
interface StoredResult extends Omit<ResultRecord, "sampleId" | "overriddenBy" | "createdAt"> {
  sampleId: string;
  overriddenBy: string | null;
  createdAt: Date;
}

const recordOf = ({ sampleId, overriddenBy, createdAt, ...rest }: StoredResult): ResultRecord => ({
  ...rest,
  sampleId: formatId("sample", sampleId),
  overriddenBy: overriddenBy && formatId("review", overriddenBy),
  createdAt: createdAt.getTime(),
});

/** The columns of a page of results, except those that are joined from the samples. */
const resultColumns = {
  sampleId: "results.sample_id",
  position: "results.position",
  run: "results.output_run",
  status: "results.status",
  score: "results.score",
  passed: "results.passed",
  effectiveScore: "results.effective_score",
  effectivePassed: "results.effective_passed",
  overriddenBy: "results.overridden_by",
  flagged: "results.flagged",
  reason: "results.reason",
  details: "results.details",
  createdAt: "results.created_at",
  externalId: "samples.external_id",
  expected: "samples.expected",
};

/** The filters of a page of results, and the position at which the page starts. */
export interface ResultPage extends ResultSelection {
  /** Selects only results with a score below this value. */
  scoreBelow: number | undefined;
  flagged: boolean | undefined;
  /** A query with one column: the ids of the samples whose results are omitted. */
  hidden: Knex.Raw | undefined;
  limit: number;
  position: readonly (string | number)[] | undefined;
}

/** The columns that determine the order of results. */
type OrderColumn = keyof typeof typesOf;
const datasetOrder: readonly OrderColumn[] = ["sample_id", "position"];
const scoreOrder: readonly OrderColumn[] = ["score", "sample_id"];

/** The SQL types of these columns. */
const typesOf = { sample_id: "uuid", position: "smallint", score: "double precision", run: "smallint" };

/** The table with the listed results of an evaluation, and the columns that determine their order. */
function listed(
  { runs }: EvaluationRow,
  { worstFirst }: Pick<ResultPage, "worstFirst">,
): { table: string; order: readonly OrderColumn[] } {
  const order = worstFirst ? scoreOrder : datasetOrder;
  return runs === 1 ? { table: "results", order } : { table: "run_results", order: [...order, "run"] };
}

/** Returns the position of a result in the list of its evaluation's results. */
export function resultKey(
  { runs }: EvaluationRow,
  { worstFirst }: Pick<ResultPage, "worstFirst">,
  { score, sampleId, position, run }: ResultRecord,
): (string | number)[] {
  const id = uuidOf("sample", sampleId);
  const key = worstFirst ? [score ?? 0, id] : [id, position];
  return runs === 1 ? key : [...key, run];
}

/**
 * Lists an evaluation's results in dataset order (by sample, then by evaluator position and run), or lowest
 * automated score first. Reads one row more than the page, to detect whether a next page exists. The rows of the page
 * are first selected by an index that has their order, so every page takes the same time. Inputs and outputs
 * are joined only to these rows.
 */
export async function listResults(
  db: Knex,
  evaluation: EvaluationRow,
  page: ResultPage,
): Promise<ResultRecord[]> {
  const { table, order } = listed(evaluation, page);
  const rows = db(table)
    .where({ workspace_id: evaluation.workspace_id, evaluation_id: evaluation.id })
    .orderBy([...order])
    .limit(page.limit + 1)
    .select("*");
  if (evaluation.runs > 1) rows.select({ output_run: "run" });
  if (page.worstFirst) rows.whereNotNull("score");
  else if (page.status !== undefined) rows.where({ status: page.status });
  if (page.evaluator !== undefined) rows.where({ position: page.evaluator });
  if (page.scoreBelow !== undefined) rows.whereRaw("coalesce(effective_score, score) < ?", [page.scoreBelow]);
  if (page.flagged !== undefined) rows.whereRaw(page.flagged ? "flagged" : "not flagged");
  if (page.hidden) rows.whereRaw("sample_id not in (?)", [page.hidden]);
  if (page.position) {
    const types = order.map((column) => `?::${typesOf[column]}`).join(", ");
    rows.whereRaw(`(${order.join(", ")}) > (${types})`, [...page.position]);
  }
  const found: StoredResult[] = await joinSamples(db, evaluation, {
    rows,
    order,
    columns: resultColumns,
  });
  return found.map(recordOf);
}

/**
 * Joins rows of results with the evaluated versions of samples and outputs.
 *
 * @param selected the rows, as the table `results`; the columns of `results` to order by; and the columns to
 *   select in addition to the output.
 */
export function joinSamples(
  db: Knex,
  evaluation: EvaluationRow,
  selected: { rows: Knex.QueryBuilder; order: readonly string[]; columns: Record<string, string> },
): Knex.QueryBuilder {
  const { rows, order, columns } = selected;
  const query = db
    .from(rows.as("results"))
    .join("samples", (join) => {
      join
        .on("samples.workspace_id", "results.workspace_id")
        .on("samples.id", "results.sample_id")
        .on("samples.valid_from", "results.sample_version");
    })
    .orderBy(order.map((column) => `results.${column}`))
    .select(columns);
  if (evaluation.model_id === null) return query.select("samples.output");
  return query
    .leftJoin("outputs", (join) => {
      join
        .on("outputs.workspace_id", "results.workspace_id")
        .on("outputs.sample_id", "results.sample_id")
        .on("outputs.valid_from", "results.output_version")
        .onVal("outputs.dataset_id", evaluation.dataset_id)
        .on("outputs.run", "results.output_run")
        .onVal("outputs.model_id", String(evaluation.model_id));
    })
    .select("outputs.output");
}

import { type ExportRecord, formatId, memoizeLast } from "@assay/contract/export-files";
import type { Knex } from "knex";

/** An evaluation, with the columns that appear in its exported rows. */
export interface ExportedEvaluation {
  workspaceId: string;
  id: string;
  name: string;
  datasetId: string;
  datasetVersion: number;
  modelId: string | null;
  /** Number of runs of each sample. */
  runs: number;
  /** The keys of the evaluators, by position. */
  keys: readonly string[];
}

/** The exported columns of a result. */
interface ExportedRow extends ExportedSample {
  /**
   * Whether this is the first row of its sample in the page. In the other rows, the members of {@link
   * ExportedSample} are null.
   */
  begins: boolean;
  sample_id: string;
  position: number;
  run: number;
  status: string;
  score: number | null;
  original_score: number | null;
  overridden_by: string | null;
  reviewer_credentials: string | null;
  passed: boolean | null;
  flagged: boolean;
  flag_reason: string | null;
  classification: string | null;
  details: string;
  created_ms: number;
}

/** The exported columns of a sample, which are the same for all of its results. */
interface ExportedSample {
  external_id: string | null;
  /** The tags as JSON, because the driver parses Postgres arrays slowly. */
  tags: string;
  metadata: string;
  input?: string;
  output?: string | null;
  expected?: string | null;
  combined_score: number | null;
  combined_original_score: number | null;
  combined_overridden_by: string | null;
  combined_reviewer_credentials: string | null;
  combined_passed: boolean | null;
}

/**
 * Maximum number of rows in a page. With 5,000 rows, more rows survive a garbage collection, and the
 * collection then takes as long as reading the rows.
 */
const pageRows = 1000;
/**
 * Maximum size of a page as JSON, not including its last row (bytes). Limited because samples may have a
 * megabyte each.
 */
const pageBytes = 8 * 1024 * 1024;

/**
 * Returns an SQL expression for the credentials that a reviewer held when submitting a review; it is null if
 * there is no review.
 *
 * @param review the name of a column that contains the id of a review, or null.
 */
const credentialsOf = (review: string): string => `case when ${review} is not null then (
  select array_to_string(credentials, ', ') from reviews
  where workspace_id = :workspaceId::uuid and id = ${review} limit 1) end`;

/** Joins the output of each run, or of the sample if it has only one run. */
const outputJoin = (runs: number) => `left join lateral (
          select output::text as output from outputs
          where ${runs === 1 ? "page.begins and " : ""}workspace_id = :workspaceId::uuid and dataset_id = :datasetId::uuid
            and model_id = :modelId::uuid and sample_id = page.sample_id and run = ${runs === 1 ? 1 : "page.run"}
            and valid_from = page.output_version limit 1
        ) o on true`;

const combinedJoin = `left join lateral (
          select effective as combined_score, automated as combined_original_score,
            overridden_by as combined_overridden_by,
            ${credentialsOf("sample_scores.overridden_by")} as combined_reviewer_credentials,
            effective_passed as combined_passed
          from sample_scores
          where page.begins and workspace_id = :workspaceId::uuid and evaluation_id = :id::uuid
            and sample_id = page.sample_id limit 1
        ) c on true`;

const contentSizes =
  "+ coalesce(octet_length(input), 0) + coalesce(octet_length(output), 0) + coalesce(octet_length(expected), 0)";

/** Returns the table with the results of each run, their order, the condition of a page and the run's number. */
const tableOf = (runs: number) =>
  runs === 1
    ? {
        table: "results",
        order: "sample_id, position",
        after: "(sample_id, position) > (:sample::uuid, :position::smallint)",
        run: "1::smallint",
      }
    : {
        table: "run_results",
        order: "sample_id, position, run",
        after: "(sample_id, position, run) > (:sample::uuid, :position::smallint, :run::smallint)",
        run: "page.run",
      };

/**
 * Returns SQL for a page of an evaluation's results in dataset order, starting after a given position and run. Only
 * the first row of each sample (`begins`) contains the sample's columns and combined score. Repeating these
 * values in every row would double the time with four evaluators. The lookups use primary keys, so they are
 * fast even if a new table has no statistics yet (`limit 1` prevents joins of whole tables). Rows are neither
 * sorted nor buffered, so they are streamed while the following rows are looked up.
 */
function pageStatement(includeSamples: boolean, { modelId, runs }: ExportedEvaluation): string {
  const withModel = modelId !== null;
  const contents = includeSamples
    ? `, input::text as input, expected::text as expected${withModel ? "" : ", output::text as output"}`
    : "";
  const sizes = includeSamples ? contentSizes : "";
  const output = includeSamples && withModel ? outputJoin(runs) : "";
  const { table, order, after, run } = tableOf(runs);
  return `
    select * from (
      select *, sum(bytes) over (order by ${order} rows unbounded preceding) - bytes as bytes_before from (
        select page.begins, page.sample_id, page.position, ${run} as run, page.status,
          coalesce(page.effective_score, page.score) as score, page.score as original_score, page.overridden_by,
          ${credentialsOf("page.overridden_by")} as reviewer_credentials,
          coalesce(page.effective_passed, page.passed) as passed, page.flagged,
          case when page.flagged then page.reason end as flag_reason, page.classification,
          page.details::text as details, (extract(epoch from page.created_at) * 1000)::bigint as created_ms,
          s.*, c.*${output === "" ? "" : ", o.output"},
          octet_length(page.details::text) + coalesce(octet_length(s.metadata), 0) ${sizes} as bytes
        from (
          select *, lag(sample_id) over (order by ${order}) is distinct from sample_id as begins from (
            select * from ${table}
            where workspace_id = :workspaceId::uuid and evaluation_id = :id::uuid
              and ${after}
            order by ${order} limit ${pageRows}
          ) read
        ) page
        left join lateral (
          select external_id, array_to_json(tags)::text as tags, metadata::text as metadata${contents} from samples
          where page.begins and workspace_id = :workspaceId::uuid and id = page.sample_id
            and valid_from = page.sample_version limit 1
        ) s on true
        ${combinedJoin}
        ${output}
      ) whole
    ) sized
    where bytes_before < ${pageBytes} order by ${order}`;
}

const beforeFirst = { sample: "00000000-0000-0000-0000-000000000000", position: -1, run: 0 };

/**
 * Yields the rows of evaluations in pages of at most 1,000 rows and about 8 MiB. The evaluations keep the
 * given order, and the rows of each evaluation are in dataset order. In a transaction with a snapshot, all
 * pages are consistent; otherwise, each page has its own snapshot.
 */
export async function* exportedRows(
  db: Knex,
  evaluations: readonly ExportedEvaluation[],
  includeSamples: boolean,
): AsyncGenerator<ExportRecord[]> {
  for (const evaluation of evaluations) {
    const { workspaceId, id, datasetId, modelId } = evaluation;
    const statement = pageStatement(includeSamples, evaluation);
    const toRecord = recorder(evaluation);
    for (let after: typeof beforeFirst | undefined = beforeFirst; after;) {
      const bindings: Record<string, string | number> = {
        workspaceId,
        id,
        ...after,
        ...(modelId !== null && { datasetId, modelId }),
      };
      const { rows }: { rows: ExportedRow[] } = await db.raw(statement, bindings);
      if (rows.length > 0) yield rows.map(toRecord);
      // The page may have ended because of its size, so only an empty page is known to be the last one.
      const last = rows.at(-1);
      after = last && { sample: last.sample_id, position: last.position, run: last.run };
    }
  }
}

const reviewId = (id: string | null): string | null => id && formatId("review", id);

function recorder(evaluation: ExportedEvaluation): (row: ExportedRow) => ExportRecord {
  const about = {
    evaluation: formatId("evaluation", evaluation.id),
    evaluation_name: evaluation.name,
    dataset: formatId("dataset", evaluation.datasetId),
    dataset_version: evaluation.datasetVersion,
    model: evaluation.modelId && formatId("model", evaluation.modelId),
  };
  const sampleId = memoizeLast((id: string) => formatId("sample", id));
  const tagsIn = memoizeLast((text: string): string[] => JSON.parse(text));
  let sample: ExportedSample;
  // Members are assigned individually, because spreading another object takes five times as long.
  return (row) => {
    if (row.begins) sample = row;
    return {
      evaluation: about.evaluation,
      evaluation_name: about.evaluation_name,
      dataset: about.dataset,
      dataset_version: about.dataset_version,
      model: about.model,
      sample: sampleId(row.sample_id),
      external_id: sample.external_id,
      evaluator: evaluation.keys[row.position] ?? String(row.position),
      status: row.status,
      score: row.score,
      original_score: row.original_score,
      overridden_by: reviewId(row.overridden_by),
      reviewer_credentials: row.reviewer_credentials,
      passed: row.passed,
      flagged: row.flagged,
      flag_reason: row.flag_reason,
      classification: row.classification,
      details: row.details,
      tags: tagsIn(sample.tags),
      metadata: sample.metadata,
      created_at: row.created_ms,
      combined_score: sample.combined_score,
      combined_original_score: sample.combined_original_score,
      combined_overridden_by: reviewId(sample.combined_overridden_by),
      combined_reviewer_credentials: sample.combined_reviewer_credentials,
      combined_passed: sample.combined_passed,
      run: row.run,
      input: sample.input ?? null,
      output: (evaluation.runs > 1 ? row : sample).output ?? null,
      expected: sample.expected ?? null,
    };
  };
}

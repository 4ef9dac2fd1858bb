import { parseId } from "@assay/contract/platform/ids";
import type { Routing } from "@assay/contract/evaluation/routing/evaluation-routing";
import { evaluatorKeys, type RoutableSample } from "@assay/contract/domain";
import type { Knex } from "knex";
import { insertRows } from "../../../platform/db/rows.ts";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import type { EvaluationRow } from "../../../evaluation/evaluations/evaluation-queries.ts";
import { requirementsOf, storeTasks, taskRow } from "../create-task.ts";
import type { NewTask } from "../task-queries.ts";

const hourMs = 3_600_000;

/**
 * Makes the review tasks of an evaluation that has just completed: one for each sample that its routing sends to people,
 * the worst first. In the transaction in which it completes, which holds its row.
 */
export async function routeSamples(tx: Tx, deps: PlatformDeps, evaluation: EvaluationRow): Promise<void> {
  const { routing, completed_at: completedAt } = evaluation;
  if (!routing || !completedAt) return;
  const rubricId = parseId("rubric", routing.rubric);
  if (rubricId === undefined) throw new Error(`Evaluation ${evaluation.id} routes to no rubric.`);
  const samples = await worstSamples(tx, evaluation, { routing, rubricId });
  if (samples.length === 0) return;
  const contents = {
    workspace_id: evaluation.workspace_id,
    project_id: evaluation.project_id,
    rubric_id: rubricId,
    evaluation_id: evaluation.id,
    evaluator: null,
    ...requirementsOf(routing),
    blind: routing.reviews_required > 1,
    sample_count: 1,
    due_at: dueAt(routing, completedAt),
    metadata: {},
    created_at: completedAt,
  };
  const tasks = samples.map(({ id }) => ({
    row: taskRow({ ...contents, id: deps.newId() }),
    sampleIds: [id],
  }));
  await storeTasks(tx, deps, tasks);
  await insertRoutes(tx, deps, { evaluationId: evaluation.id, tasks });
}

const dueAt = ({ due_in_hours: hours }: Routing, completedAt: Date): Date | null =>
  hours === null ? null : new Date(completedAt.getTime() + Math.round(hours * hourMs));

/** That each sample is sent to people once for a rubric. */
async function insertRoutes(
  tx: Tx,
  { database }: PlatformDeps,
  { evaluationId, tasks }: { evaluationId: string; tasks: readonly NewTask[] },
): Promise<void> {
  await insertRows(tx, database, {
    table: "review_routes",
    columns: ["workspace_id", "evaluation_id", "rubric_id", "sample_id", "task_id"],
    rows: tasks.map(({ row, sampleIds: [sampleId] }) => [
      row.workspace_id,
      evaluationId,
      row.rubric_id,
      sampleId,
      row.id,
    ]),
  });
}

/**
 * The samples that routing sends to people and that were not sent before, as `routedSamples` chooses and orders them; by
 * the database, since an evaluation may have a million samples.
 */
async function worstSamples(
  db: Knex,
  evaluation: EvaluationRow,
  { routing, rubricId }: { routing: Routing; rubricId: string },
): Promise<RoutableSample[]> {
  const key = [evaluation.workspace_id, evaluation.id];
  const positions = positionsOf(evaluation, routing);
  const judged = positions ? lowestOfSome : combinedScores;
  const { rows } = await db.raw<{ rows: RoutableSample[] }>(
    `with judged as (${judged})
     select id, score, flagged from judged
     where (score < ?::float8 or (?::boolean and flagged))
       and not exists (select from review_routes
         where workspace_id = ?::uuid and evaluation_id = ?::uuid and rubric_id = ?::uuid and sample_id = judged.id)
     order by score nulls last, flagged desc, id
     limit ?`,
    [
      ...key,
      ...(positions ? [positions] : []),
      routing.score_below,
      routing.flagged,
      ...key,
      rubricId,
      routing.max_samples,
    ],
  );
  return rows;
}

const combinedScores = `
  select sample_id as id, automated as score, flagged from sample_scores
  where workspace_id = ?::uuid and evaluation_id = ?::uuid`;

const lowestOfSome = `
  select sample_id as id, min(score) as score, bool_or(flagged) as flagged from results
  where workspace_id = ?::uuid and evaluation_id = ?::uuid and position = any(?::smallint[])
  group by sample_id`;

/** The places of the evaluators that routing goes by; undefined when it goes by the combined score. */
function positionsOf({ evaluators }: EvaluationRow, routing: Routing): number[] | undefined {
  const keys = evaluatorKeys(evaluators).keys ?? [];
  return routing.evaluators?.map((key) => keys.indexOf(key));
}

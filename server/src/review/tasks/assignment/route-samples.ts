import { formatId, type IdKind } from "@assay/contract/platform/ids";
import { routedTasks } from "@assay/contract/review/tasks/new-task-rules";
import type { NewTask } from "@assay/contract/review/tasks/task-record";
import { completeRouting, type Routing } from "@assay/contract/evaluation/routing/evaluation-routing";
import { keysOfEvaluators, type RoutableSample } from "@assay/contract/domain";
import type { Knex } from "knex";
import { uuidOf } from "../../../platform/db/record-columns.ts";
import { insertRows } from "../../../platform/db/rows.ts";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import type { EvaluationRow } from "../../../evaluation/evaluations/evaluation-queries.ts";
import { adjudicatorsOf } from "../adjudicator-queries.ts";
import { shareRubric } from "../../rubrics/rubric-queries.ts";
import { storeTasks } from "../create-task.ts";

/**
 * Creates the review tasks for a newly completed evaluation: one task per routed sample, worst sample first.
 * Runs in the transaction that completes the evaluation and holds the lock on its row.
 */
export async function routeSamples(tx: Tx, deps: PlatformDeps, row: EvaluationRow): Promise<void> {
  const { routing, completed_at: completedAt, workspace_id: workspaceId } = row;
  if (!routing || !completedAt) return;
  const rubricId = uuidOf("rubric", routing.rubric);
  const samples = await worstSamples(tx, row, { routing, rubricId });
  if (samples.length === 0) return;
  const evaluation = {
    id: formatId("evaluation", row.id),
    project: formatId("project", row.project_id),
    routing: completeRouting(routing),
    completedAt: completedAt.getTime(),
  };
  const ids = samples.map(({ id }) => formatId("sample", id));
  const newId = (kind: IdKind): string => formatId(kind, deps.newId());
  await shareRubric(tx, workspaceId, rubricId);
  const adjudicators = await adjudicatorsOf(tx, { workspaceId, rubricId }, ids);
  const tasks = routedTasks(evaluation, ids, {
    newId,
    adjudicatorsOf: (sample) => adjudicators.get(sample) ?? [],
  });
  await storeTasks(tx, deps, { workspaceId, tasks });
  await insertRoutes(tx, deps, { evaluation: row, tasks });
}

/** Records which samples were routed, so that each sample is routed only once per rubric. */
async function insertRoutes(
  tx: Tx,
  { database }: PlatformDeps,
  { evaluation, tasks }: { evaluation: EvaluationRow; tasks: readonly NewTask[] },
): Promise<void> {
  await insertRows(tx, database, {
    table: "review_routes",
    columns: ["workspace_id", "evaluation_id", "rubric_id", "sample_id", "task_id"],
    rows: tasks.flatMap(({ id, rubric, samples }) =>
      samples.map((sample) => [
        evaluation.workspace_id,
        evaluation.id,
        uuidOf("rubric", rubric),
        uuidOf("sample", sample),
        uuidOf("review_task", id),
      ]),
    ),
  });
}

/**
 * Returns the samples that routing selects, without those that were routed before. The database selects and
 * sorts them by the rules of `routedSamples`, because an evaluation can have a million samples.
 */
async function worstSamples(
  db: Knex,
  evaluation: EvaluationRow,
  { routing, rubricId }: { routing: Routing; rubricId: string },
): Promise<RoutableSample[]> {
  const key = [evaluation.workspace_id, evaluation.id];
  const positions = positionsOf(evaluation, routing);
  const scored = positions ? lowestOfSome : combinedScores;
  const { rows } = await db.raw<{ rows: RoutableSample[] }>(
    `with scored as (${scored})
     select id, score, flagged from scored
     where (score < ?::float8 or (?::boolean and flagged))
       and not exists (select from review_routes
         where workspace_id = ?::uuid and evaluation_id = ?::uuid and rubric_id = ?::uuid and sample_id = scored.id)
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

/**
 * Returns the positions of the evaluators whose scores routing uses; undefined if routing uses the combined
 * score.
 */
function positionsOf({ evaluators }: EvaluationRow, routing: Routing): number[] | undefined {
  const keys = keysOfEvaluators(evaluators);
  return routing.evaluators?.map((key) => keys.indexOf(key));
}

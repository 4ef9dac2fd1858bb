import { formatId } from "@assay/contract/platform/ids";
import { taskPriorities } from "@assay/contract/evaluation/routing/task-priority";
import { evaluatorKeys } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { EvaluationRow } from "../../evaluation/evaluations/evaluation-queries.ts";
import { findBlind } from "../../workspace/access/blind-review.ts";
import { latestEvaluations } from "./override-queries.ts";
import {
  type JudgedRow,
  listWaiting,
  type QueueFilter,
  readJudged,
  type WaitingRow,
} from "./queue-queries.ts";

/** What of an evaluation a queue needs: whose scores are whose. */
type Evaluators = Pick<EvaluationRow, "id" | "evaluators">;

/** What waits for a reviewer, as it goes over the wire; of what they review blind without what would tell the score. */
export async function reviewerQueue(db: Knex, filter: QueueFilter) {
  const { workspaceId } = filter.reach;
  const rows = await listWaiting(db, filter);
  const samples = rows.map(({ sample_id: id }) => id);
  const blind = await findBlind(db, { workspaceId, reviewerId: filter.reviewerId }, samples);
  const contexts = await contextsOf(db, workspaceId, rows);
  return {
    object: "reviewer_queue" as const,
    reviewer: formatId("reviewer", filter.reviewerId),
    total_pending: rows[0]?.total ?? 0,
    items: rows.map((row) => itemToWire(row, blind.has(row.sample_id), contexts(row))),
  };
}

interface ItemContext {
  evaluation: string | null;
  ai_score: number | null;
  flag_reason: string | null;
  expected: unknown;
}

const itemToWire = (row: WaitingRow, isBlind: boolean, context: ItemContext) => ({
  task_id: formatId("review_task", row.task_id),
  sample_id: formatId("sample", row.sample_id),
  priority: taskPriorities[row.priority] ?? ("normal" as const),
  rubric: formatId("rubric", row.rubric_id),
  due_at: row.due_at && row.due_at.toISOString(),
  context: isBlind ? { ...context, ai_score: null, flag_reason: null, expected: null } : context,
});

/** Finds what is known of each sample that waits: of the task's evaluation, else of the latest that scored it. */
async function contextsOf(db: Knex, workspaceId: string, rows: readonly WaitingRow[]) {
  const unnamed = rows.filter(({ evaluation_id: id }) => id === null).map(({ sample_id: id }) => id);
  const latest =
    unnamed.length === 0 ? new Map<string, string>() : await latestEvaluations(db, workspaceId, unnamed);
  const evaluationOf = (row: WaitingRow) => row.evaluation_id ?? latest.get(row.sample_id) ?? null;
  const keys = rows.flatMap((row) => {
    const evaluationId = evaluationOf(row);
    return evaluationId === null ? [] : [{ evaluationId, sampleId: row.sample_id }];
  });
  const judged = await readJudged(db, workspaceId, keys);
  const evaluations: Evaluators[] = await db("evaluations")
    .where({ workspace_id: workspaceId })
    .whereRaw("id = any(?::uuid[])", [keys.map(({ evaluationId }) => evaluationId)])
    .select("id", "evaluators");
  return (row: WaitingRow): ItemContext => {
    const id = evaluationOf(row);
    const evaluation = evaluations.find((one) => one.id === id);
    const known = judged.find((one) => one.evaluation_id === id && one.sample_id === row.sample_id);
    if (!evaluation || !known) return { evaluation: null, ai_score: null, flag_reason: null, expected: null };
    return {
      evaluation: formatId("evaluation", evaluation.id),
      ...judgement(known, evaluation, row.evaluator),
    };
  };
}

function judgement(known: JudgedRow, { evaluators }: Evaluators, evaluator: string | null) {
  const { scores, reasons, automated, expected } = known;
  if (evaluator === null) {
    const reason = reasons?.find((one) => one !== null) ?? null;
    return { ai_score: automated, flag_reason: reason, expected: expected ?? null };
  }
  const place = evaluatorKeys(evaluators).keys?.indexOf(evaluator) ?? -1;
  return {
    ai_score: scores?.[place] ?? null,
    flag_reason: reasons?.[place] ?? null,
    expected: expected ?? null,
  };
}

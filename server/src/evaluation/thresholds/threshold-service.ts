import { checkThresholdKeys } from "@assay/contract/evaluation/scores/score-rules";
import {
  evaluationInOtherProject,
  nothingCompleted,
  scoresNotReady,
} from "@assay/contract/evaluation/scores/score-refusals";
import { formatId } from "@assay/contract/platform/ids";
import type { ThresholdAnalysisBody } from "@assay/contract/evaluation/thresholds/threshold-analysis";
import {
  analyseThresholds,
  evaluatorKeys,
  type LowSample,
  recommendationsOf,
  type ThresholdFigures,
  type ThresholdResult,
  type Thresholds,
  worstStatus,
} from "@assay/contract/domain";
import type { Reach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { referredEvaluation } from "../evaluations/referred-evaluation.ts";
import { referredProject } from "../../workspace/projects/project-service.ts";
import { type BlindCaller, refuseBlind } from "../../workspace/access/blind-review.ts";
import { countRanks, readRollup, type RollupRow } from "../scores/rollup-queries.ts";
import { findLastCompleted, listLowest } from "./threshold-analysis-queries.ts";

/** The evaluation to analyse. @throws {ApiError} 422 when there is none; 409 when it has not completed. */
async function getAnalysed(tx: Tx, reach: Reach, body: ThresholdAnalysisBody): Promise<EvaluationRow> {
  const project = await referredProject(tx, reach, { named: body.project });
  if (body.evaluation === undefined) {
    const last = await findLastCompleted(tx, { workspaceId: reach.workspaceId, projectId: project.id });
    if (!last) throw nothingCompleted(body.project);
    return last;
  }
  const row = await referredEvaluation(tx, reach, { named: body.evaluation });
  if (row.project_id !== project.id)
    throw evaluationInOtherProject(body.evaluation, formatId("project", row.project_id));
  if (row.status !== "completed") throw scoresNotReady(body.evaluation, row.status);
  return row;
}

async function figuresOf(
  tx: Tx,
  { workspace_id: workspaceId, project_id: projectId, id, completed_at: completedAt }: EvaluationRow,
  { evaluator, mean, std_dev, scored, total }: RollupRow,
): Promise<ThresholdFigures> {
  const earlier =
    mean === null || !completedAt
      ? { below: 0, ties: 0, n: 0 }
      : await countRanks(tx, { workspaceId, projectId }, { evaluator, mean, completedAt, evaluationId: id });
  return { mean, std_dev, scored, total, earlier };
}

async function worstOf(
  tx: Tx,
  { workspace_id: workspaceId, id, evaluators }: EvaluationRow,
  { key, thresholds }: { key: string; thresholds: Thresholds },
): Promise<LowSample[]> {
  const position = evaluatorKeys(evaluators).keys?.indexOf(key) ?? -1;
  const below = thresholds.target;
  const rows = await listLowest(tx, { workspaceId, evaluationId: id }, { position, below });
  return rows.map(({ sample_id: sampleId, external_id, score }) => ({
    sample: formatId("sample", sampleId),
    external_id,
    score,
  }));
}

/**
 * Holds an evaluation's effective means against thresholds.
 *
 * @throws {ApiError} 422 for a project or evaluation that the caller cannot reach, an evaluation of another project, a
 *   project without a completed one, or an evaluator that was not run; 409 when the evaluation has not completed; 403
 *   while the caller has to review a sample of the project blind.
 */
export async function analyzeThresholds(tx: Tx, reach: Reach & BlindCaller, body: ThresholdAnalysisBody) {
  const evaluation = await getAnalysed(tx, reach, body);
  checkThresholdKeys(body, evaluatorKeys(evaluation.evaluators).keys ?? []);
  await refuseBlind(tx, reach, { projectId: evaluation.project_id });
  const rollup = await readRollup(tx, { workspaceId: reach.workspaceId, evaluationId: evaluation.id });
  const results: Record<string, ThresholdResult & { worst_samples: LowSample[] }> = {};
  for (const [key, thresholds] of Object.entries(body.thresholds)) {
    const row = rollup.get(key);
    if (!row) throw new Error(`Evaluation ${evaluation.id} has no figures of evaluator "${key}".`);
    const figures = await figuresOf(tx, evaluation, row);
    const worst_samples = await worstOf(tx, evaluation, { key, thresholds });
    results[key] = { ...analyseThresholds(figures, thresholds), worst_samples };
  }
  return {
    object: "threshold_analysis" as const,
    project_id: body.project,
    evaluation_id: formatId("evaluation", evaluation.id),
    results,
    overall_status: worstStatus(Object.values(results).map(({ status }) => status)),
    recommendations: recommendationsOf(results),
  };
}

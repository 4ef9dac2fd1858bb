import {
  type AnalyzedEvaluator,
  requireAnalyzed,
  thresholdAnalysis,
  thresholdFigures,
} from "@assay/contract/evaluation/scores/score-rules";
import type { Rollup } from "@assay/contract/evaluation/scores/score-wire";
import { formatId } from "@assay/contract/platform/ids";
import type { ThresholdAnalysisBody } from "@assay/contract/evaluation/thresholds/threshold-analysis";
import { evaluatorKeys, type LowSample, type ScoreCell, type ThresholdFigures } from "@assay/contract/domain";
import type { Reach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { evaluationRecord, type EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { requireEvaluation } from "../evaluations/referred-evaluation.ts";
import { requireProject } from "../../workspace/projects/project-service.ts";
import { type BlindCaller, refuseBlind } from "../../workspace/access/blind-access.ts";
import { countRanks, readRollup } from "../scores/rollup-queries.ts";
import { countScores, findLastCompleted, listLowest } from "./threshold-analysis-queries.ts";

/**
 * Returns the evaluation to analyze.
 *
 * @throws {ApiError} 422 if the caller cannot access the project or the evaluation, and the refusals of
 * `requireAnalyzed`.
 */
async function getAnalyzed(tx: Tx, reach: Reach, body: ThresholdAnalysisBody): Promise<EvaluationRow> {
  const { evaluation: named } = body;
  const { id: projectId } = await requireProject(tx, reach, { named: body.project });
  const row =
    named === undefined
      ? await findLastCompleted(tx, { workspaceId: reach.workspaceId, projectId })
      : await requireEvaluation(tx, reach, { named });
  requireAnalyzed(body, row && evaluationRecord(row));
  if (!row) throw new Error(`No evaluation was loaded for the analysis of project ${body.project}.`);
  return row;
}

async function figuresOf(
  tx: Tx,
  evaluation: EvaluationRow,
  { rollup, cells }: { rollup: Rollup; cells: readonly ScoreCell[] },
): Promise<ThresholdFigures> {
  const { workspace_id: workspaceId, project_id: projectId, id, completed_at: completedAt } = evaluation;
  const { evaluator, mean } = rollup;
  const earlier =
    mean === null || !completedAt
      ? { below: 0, ties: 0, n: 0 }
      : await countRanks(tx, { workspaceId, projectId }, { evaluator, mean, completedAt, evaluationId: id });
  return thresholdFigures(rollup, cells, earlier);
}

const positionOf = ({ evaluators }: EvaluationRow, key: string): number =>
  evaluatorKeys(evaluators).keys?.indexOf(key) ?? -1;

async function worstOf(
  tx: Tx,
  evaluation: EvaluationRow,
  { key, below }: { key: string; below: number },
): Promise<LowSample[]> {
  const { workspace_id: workspaceId, id } = evaluation;
  const position = positionOf(evaluation, key);
  const rows = await listLowest(tx, { workspaceId, evaluationId: id }, { position, below });
  return rows.map(({ sample_id: sampleId, external_id, score }) => ({
    sample: formatId("sample", sampleId),
    external_id,
    score,
  }));
}

/**
 * Compares an evaluation's effective mean scores with thresholds.
 *
 * @throws {ApiError} 422 if the caller cannot access the project or the evaluation, the evaluation belongs to
 * another project, the project has no completed evaluation, or an evaluator is unknown; 409 if the evaluation
 * has not completed; 403 while the caller still has to review one of the project's samples blind.
 */
export async function analyzeThresholds(tx: Tx, reach: Reach & BlindCaller, body: ThresholdAnalysisBody) {
  const evaluation = await getAnalyzed(tx, reach, body);
  await refuseBlind(tx, reach, { projectId: evaluation.project_id });
  const key = { workspaceId: reach.workspaceId, evaluationId: evaluation.id };
  const rollup = await readRollup(tx, key);
  const positions = Object.keys(body.thresholds).map((name) => positionOf(evaluation, name));
  const cells = await countScores(tx, key, positions);
  const evaluators: AnalyzedEvaluator[] = [];
  for (const [name, { target: below }] of Object.entries(body.thresholds)) {
    const own = rollup.get(name);
    if (!own) throw new Error(`Evaluation ${evaluation.id} has no figures of evaluator "${name}".`);
    const ofEvaluator = { rollup: own, cells: cells.get(positionOf(evaluation, name)) ?? [] };
    const figures = await figuresOf(tx, evaluation, ofEvaluator);
    const worst = await worstOf(tx, evaluation, { key: name, below });
    evaluators.push({ key: name, figures, worst });
  }
  return thresholdAnalysis(body, evaluationRecord(evaluation), evaluators);
}

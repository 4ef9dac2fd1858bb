import { existing, existingReference } from "@assay/contract/platform/requests/existing";
import { findReached } from "@assay/contract/workspace/reached-rows";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationCall, EvaluationCaller, EvaluationState } from "../evaluation-tables.ts";
import type { PendingBlind } from "@assay/contract/evaluation/evaluations/evaluation-wire";
import { blindPending } from "@assay/contract/review/review-refusals";
import { blindSamples } from "../../workspace/blind-access.ts";
import { evaluationNow } from "./evaluation-run.ts";

/** Finds an evaluation that the caller can access. */
export const findEvaluation = (caller: EvaluationCaller, id: string | undefined): EvaluationRow | undefined =>
  findReached(caller, caller.workspace.evaluations, id);

/** Returns the evaluation that a path names. @throws {ApiError} 404 if the caller cannot access it. */
export const getEvaluation = (caller: EvaluationCaller, id: string): EvaluationRow =>
  existing(findEvaluation(caller, id), "evaluation", id);

/** Returns the evaluation that a request body names. @throws {ApiError} 422 if the caller cannot access it. */
export const requireEvaluation = (caller: EvaluationCaller, id: string, path: string): EvaluationRow =>
  existingReference(findEvaluation(caller, id), "evaluation", { id, path });

/** Whether an evaluation, or its dataset, contains a sample that the caller still has to review blind. */
export function pendingBlind(
  { caller, ...state }: Pick<EvaluationCall, "caller"> & EvaluationState,
  row: EvaluationRow,
): PendingBlind {
  const blind = blindSamples(caller);
  if (blind.size === 0) return { scored: false, dataset: false };
  const { processed } = evaluationNow(row, state);
  const samples = caller.workspace.datasets.get(row.dataset)?.samples;
  return {
    scored: row.evaluated.slice(0, processed).some(({ sample }) => blind.has(sample.id)),
    dataset: [...blind].some((id) => samples?.has(id)),
  };
}

/** Whether any of several evaluations has scored a sample that the caller still has to review blind. */
export const isBlindTo = (call: EvaluationCall, evaluationIds: readonly string[]): boolean =>
  evaluationIds.some((id) => {
    const row = call.caller.workspace.evaluations.get(id);
    return row !== undefined && pendingBlind(call, row).scored;
  });

/**
 * Protects scores of samples that the caller still has to review blind.
 *
 * @throws {ApiError} 403 `blind_pending`.
 */
export function refuseBlindEvaluations(call: EvaluationCall, evaluationIds: readonly string[]): void {
  if (isBlindTo(call, evaluationIds)) throw blindPending();
}

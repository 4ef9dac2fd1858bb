import { limits } from "@assay/contract/platform/limits";
import type { Outcome } from "@assay/contract/domain";
import { combined, effectiveCombined, effectiveOutcome, judgedAt } from "../evaluations/evaluation-run.ts";
import { instant } from "../../platform/http/paging.ts";
import type { CompletedEvaluation } from "./rollup.ts";
import type { EvaluationRow, JudgedSample } from "../evaluation-rows.ts";
import type { EvaluationState } from "../evaluation-tables.ts";

const unscored = { score: null, passed: null };
const scored = (outcome: Outcome | undefined) => (outcome?.status === "scored" ? outcome : unscored);

function scoreToWire(row: EvaluationRow, judged: JudgedSample, position: number) {
  const effective = effectiveOutcome(row, judged, position);
  const overridden = row.effective.get(judged.sample.id)?.results[position];
  return {
    value: scored(effective).score,
    original_value: scored(judged.outcomes[position]).score,
    passed: scored(effective).passed,
    overridden_by: overridden?.overriddenBy ?? null,
  };
}

const newestFirst = ({ row: one }: CompletedEvaluation, { row: other }: CompletedEvaluation): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);

/** Every score of one sample, as the server gives them. */
export function sampleScores(
  state: EvaluationState,
  sampleId: string,
  filter: { evaluations: readonly CompletedEvaluation[]; evaluator: string | undefined },
) {
  const rows = filter.evaluations.toSorted(newestFirst).flatMap(({ row, keys }) => {
    const place = row.judged.findIndex(({ sample }) => sample.id === sampleId);
    const judged = row.judged[place];
    if (!judged) return [];
    const { weighted: value, passed } = effectiveCombined(row, judged);
    const original_value = combined(row, judged.outcomes).weighted;
    const overridden_by = row.effective.get(sampleId)?.overriddenBy ?? null;
    const whole = { evaluation: row.id, value, original_value, passed, overridden_by };
    const created_at = instant(judgedAt(row, place, state));
    return judged.outcomes.flatMap((outcome, position) => {
      const evaluator = keys[position] ?? String(position);
      if (filter.evaluator !== undefined && filter.evaluator !== evaluator) return [];
      const { status, details } = outcome;
      const score = { status, ...scoreToWire(row, judged, position), details };
      return [{ whole, score: { evaluation: row.id, evaluator, ...score, created_at } }];
    });
  });
  const shown = rows.slice(0, limits.scoresPerSample);
  return {
    object: "sample_scores" as const,
    sample_id: sampleId,
    scores: shown.map(({ score }) => score),
    combined: [...new Set(shown.map(({ whole }) => whole))],
    has_more: rows.length > shown.length,
  };
}

import { limits } from "@assay/contract";
import type { Outcome } from "@assay/contract/domain";
import { combined, judgedAt } from "./evaluation-run.ts";
import type { MockState } from "./handler.ts";
import { instant } from "./paging.ts";
import type { CompletedEvaluation } from "./rollup.ts";

const scoreToWire = (outcome: Outcome) => {
  const { score, passed } = outcome.status === "scored" ? outcome : { score: null, passed: null };
  return {
    status: outcome.status,
    value: score,
    original_value: score,
    passed,
    overridden_by: null,
    details: outcome.details,
  };
};

const newestFirst = ({ row: one }: CompletedEvaluation, { row: other }: CompletedEvaluation): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);

/** Every score of one sample, as the server gives them. */
export function sampleScores(
  state: MockState,
  sampleId: string,
  filter: { evaluations: readonly CompletedEvaluation[]; evaluator: string | undefined },
) {
  const rows = filter.evaluations.toSorted(newestFirst).flatMap(({ row, keys }) => {
    const place = row.judged.findIndex(({ sample }) => sample.id === sampleId);
    const judged = row.judged[place];
    if (!judged) return [];
    const { weighted: value, passed } = combined(row, judged.outcomes);
    const whole = { evaluation: row.id, value, original_value: value, passed, overridden_by: null };
    const created_at = instant(judgedAt(row, place, state));
    return judged.outcomes.flatMap((outcome, position) => {
      const evaluator = keys[position] ?? String(position);
      if (filter.evaluator !== undefined && filter.evaluator !== evaluator) return [];
      return [{ whole, score: { evaluation: row.id, evaluator, ...scoreToWire(outcome), created_at } }];
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

import { counted } from "@assay/contract/domain";
import type { Evaluation, EvaluatorInput } from "../../generated/types.ts";
import type { SampleFile } from "./reading/read-files.ts";

/** An evaluated file: the outputs of its rows, and the evaluation with its results. */
interface EvaluatedOutputs {
  file: { label: string; rows: readonly Pick<SampleFile["rows"][number], "output">[] };
  evaluation: Pick<Evaluation, "results">;
}

/** The members that state an escalation; `output_path` can place them inside other members. */
const escalationNames: ReadonlySet<string> = new Set(["escalated", "escalation"]);

function statesEscalation(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) => (escalationNames.has(name) && member !== null) || statesEscalation(member),
  );
}

/** Whether a missed escalation changes the score. */
const countsEscalations = (evaluator: EvaluatorInput): boolean =>
  evaluator.type === "red_flag_detection" && evaluator.config?.require_escalation !== false;

/**
 * Returns a hint for systems of which no output states an escalation, although escalations are expected. In
 * most cases, the system escalates, but its outputs lack the member.
 *
 * @returns undefined if no system is concerned, or if the evaluators do not require escalations.
 */
export function escalationHint(
  evaluated: readonly EvaluatedOutputs[],
  evaluators: readonly EvaluatorInput[],
): string | undefined {
  if (!evaluators.some(countsEscalations)) return undefined;
  const concerned = evaluated.flatMap(({ file: { label, rows }, evaluation: { results } }) => {
    const expected = results?.red_flags?.escalation.missed.denominator ?? 0;
    return expected > 0 && !rows.some(({ output }) => statesEscalation(output))
      ? [`${label} (${counted(expected, "expected escalation")})`]
      : [];
  });
  if (concerned.length === 0) return undefined;
  return `Hint: no output states an escalation, so every expected escalation counts as missed and its sample scores 0: ${concerned.join(", ")}. Add "escalated": true or false to the outputs, or use -e 'red_flag_detection:{"require_escalation":false}'.`;
}

import { withoutAbsent } from "@assay/contract/domain";
import type { Command } from "commander";
import type { EvaluatorInput } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import { type Gates, parseScore, parseShare } from "./gates.ts";

/** Adds the options for gates to a command. */
export const addGateOptions = (command: Command): Command =>
  command
    .option("--min-score <n>", "gate: minimum aggregate score (0-100); implies --max-unscored 0", parseScore)
    .option(
      "--max-under-triage <share>",
      "gate: maximum share of missed emergencies (95 % upper bound)",
      (text: string) => parseShare("--max-under-triage", text),
    )
    .option(
      "--max-missed-flags <share>",
      "gate: maximum share of missed red flags (95 % upper bound)",
      (text: string) => parseShare("--max-missed-flags", text),
    )
    .option("--min-f1 <share>", "gate: minimum F1 of red flags and of symptoms (0-1)", (text: string) =>
      parseShare("--min-f1", text),
    )
    .option(
      "--max-unscored <share>",
      "gate: maximum share of samples without a score (0.05 or 5%)",
      (text: string) => parseShare("--max-unscored", text),
    );

/**
 * Returns the gates that the options set.
 *
 * @throws {CliError} if a gate needs an evaluator that does not run.
 */
export function gatesOf(options: Gates & { evaluator: EvaluatorInput[] }): Gates {
  const { evaluator, minScore, maxUnderTriage, maxMissedFlags, minF1, maxUnscored } = options;
  if (maxUnderTriage !== undefined && !evaluator.some(({ type }) => type === "triage_accuracy")) {
    throw new CliError(
      "--max-under-triage requires --evaluator triage_accuracy, the only evaluator that counts under-triage.",
    );
  }
  return withoutAbsent({ minScore, maxUnderTriage, maxMissedFlags, minF1, maxUnscored });
}

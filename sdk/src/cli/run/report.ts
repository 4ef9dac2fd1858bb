import { counted } from "@assay/contract/domain";
import type { BoundedProportion, Evaluation, Proportion, TriageSummary } from "../../generated/types.ts";
import type { GateResult } from "./gates.ts";

/** One evaluated file. */
export interface FileResult {
  file: string;
  system: string;
  evaluation: Evaluation;
  gates: GateResult[];
}

const none = "–";
const number = (value: number | null | undefined, digits: number): string =>
  value === null || value === undefined ? none : value.toFixed(digits);
const percentage = (share: number): string => (share * 100).toFixed(1);

/** Formats a share, such as `28/45 = 62.2 % [47.6, 74.9]`. If the denominator is 0, the text has no rate. */
function shareText({ numerator, denominator, rate, ci95 }: Proportion): string {
  const interval = ci95 ? ` [${percentage(ci95[0])}, ${percentage(ci95[1])}]` : "";
  return `${numerator}/${denominator}${rate === null ? "" : ` = ${percentage(rate)} %${interval}`}`;
}

/**
 * Formats a share with its one-sided 95 % upper bound instead of its interval. If samples share clusters, the
 * text includes the effective sample size.
 */
function boundedText(share: BoundedProportion): string {
  const { numerator, denominator, n_clusters, effective_n, rate, upper95 } = share;
  const size =
    effective_n === null || n_clusters === denominator ? "" : `, effective n ${effective_n.toFixed(1)}`;
  const bound = upper95 === null ? "" : ` (≤ ${percentage(upper95)} %${size})`;
  return `${numerator}/${denominator}${rate === null ? "" : ` = ${percentage(rate)} %${bound}`}`;
}

/** Returns the rows of the score table: the heading, then one row per figure, with one column per system. */
export function scoreTable(results: readonly FileResult[]): string[][] {
  const rows: [string, (result: FileResult) => string][] = [
    ["status", ({ evaluation }) => evaluation.status],
    [
      "samples",
      ({ evaluation: { progress } }) => `${progress.completed + progress.failed}/${progress.total}`,
    ],
    ["score (0-100)", ({ evaluation }) => number(evaluation.results?.aggregate_score, 2)],
    ["… over samples", ({ evaluation }) => String(evaluation.results?.sample_count ?? none)],
    ...evaluatorRows(results),
    ["passed %", ({ evaluation }) => number(evaluation.results?.pass_rate, 2)],
    ["errored / skipped", coverageText],
    ["flagged", ({ evaluation }) => String(evaluation.results?.flagged_samples ?? none)],
  ];
  return [
    ["", ...results.map(({ system }) => system)],
    ...rows.map(([label, cell]) => [label, ...results.map(cell)]),
  ];
}

/**
 * Returns one row per evaluator, with the evaluator's mean and denominator; empty unless there are several
 * evaluators.
 */
function evaluatorRows(results: readonly FileResult[]): [string, (result: FileResult) => string][] {
  const keys = new Set(
    results.flatMap(({ evaluation }) => Object.keys(evaluation.results?.by_evaluator ?? {})),
  );
  if (keys.size < 2) return [];
  return [...keys].map((key) => [
    `  ${key}`,
    ({ evaluation: { results: shown } }) =>
      `${number(shown?.by_evaluator[key], 2)} (n ${shown?.coverage_by_evaluator[key]?.scored ?? none})`,
  ]);
}

function coverageText({ evaluation: { results } }: FileResult): string {
  return results ? `${results.coverage.errored} / ${results.coverage.skipped}` : none;
}

/** Returns the rows of the triage table, heading first; undefined without a triage evaluator. */
export function triageTable(results: readonly FileResult[]): string[][] | undefined {
  const first = results.find(({ evaluation }) => evaluation.results?.triage)?.evaluation.results?.triage;
  if (!first) return undefined;
  const rows: [string, (triage: TriageSummary) => string][] = [
    ["exact", ({ exact }) => shareText(exact.all)],
    ["under-triage", (triage) => shareText(triage.under_triage.all)],
    ["over-triage", (triage) => shareText(triage.over_triage.all)],
    ["no answer", ({ no_answer: count, total }) => `${count}/${total}`],
    ["invalid level", ({ invalid_level: count, total }) => `${count}/${total}`],
    ["missing output", ({ missing_output: count, total }) => `${count}/${total}`],
    ["errored", ({ errored: count, total }) => `${count}/${total}`],
    ...first.levels.map((level): [string, (triage: TriageSummary) => string] => [
      `recall ${level}`,
      ({ recall }) => (recall[level] ? shareText(recall[level]) : none),
    ]),
    [`${first.most_urgent} not caught`, ({ emergent_not_caught: share }) => boundedText(share)],
    [`${first.most_urgent} under-triaged`, ({ emergent_under_triage: share }) => boundedText(share)],
    ["kappa", ({ kappa, kappa_n: n }) => `${number(kappa, 3)} (n ${n})`],
    ["weighted kappa", ({ weighted_kappa: kappa, kappa_n: n }) => `${number(kappa, 3)} (n ${n})`],
  ];
  const cell = (result: FileResult, text: (triage: TriageSummary) => string): string => {
    const triage = result.evaluation.results?.triage;
    return triage ? text(triage) : none;
  };
  return [
    ["triage", ...results.map(({ system }) => system)],
    ...rows.map(([label, text]) => [label, ...results.map((result) => cell(result, text))]),
  ];
}

/** Explains the two kinds of brackets in the tables. */
export const legend =
  "[ , ] 95 % Wilson interval; (≤ ) one-sided 95 % Clopper-Pearson upper bound; n/N = count over its denominator.";

/** Returns the reason why an evaluation did not complete. */
export function failureText({ file, evaluation }: FileResult): string {
  const { status, error, progress } = evaluation;
  return `${file}: the evaluation ${status === "cancelled" ? "was cancelled" : "failed"} after ${progress.completed + progress.failed} of ${counted(progress.total, "sample")}${error ? `: ${error}` : "."}`;
}

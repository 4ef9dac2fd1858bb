// The figures of evaluations as rows of texts, safety first, for the terminal and for pages.
import type { Evaluation, EvaluationRepeats, TriageSummary } from "../../generated/types.ts";
import { boundedText, none, numberText, shareText, withSamples } from "./figure-text.ts";
import { isDetail, missedFlagRows, pooledRows, type Row, rowIn } from "./pooled-rows.ts";

/** A figure of several evaluations. */
export interface ResultRow {
  label: string;
  /** The figure of each evaluation, with its denominator; a dash if an evaluation does not have it. */
  cells: string[];
}

type TriageRow = Row<TriageSummary>;

/** Names of the triage figures. With two levels, one is missed or false, so no level is under-triaged. */
interface TriageTerms {
  notCaught: string;
  /** The rows of all levels together. */
  shares: TriageRow[];
  /** Returns the name of the recall of a level. */
  recall: (level: string, index: number) => string;
}

/** Returns the terms for a scale: those of a yes-or-no question for two levels, and those of triage for more. */
function triageTerms({
  levels,
  most_urgent: first,
}: Pick<TriageSummary, "levels" | "most_urgent">): TriageTerms {
  const exact: TriageRow = ["exact", (triage) => shareText(triage.exact.all)];
  if (levels.length === 2)
    return {
      notCaught: `missed ${first}`,
      shares: [exact, [`false ${first}`, (triage) => shareText(triage.over_triage.all)]],
      recall: (level, index) => `${index === 0 ? "sensitivity" : "specificity"} (recall ${level})`,
    };
  return {
    notCaught: `${first} not caught`,
    shares: [
      [`${first} under-triaged`, (triage) => boundedText(triage.emergent_under_triage), isDetail],
      exact,
      ["under-triage", (triage) => shareText(triage.under_triage.all)],
      ["over-triage", (triage) => shareText(triage.over_triage.all)],
    ],
    recall: (level) => `recall ${level}`,
  };
}

/** Returns the summary of the first evaluation that has one; its scale names the rows of all evaluations. */
export const firstTriage = (evaluations: readonly Evaluation[]): TriageSummary | undefined =>
  evaluations.flatMap(({ results }) => results?.triage ?? [])[0];

/** Returns the name for the share of missed emergencies on this scale, such as `emergent not caught`. */
export const notCaughtName = (triage: Pick<TriageSummary, "levels" | "most_urgent">): string =>
  triageTerms(triage).notCaught;

/** Returns the name for the recall of a level on this scale, such as `recall urgent`. */
export const recallName = (triage: TriageSummary, level: string): string =>
  triageTerms(triage).recall(level, triage.levels.indexOf(level));

const rowOfTriage = rowIn<TriageSummary>({ suffix: "", read: ({ results }) => results?.triage });

const rowOfRepeats = rowIn<EvaluationRepeats>({ suffix: "", read: ({ results }) => results?.repeats });

/** Returns the missed emergencies, the first row of a table. */
const safetyRows = (triage: TriageSummary | undefined): Row[] =>
  triage
    ? [rowOfTriage([notCaughtName(triage), ({ emergent_not_caught: share }) => boundedText(share)])]
    : [];

/** Counts over all samples with a valid expected level, which the confusion matrix shows too. */
const counts = ["no_answer", "invalid_level", "missing_output", "errored"] as const;

function triageRows(triage: TriageSummary | undefined): Row[] {
  if (!triage) return [];
  const { shares, recall } = triageTerms(triage);
  const rows: TriageRow[] = [
    ...triage.levels.map((level, index): TriageRow => [
      recall(level, index),
      ({ recall: { [level]: share } }) => (share ? shareText(share) : none),
    ]),
    ...shares,
    ...counts.map((key): TriageRow => [key.replace("_", " "), (one) => `${one[key]}/${one.total}`, isDetail]),
    ["kappa", ({ kappa, kappa_n: n }) => withSamples(kappa, n, 3), isDetail],
    ["weighted kappa", ({ weighted_kappa: kappa, kappa_n: n }) => withSamples(kappa, n, 3)],
  ];
  return rows.map(rowOfTriage);
}

/** Returns one row per evaluator; empty unless there are several evaluators. */
function evaluatorRows(evaluations: readonly Evaluation[]): Row[] {
  const keys = new Set(evaluations.flatMap(({ results }) => Object.keys(results?.by_evaluator ?? {})));
  if (keys.size < 2) return [];
  return [...keys].map((key) => [
    `  ${key}`,
    ({ results }) => withSamples(results?.by_evaluator[key], results?.coverage_by_evaluator[key]?.scored),
  ]);
}

function scoreRows(evaluations: readonly Evaluation[]): Row[] {
  return [
    ["score (0-100)", ({ results }) => withSamples(results?.aggregate_score, results?.sample_count)],
    ...evaluatorRows(evaluations),
    ["passed %", ({ results }) => withSamples(results?.pass_rate, results?.sample_count)],
  ];
}

/** Returns the variation between runs; empty unless an evaluation has several runs. */
function repeatRows(evaluations: readonly Evaluation[]): Row[] {
  if (!evaluations.some(({ results }) => results?.repeats)) return [];
  const rows: Row<EvaluationRepeats>[] = [
    ["runs disagree", ({ flip_rate: share }) => shareText(share)],
    ["one run passes %", ({ pass_at: byRuns }) => percentText(byRuns["1"])],
    ["all runs pass %", ({ runs, pass_all: byRuns }) => percentText(byRuns[runs])],
    ["SD within samples", ({ sd_within: deviation }) => numberText(deviation, 2)],
    ["SD between samples", ({ sd_between: deviation }) => numberText(deviation, 2)],
  ];
  return [["runs", ({ runs }) => String(runs)], ...rows.map(rowOfRepeats)];
}

const percentText = (share: number | null | undefined): string => numberText(share && 100 * share, 2);

const isIncomplete = ({ status }: Evaluation): boolean => status !== "completed";

const coverageRows: Row[] = [
  ["status", ({ status }) => status, isIncomplete],
  ["samples", ({ progress: { completed, failed, total } }) => `${completed + failed}/${total}`, isIncomplete],
  [
    "errored / skipped",
    ({ results }) => (results ? `${results.coverage.errored} / ${results.coverage.skipped}` : none),
    ({ results }) => results !== undefined && results.coverage.errored + results.coverage.skipped > 0,
  ],
  ["flagged", ({ results }) => (results ? `${results.flagged_samples}/${results.coverage.total}` : none)],
];

function allRows(evaluations: readonly Evaluation[]): Row[] {
  const triage = firstTriage(evaluations);
  return [
    ...safetyRows(triage),
    ...missedFlagRows(evaluations),
    ...scoreRows(evaluations),
    ...repeatRows(evaluations),
    ...triageRows(triage),
    ...pooledRows(evaluations),
    ...coverageRows,
  ];
}

const rowsOf = (rows: readonly Row[], evaluations: readonly Evaluation[]): ResultRow[] =>
  rows.map(([label, cell]) => ({ label, cells: evaluations.map(cell) }));

/**
 * Returns the figures of evaluations in this order: missed emergencies, missed red flags, scores, shares of samples that
 * passed, differences between runs, recall by level, other triage figures, red flags, symptoms, coverage. Every share has
 * its denominator.
 */
export const resultRows = (evaluations: readonly Evaluation[]): ResultRow[] =>
  rowsOf(allRows(evaluations), evaluations);

/**
 * Returns the figures of evaluations, but omits figures that other figures already determine (such as the
 * sensitivity, which the missed items determine) and counts of exceptions that did not occur.
 */
export function summaryRows(evaluations: readonly Evaluation[]): ResultRow[] {
  const isShown = ([, , isNotable]: Row): boolean => isNotable === undefined || evaluations.some(isNotable);
  return rowsOf(allRows(evaluations).filter(isShown), evaluations);
}

/** Explains the brackets in the rows, one sentence per line of at most 80 characters. */
export const resultLegend = [
  "[ , ] 95 % interval (Wilson; Student's t for F1 and figures per sample).",
  "(≤ ) one-sided 95 % Clopper-Pearson upper bound. n/N: count over denominator.",
] as const;

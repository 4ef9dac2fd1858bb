import { counted, unscoredIn } from "@assay/contract/domain";
import type { BoundedProportion, Evaluation, RedFlagFigures, SymptomFigures } from "../../generated/types.ts";
import { sizeText } from "../../report/text/figure-text.ts";
import { CliError } from "../cli-error.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";

/** Gate limits for a run. */
export interface Gates {
  /** Minimum aggregate score, 0 to 100. */
  minScore?: number;
  /** Maximum share of missed emergencies (0 to 1), compared with the share's one-sided 95 % upper bound. */
  maxUnderTriage?: number;
  /** Maximum share of missed red flags (0 to 1), compared with the share's one-sided 95 % upper bound. */
  maxMissedFlags?: number;
  /** Minimum F1 of each evaluator of red flags and of symptoms, over all items, 0 to 1. */
  minF1?: number;
  /** Maximum share of samples in scope that lack a score, 0 to 1, for the evaluation and each evaluator. */
  maxUnscored?: number;
}

/** The limit for samples without a score, and the option that implies it if the caller did not set one. */
interface UnscoredLimit {
  bound: number;
  impliedBy?: string;
}

/**
 * Returns the limit for samples without a score. Without a limit of its own, a gate on a figure would pass for a
 * system that is scored on its best samples only. The limit is therefore 0 unless the caller sets another.
 */
function unscoredLimit({ maxUnscored, minScore, minF1, maxMissedFlags }: Gates): UnscoredLimit | undefined {
  if (maxUnscored !== undefined) return { bound: maxUnscored };
  const implying: [string, number | undefined][] = [
    ["--min-score", minScore],
    ["--min-f1", minF1],
    ["--max-missed-flags", maxMissedFlags],
  ];
  const [first] = implying.find(([, bound]) => bound !== undefined) ?? [];
  return first === undefined ? undefined : { bound: 0, impliedBy: first };
}

/** Result of one gate for one evaluation. */
export interface GateResult {
  gate: "min-score" | "max-under-triage" | "max-missed-flags" | "min-f1" | "max-unscored";
  passed: boolean;
  /** A sentence with the figure, the limit and the result. */
  text: string;
}

/** Reads an option's share, such as `0.05` or `5%`. @throws {CliError} if it is not from 0 to 1. */
export function parseShare(option: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?|\.\d+)(%?)$/.exec(text.trim());
  const share = match ? Number(match[1]) / (match[2] ? 100 : 1) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw new CliError(
    `${option} is ${JSON.stringify(text)}; it must be a share from 0 to 1, e.g. 0.05 or 5%.`,
  );
}

/** Reads a score. @throws {CliError} if the text is not a number from 0 to 100. */
export function parseScore(text: string): number {
  const score = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (score >= 0 && score <= 100) return score;
  throw new CliError(`--min-score is ${JSON.stringify(text)}; it must be a number from 0 to 100.`);
}

/**
 * Checks a completed evaluation against the gates. A gate whose figure is undefined (denominator 0) fails,
 * because nothing shows that the limit is met.
 */
export function checkGates(evaluation: Evaluation, gates: Gates): GateResult[] {
  const { minScore, maxUnderTriage, maxMissedFlags, minF1 } = gates;
  const unscored = unscoredLimit(gates);
  return [
    ...(minScore === undefined ? [] : [scoreGate(evaluation, minScore)]),
    ...(maxUnderTriage === undefined ? [] : [underTriageGate(evaluation, maxUnderTriage)]),
    ...(maxMissedFlags === undefined ? [] : [missedFlagsGate(evaluation, maxMissedFlags)]),
    ...(minF1 === undefined ? [] : [f1Gate(evaluation, minF1)]),
    ...(unscored === undefined ? [] : [unscoredGate(evaluation, unscored)]),
  ];
}

/** An evaluation with the results of its gates. */
interface GatedEvaluation {
  evaluation: Evaluation;
  gates: readonly GateResult[];
}

/**
 * Returns the exit code of a run: `couldNotRun` if an evaluation did not complete, `gateFailed` if a gate
 * failed, and `passed` otherwise.
 *
 * @param held whether the gate on the comparisons passed.
 */
export function exitCodeOf(results: readonly GatedEvaluation[], held: boolean): ExitCode {
  if (results.some(({ evaluation }) => evaluation.status !== "completed")) return exitCodes.couldNotRun;
  const failed = !held || results.some(({ gates }) => gates.some(({ passed }) => !passed));
  return failed ? exitCodes.gateFailed : exitCodes.passed;
}

interface Unscored {
  unscored: number;
  total: number;
  /** The evaluator that lacks the scores; undefined for the samples' combined scores. */
  evaluator?: string;
}

/** Returns the number of samples in scope that lack a combined score, and the number of all samples. */
function unscoredOf({ results }: Evaluation): Unscored {
  const { coverage } = results ?? {};
  return { unscored: coverage ? unscoredIn(coverage) : 0, total: coverage?.total ?? 0 };
}

/** Returns the largest count of samples without a score: of the combined scores, or of one evaluator. */
function largestUnscored(evaluation: Evaluation): Unscored {
  const byEvaluator = Object.entries(evaluation.results?.coverage_by_evaluator ?? {});
  const counts = byEvaluator.map(([evaluator, coverage]) => ({
    unscored: unscoredIn(coverage),
    total: coverage.total,
    evaluator,
  }));
  // Every evaluator has the same number of samples, so the largest count is the largest share.
  return counts.reduce<Unscored>(
    (largest, one) => (one.unscored > largest.unscored ? one : largest),
    unscoredOf(evaluation),
  );
}

function scoreGate(evaluation: Evaluation, bound: number): GateResult {
  const gate = "min-score";
  const score = evaluation.results?.aggregate_score ?? null;
  const { unscored, total } = unscoredOf(evaluation);
  if (score === null) {
    const text = `no sample has a score (0 of ${total}); the minimum is ${bound}`;
    return { gate, passed: false, text };
  }
  const passed = score >= bound;
  const without = unscored === 0 ? "" : `, ${unscored} without a score`;
  const scored = evaluation.results?.sample_count ?? 0;
  const text = `score ${score.toFixed(2)} (over ${scored} of ${counted(total, "sample")}${without}) is ${passed ? "at least" : "below"} ${bound}`;
  return { gate, passed, text };
}

function unscoredGate(evaluation: Evaluation, { bound, impliedBy }: UnscoredLimit): GateResult {
  const gate = "max-unscored";
  const { unscored, total, evaluator } = largestUnscored(evaluation);
  if (total === 0) {
    const text = `no samples (denominator 0), so the gate cannot verify that at most ${percent(bound)} have no score`;
    return { gate, passed: false, text };
  }
  const passed = unscored / total <= bound;
  const by = evaluator === undefined ? "" : ` by ${evaluator}`;
  const origin = impliedBy === undefined ? "" : ` (implied by ${impliedBy})`;
  const text = `${unscored} of ${counted(total, "sample")} have no score${by}: ${percent(unscored / total)}, which is ${passed ? "within" : "above"} the limit of ${percent(bound)}${origin}`;
  return { gate, passed, text };
}

function underTriageGate({ results }: Evaluation, bound: number): GateResult {
  const figure = results?.triage?.emergent_not_caught;
  const level = results?.triage?.most_urgent ?? "most urgent";
  return boundGate("max-under-triage", figure, {
    bound,
    counted: `${figure?.numerator} of ${counted(figure?.denominator ?? 0, `${level} sample`)} not caught`,
    unknown: `no sample is expected to be ${level} (denominator 0)`,
  });
}

/** Checks the upper bound of the share of missed red flags. Without an evaluator of red flags, the gate fails. */
function missedFlagsGate({ results }: Evaluation, bound: number): GateResult {
  const missed = results?.red_flags?.missed;
  return boundGate("max-missed-flags", missed, {
    bound,
    counted: `${missed?.numerator} of ${counted(missed?.denominator ?? 0, "red flag")} missed`,
    unknown: missed
      ? "no red flag is expected (denominator 0)"
      : "no red_flag_detection evaluator has results of red flags",
  });
}

type PooledFigures = RedFlagFigures | SymptomFigures;

/** Returns the figures of each evaluator by its key or, if only one evaluator has them, by a common name. */
function namedFigures(
  name: string,
  first: PooledFigures | undefined,
  all: Readonly<Record<string, PooledFigures>> | undefined,
): [string, PooledFigures][] {
  if (all) return Object.entries(all);
  return first ? [[name, first]] : [];
}

/** Returns the pooled figures of every evaluator that has them, by name. */
const pooledBlocks = ({ results }: Evaluation): [string, PooledFigures][] => [
  ...namedFigures("red flags", results?.red_flags, results?.red_flags_by_evaluator),
  ...namedFigures("symptoms", results?.symptoms, results?.symptoms_by_evaluator),
];

/** Checks F1 of every evaluator with pooled figures. Without such an evaluator, the gate fails. */
function f1Gate(evaluation: Evaluation, bound: number): GateResult {
  const gate = "min-f1";
  const blocks = pooledBlocks(evaluation);
  const passed = blocks.length > 0 && blocks.every(([, { f1 }]) => f1 !== null && f1 >= bound);
  const texts = blocks.map(([name, { f1 }]) =>
    f1 === null
      ? `F1 of ${name} is undefined, because none are expected or reported`
      : `F1 of ${name} is ${f1.toFixed(3)}, which is ${f1 >= bound ? "at least" : "below"} ${bound}`,
  );
  const without = `no evaluator of red flags or symptoms has F1; the minimum is ${bound}`;
  return { gate, passed, text: blocks.length === 0 ? without : texts.join("; ") };
}

/** Formats a share, such as `5.0 %`. */
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/**
 * Checks the upper bound of a share that must stay small. A share with the denominator 0 fails, because nothing
 * shows that the limit is met.
 *
 * @param failures the counted failures, such as `2 of 10 red flags missed`.
 * @param unknown the reason why the share has no bound.
 */
function boundGate(
  gate: GateResult["gate"],
  share: BoundedProportion | undefined,
  { bound, counted: failures, unknown }: { bound: number; counted: string; unknown: string },
): GateResult {
  if (!share || share.denominator === 0 || share.upper95 === null) {
    const text = `${unknown}, so the gate cannot verify that at most ${percent(bound)} are missed`;
    return { gate, passed: false, text };
  }
  const passed = share.upper95 <= bound;
  const text = `${failures} (at most ${percent(share.upper95)}${clustersText(share)}): ${passed ? "within" : "above"} the limit of ${percent(bound)}`;
  return { gate, passed, text };
}

/**
 * Returns a text with the number of clusters and the effective sample size; empty if the samples are
 * independent.
 */
function clustersText({ denominator, n_clusters, effective_n }: BoundedProportion): string {
  if (effective_n === null || n_clusters === denominator) return "";
  return `; ${counted(n_clusters, "cluster")}, effective n ${sizeText(effective_n)}`;
}

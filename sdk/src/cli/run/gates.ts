import type { Evaluation } from "../../generated/types.ts";
import { CannotRun } from "../cannot-run.ts";

/** The bounds a run must keep. */
export interface Gates {
  /** Least aggregate score, 0 to 100. */
  minScore?: number;
  /** Greatest upper bound (one-sided 95 %) of the share of most urgent samples not caught, 0 to 1. */
  maxUnderTriage?: number;
}

/** What one gate says of one evaluation. */
export interface GateResult {
  gate: "min-score" | "max-under-triage";
  passed: boolean;
  /** The figure, the bound and the verdict in words. */
  text: string;
}

/** Reads a share given as `0.05` or `5%`. @throws {CannotRun} when it is not from 0 to 1. */
export function parseShare(text: string): number {
  const match = /^(\d+(?:\.\d+)?|\.\d+)(%?)$/.exec(text.trim());
  const share = match ? Number(match[1]) / (match[2] ? 100 : 1) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw new CannotRun(
    `--max-under-triage is ${JSON.stringify(text)}; it must be a share from 0 to 1, e.g. 0.05 or 5%.`,
  );
}

/** Reads a score from 0 to 100. @throws {CannotRun} when it is anything else. */
export function parseScore(text: string): number {
  const score = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (score >= 0 && score <= 100) return score;
  throw new CannotRun(`--min-score is ${JSON.stringify(text)}; it must be a number from 0 to 100.`);
}

/**
 * Holds a completed evaluation against the gates. A gate whose figure is undefined (denominator 0) has failed: nothing
 * shows that it holds.
 */
export function checkGates({ results }: Evaluation, gates: Gates): GateResult[] {
  return [
    ...(gates.minScore === undefined ? [] : [scoreGate(results, gates.minScore)]),
    ...(gates.maxUnderTriage === undefined ? [] : [underTriageGate(results, gates.maxUnderTriage)]),
  ];
}

function scoreGate(results: Evaluation["results"], bound: number): GateResult {
  const score = results?.aggregate_score ?? null;
  const over = results?.sample_count ?? 0;
  if (score === null)
    return {
      gate: "min-score",
      passed: false,
      text: `no sample has a score, so it cannot be at least ${bound}`,
    };
  const passed = score >= bound;
  const text = `score ${score.toFixed(2)} over ${over} samples is ${passed ? "at least" : "below"} ${bound}`;
  return { gate: "min-score", passed, text };
}

function underTriageGate(results: Evaluation["results"], bound: number): GateResult {
  const gate = "max-under-triage";
  const figure = results?.triage?.emergent_not_caught;
  const level = results?.triage?.most_urgent ?? "most urgent";
  if (!figure || figure.denominator === 0 || figure.upper95 === null) {
    const text = `no sample is expected to be ${level} (denominator 0), so nothing shows that at most ${percent(bound)} are missed`;
    return { gate, passed: false, text };
  }
  const passed = figure.upper95 <= bound;
  const text = `${figure.numerator} of ${figure.denominator} ${level} not caught, 95 % upper bound ${percent(figure.upper95)}, is ${passed ? "within" : "above"} ${percent(bound)}`;
  return { gate, passed, text };
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

import type { EvaluationStatus } from "../../domain/evaluation/evaluation-states.ts";
import type { UnscoredReason } from "../../domain/evaluation/unscored-reasons.ts";
import type { MissingOutputOption } from "../../domain/evaluators/missing-output.ts";
import type { WithoutAbsent } from "../../domain/values/without-absent.ts";
import type { ResolvedEvaluator } from "../evaluators/evaluators.ts";
import type { Routing } from "../routing/evaluation-routing.ts";
import type { WeighedEvaluatorInput } from "./evaluation-rules.ts";
import type { StoredResults } from "./evaluation-results.ts";
import type { CreateEvaluationBody } from "./evaluations.ts";

/** The immutable part of an evaluation. Times are in milliseconds since 1970. */
export interface EvaluationSetup {
  id: string;
  project: string;
  dataset: string;
  datasetVersion: number;
  model: string | null;
  name: string;
  evaluators: readonly WeighedEvaluatorInput[];
  /** The resolved settings of each evaluator, which determine its scores. */
  resolved: readonly ResolvedEvaluator[];
  sampleFilter: WithoutAbsent<NonNullable<CreateEvaluationBody["sample_filter"]>> | null;
  failOnError: number;
  /** How evaluators without their own setting treat samples without an output. */
  missingOutput: MissingOutputOption;
  /** Number of runs of each sample (1 to 100). */
  runs: number;
  asOf: number | null;
  /** The rule that selects samples for review tasks when the evaluation completes; null if there is none. */
  routing: Routing | null;
  manifestHash: string;
  metadata: Readonly<Record<string, unknown>>;
  /** Number of samples to evaluate. */
  total: number;
  createdAt: number;
}

/** The endpoint that an evaluation waits for. */
export interface EvaluationWait {
  origin: string;
  /** Time since which the evaluation has waited (milliseconds since 1970). */
  since: number;
}

/** The progress of an evaluation. */
export interface EvaluationProgress {
  status: EvaluationStatus;
  /** Number of samples processed without an errored result. */
  completed: number;
  /** Number of samples with an errored result. */
  failed: number;
  /** Null unless the evaluation is running and its endpoint is not called, because recent calls failed. */
  waitingFor: EvaluationWait | null;
  error: string | null;
  /** The most frequent reasons why a failed evaluation has results without a score; otherwise null. */
  errorReasons: readonly UnscoredReason[] | null;
  results: StoredResults | null;
  startedAt: number | null;
  completedAt: number | null;
  cancelledAt: number | null;
}

/** A stored evaluation. */
export interface EvaluationRecord extends EvaluationSetup, EvaluationProgress {}

/** A stored result: one evaluator's outcome for one sample, with the evaluated output. */
export interface ResultRecord {
  sampleId: string;
  externalId: string | null;
  /** Index of the evaluator in the evaluation. */
  position: number;
  status: "scored" | "skipped" | "errored";
  score: number | null;
  passed: boolean | null;
  /** The reviewer's score, which replaces the automated score; null if there is none. */
  effectiveScore: number | null;
  effectivePassed: boolean | null;
  overriddenBy: string | null;
  flagged: boolean;
  /** The reason why the result is flagged, skipped or errored. */
  reason: string | null;
  details: Record<string, unknown>;
  /** Number of the run (1 to 100). */
  run: number;
  output: unknown;
  expected: unknown;
  createdAt: number;
}

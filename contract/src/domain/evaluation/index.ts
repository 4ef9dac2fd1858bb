// Exports the rules for evaluations and evaluators.
export {
  combinedFigures,
  evaluatorFigures,
  type FiguredEvaluator,
  groupTallies,
  type SampleMarks,
  sampleMarks,
} from "./collect-figures.ts";
export {
  type EvaluatorKeyFault,
  evaluatorKeys,
  type EvaluatorKeys,
  evaluatorTypes,
  type NamedEvaluator,
  keysOfEvaluators,
} from "./evaluation-keys.ts";
export {
  cancellationIn,
  durationSeconds,
  type EvaluationStatus,
  evaluationStatuses,
  evaluationTransitions,
  isFinal,
  mayBecome,
  statesBefore,
} from "./evaluation-states.ts";
export { lowestRun, outcomeOverRuns } from "./runs/outcome-over-runs.ts";
export { type Repeats, repeatsOf, type RunTotals, runTotals } from "./runs/repeats.ts";
export { maxReasonCharacters, type UnscoredReason, unscoredReasons } from "./unscored-reasons.ts";
export {
  type EvaluationVerdict,
  evaluationVerdict,
  type NamedModel,
  type NoOutputs,
  type VerdictFigures,
} from "./evaluation-verdict.ts";
export {
  builtInGuidelineSets,
  type GuidelineQuestion,
  type GuidelineSet,
} from "../evaluators/builtin-guideline-sets.ts";
export type { Evaluator, Outcome, SampleCase, Scored, Unscored } from "../evaluators/evaluator.ts";
export { type MissingOutputOption, missingOutputReason } from "../evaluators/missing-output.ts";
export { outOfProtocol } from "../evaluators/red-flag-detection.ts";
export type { Tally } from "./tally.ts";
export { ItemPool } from "../pooled/item-pool.ts";
export { pooledFiguresOf } from "../pooled/pooled-figures.ts";
export { invalidLevels, type InvalidValueCount, maxInvalidValues } from "../triage/invalid-levels.ts";
export {
  triageAccuracy,
  type TriageAccuracyConfig,
  type TriageClassification,
} from "../evaluators/triage-accuracy.ts";
export {
  aggregateEvaluation,
  type CombinedFigures,
  type Coverage,
  coverageOf,
  type EvaluationResults,
  type EvaluatorFigures,
  type StatusCounts,
  unscoredIn,
} from "./results.ts";
export {
  type FilterableSample,
  jsonEquals,
  matchesFilter,
  pickSubset,
  type SampleConditions,
} from "./sample-matching.ts";
export {
  type CombinedScore,
  combineScores,
  defaultPassThreshold,
  samplePassed,
  type SampleResult,
  type SampleScore,
  scoreSample,
} from "./sample-score.ts";

export { combinedFigures, evaluatorFigures, type FiguredEvaluator, groupTallies } from "./collect-figures.ts";
export {
  comparability,
  type ComparedConditions,
  conditionReasons,
  sharedMetrics,
} from "./compare-conditions.ts";
export { comparisonTests, type MetricFigures, metricReasons, type PerSide } from "./compare-metric.ts";
export {
  type Comparison,
  comparisonSeed,
  type ComparisonFigures,
  comparisonVerdicts,
  concludeComparison,
} from "./compare.ts";
export {
  type EvaluatorKeyFault,
  evaluatorKeys,
  type EvaluatorKeys,
  evaluatorTypes,
  type NamedEvaluator,
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
export { type EvaluationVerdict, evaluationVerdict, type VerdictFigures } from "./evaluation-verdict.ts";
export {
  builtInGuidelineSets,
  type GuidelineQuestion,
  type GuidelineSet,
} from "./evaluators/guideline-sets.ts";
export type { Evaluator, Outcome, SampleCase, Scored, Unscored } from "./evaluators/evaluator.ts";
export type { Tally } from "./tally.ts";
export {
  triageAccuracy,
  type TriageAccuracyConfig,
  type TriageClassification,
} from "./evaluators/triage-accuracy.ts";
export {
  comparePairs,
  effectiveMeans,
  type MetricPlaces,
  pairSamples,
  type ScoredSample,
} from "./pair-samples.ts";
export { type BoundedProportion, boundedProportion, type Proportion, proportion } from "./proportion.ts";
export {
  aggregateEvaluation,
  type CombinedFigures,
  type Coverage,
  coverageOf,
  type EvaluationResults,
  type EvaluatorFigures,
  type StatusCounts,
} from "./results.ts";
export {
  type FilterableSample,
  jsonEquals,
  matchesFilter,
  pickSubset,
  type SampleConditions,
} from "./sample-filter.ts";
export {
  type CombinedScore,
  combineScores,
  defaultPassMark,
  samplePassed,
  type SampleResult,
  type SampleScore,
  scoreSample,
} from "./sample-score.ts";
export { seededIntegers } from "./seeded-random.ts";
export { clopperPearsonInterval, clopperPearsonUpper } from "./statistics/clopper-pearson.ts";
export { describeScores, meanScore, type ScoreDescription } from "./statistics/describe.ts";
export { type HistogramBucket, histogramOf, scoreBucket, scoreHistogram } from "./statistics/histogram.ts";
export { cohensKappa, countPairs, type Kappa, type KappaReason, weightedKappa } from "./statistics/kappa.ts";
export { wilsonInterval } from "./statistics/wilson.ts";
export { type ThresholdCrossing, thresholdCrossing } from "./threshold-crossing.ts";
export { defaultTriageLevels, reservedTriageLevels } from "./triage-levels.ts";
export { type OverAllAndAnswered, summarizeTriage, type TriageSummary } from "./triage-summary.ts";
export { parseTriageTally, triageTally, type TriageAnswer, type TriageTally } from "./triage-tally.ts";
export {
  afterAttempt,
  type DeliveryAttempt,
  type DeliveryReply,
  type DeliveryState,
  deliveryTimeoutMs,
  type EndpointHealth,
  endpointAfter,
  judgeDelivery,
} from "./webhook-delivery.ts";

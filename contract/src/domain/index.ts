export * from "./agreement/index.ts";
export {
  agentMayAct,
  agentMove,
  type AgentStatus,
  agentStatuses,
  agentTransitions,
} from "./agents/agent-states.ts";
export { isKnownTool, knownTools, toolPatternsOf, type ToolSources } from "./agents/known-tools.ts";
export { attachedPolicies, baselinePolicyIds, isBaselinePolicy } from "./agents/attached-policies.ts";
export {
  comparability,
  type ComparedConditions,
  conditionReasons,
  placesOf,
  sharedMetrics,
} from "./comparison/compare-conditions.ts";
export {
  comparisonTests,
  type MetricFigures,
  metricReasons,
  type PerSide,
} from "./comparison/compare-metric.ts";
export { type Comparison, type ComparisonFigures, concludeComparisons } from "./comparison/compare.ts";
export { counted } from "./values/counted.ts";
export { finish, rowsPerStep, sortInSteps, type Steps } from "./comparison/steps.ts";
export { SimilarNames } from "./values/similar-names.ts";
export { maskSecret } from "./values/mask-secret.ts";
export { mergePatch } from "./values/merge-patch.ts";
export { parsedUrl } from "./values/texts/parsed-url.ts";
export { endedSecrets, secretWorks } from "./values/secret-times.ts";
export {
  compareCommonOutcomes,
  compareCommonScores,
  coverageDiffers,
  effectiveMeans,
  type PairedSamples,
  readPassed,
  readSafety,
  readScores,
} from "./comparison/compare-samples.ts";
export { checkedBy, type SafetyItem, safetyItems, type SafetyOutcome } from "./comparison/safety.ts";
export { comparisonVerdicts } from "./comparison/verdicts.ts";
export {
  pairSamples,
  type SamplePairs,
  type ScoredSample,
  type ValueList,
} from "./comparison/pair-samples.ts";
export {
  type BoundedProportion,
  boundedProportion,
  type Proportion,
  proportion,
} from "./statistics/proportion.ts";
export {
  assignSlots,
  type Candidate,
  compareCandidates,
  type SlotAssignment,
  type OpenTask,
} from "./review/assign-slots.ts";
export { isWaiting, keepsSlot, openSlots, type TaskSlots, slotsFor } from "./review/slots.ts";
export {
  credentialsExpired,
  disqualification,
  notAvailable,
  type QualifiedReviewer,
  type TaskNeeds,
} from "./review/qualification.ts";
export {
  isRouted,
  type RoutableSample,
  routableSample,
  routedSamples,
  type RoutingRule,
} from "./review/routed-samples.ts";
export {
  isOpen,
  openTaskStatuses,
  slotStatus,
  statusHeldBy,
  statusReviewed,
  taskCancellationIn,
  type TaskStatus,
  taskTransitions,
} from "./review/task-states.ts";
export {
  combinedPosition,
  countingOverride,
  type EffectiveResult,
  type EffectiveScores,
  effectiveScores,
  isOverrideInConflict,
  type ScoreOverride,
} from "./review/effective-score.ts";
export {
  type Consensus,
  consensusOf,
  gradeKey,
  type GradesByDimension,
  type HeldGrade,
  type RatedTogether,
} from "./review/consensus.ts";
export type { DimensionGrade, GradedDimension } from "./review/reliability-figures.ts";
export {
  bucketOf,
  civilDay,
  daysBefore,
  daysIn,
  daysOf,
  endOfDay,
  granularities,
  type Granularity,
  lastDays,
  type PartOfDay,
  type Period,
  periodBefore,
  startOfDay,
  startOfNextDay,
  trendPeriodDays,
} from "./scores/periods.ts";
export { yearsServed } from "./time/civil-time.ts";
export {
  type DatedScoreSum,
  groupedBy,
  type PeriodFigures,
  type ProjectFigures,
  projectFigures,
} from "./scores/project-metric-figures.ts";
export type { ScoreCell } from "./scores/score-cells.ts";
export { scoreMean } from "./scores/score-mean.ts";
export { type LowSample, recommendationsOf, worstSamplesNamed } from "./scores/recommendations.ts";
export {
  type DropTest,
  dropsIn,
  dropTests,
  falseAlarmBound,
  type Regression,
  type Regressions,
  regressionSeverities,
  regressionsOf,
  type ScoreLook,
} from "./trends/regressions.ts";
export { trendConfidences, trendDirections } from "./trends/trend-line.ts";
export type { TrendPoint } from "./trends/trend-point.ts";
export { coveredPoints } from "./trends/trend-series.ts";
export { type TrendFigures, trendFigures, type TrendSettings } from "./trends/trends.ts";
export {
  analyzeThresholds,
  type ThresholdFigures,
  type ThresholdResult,
  type Thresholds,
  thresholdStatuses,
  worstStatus,
} from "./scores/thresholds.ts";
export { seededIntegers } from "./statistics/seeded-random.ts";
export { clopperPearsonInterval, clopperPearsonUpper } from "./statistics/clopper-pearson.ts";
export { describeScores, meanScore, type ScoreDescription } from "./statistics/describe.ts";
export { decimalSum } from "./statistics/exact-sum.ts";
export { type HistogramBucket, histogramOf, scoreBucket, scoreHistogram } from "./statistics/histogram.ts";
export { cohensKappa, countPairs, type Kappa, type KappaReason, weightedKappa } from "./statistics/kappa.ts";
export { type RankCounts, rankCounts } from "./statistics/percentile-rank.ts";
export { wilsonInterval } from "./statistics/wilson.ts";
export { type ThresholdCrossing, thresholdCrossing } from "./scores/threshold-crossing.ts";
export { levelFields } from "./triage/read-level.ts";
export { defaultTriageLevels, reservedTriageLevels } from "./triage/triage-levels.ts";
export { type AllAndAnsweredFigures, summarizeTriage, type TriageSummary } from "./triage/triage-summary.ts";
export {
  parseTriageTally,
  triageTally,
  type TriageResponse,
  type TriageTally,
} from "./triage/triage-tally.ts";
export * from "./evaluation/index.ts";
export * from "./policy/index.ts";
export {
  afterAttempt,
  type DeliveryAttempt,
  type DeliveryReply,
  type DeliveryState,
  deliveryTimeoutMs,
  type EndpointHealth,
  endpointAfter,
  classifyDelivery,
} from "./webhooks/delivery-retry.ts";
export { type WithoutAbsent, withoutAbsent } from "./values/without-absent.ts";
export { isApiPath, isControlPath } from "./values/api-paths.ts";
export { groupBy } from "./values/lists/group-by.ts";

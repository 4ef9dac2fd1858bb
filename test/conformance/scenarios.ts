import { agentRefusalScenarios } from "./agent-refusals.scenarios.ts";
import { agentScenarios } from "./agents.scenarios.ts";
import { apiKeyScenarios } from "./api-keys.scenarios.ts";
import { apiKeyRotationScenarios } from "./api-key-rotation.scenarios.ts";
import { approvalScenarios } from "./approvals.scenarios.ts";
import { authorizeCeilingScenarios } from "./authorize-ceilings.scenarios.ts";
import { authorizeScenarios } from "./authorize.scenarios.ts";
import { authorizeValueScenarios } from "./authorize-values.scenarios.ts";
import { authzenSearchScenarios } from "./authzen-search.scenarios.ts";
import { authzenScenarios } from "./authzen.scenarios.ts";
import { blindScoreScenarios } from "./blind-scores.scenarios.ts";
import { blindTwinScenarios } from "./blind-twins.scenarios.ts";
import { blindScenarios } from "./blind.scenarios.ts";
import { comparisonRefusalScenarios } from "./comparison-refusals.scenarios.ts";
import { comparisonScenarios } from "./comparison.scenarios.ts";
import { concurrencyScenarios } from "./concurrency.scenarios.ts";
import { customSecretScenarios } from "./custom-evaluator-secret.scenarios.ts";
import { customEvaluatorScenarios } from "./custom-evaluators.scenarios.ts";
import { datasetScenarios } from "./datasets.scenarios.ts";
import { entityScenarios } from "./entities.scenarios.ts";
import { evaluationCreationScenarios } from "./evaluation-creation.scenarios.ts";
import { evaluationFigureScenarios } from "./evaluation-figures.scenarios.ts";
import { evaluationRefusalScenarios } from "./evaluation-refusals.scenarios.ts";
import { evaluationResultScenarios } from "./evaluation-results.scenarios.ts";
import { evaluationScenarios } from "./evaluations.scenarios.ts";
import { evaluatorSettingScenarios } from "./evaluator-settings.scenarios.ts";
import { evaluatorTypeScenarios } from "./evaluator-types.scenarios.ts";
import { eventScenarios } from "./events.scenarios.ts";
import { eventStreamScenarios } from "./event-streams.scenarios.ts";
import { evidenceScenarios } from "./evidence.scenarios.ts";
import { exportDownloadScenarios } from "./export-downloads.scenarios.ts";
import { exportFileScenarios } from "./export-files.scenarios.ts";
import { exportScenarios } from "./exports.scenarios.ts";
import { guidelineSetScenarios } from "./guideline-sets.scenarios.ts";
import { healthScenarios } from "./health.scenarios.ts";
import { importRefusalScenarios } from "./import-refusals.scenarios.ts";
import { importScenarios } from "./imports.scenarios.ts";
import { modelScenarios } from "./models.scenarios.ts";
import { outputFileScenarios } from "./output-files.scenarios.ts";
import { outputScenarios } from "./outputs.scenarios.ts";
import { projectMetricsScenarios } from "./project-metrics.scenarios.ts";
import { projectScenarios } from "./projects.scenarios.ts";
import { policyScenarios } from "./policies.scenarios.ts";
import { policyVersionScenarios } from "./policy-versions.scenarios.ts";
import { protocolBodyScenarios } from "./protocol-bodies.scenarios.ts";
import { protocolBoundScenarios } from "./protocol-bounds.scenarios.ts";
import { protocolIdempotencyScenarios } from "./protocol-idempotency.scenarios.ts";
import { protocolPagingScenarios } from "./protocol-paging.scenarios.ts";
import { protocolValueScenarios } from "./protocol-values.scenarios.ts";
import { protocolScenarios } from "./protocol.scenarios.ts";
import { reassignmentScenarios } from "./reassignment.scenarios.ts";
import { reviewEventScenarios } from "./review-events.scenarios.ts";
import { reviewAssignmentScenarios } from "./review-assignment.scenarios.ts";
import { reviewClaimScenarios } from "./review-claims.scenarios.ts";
import { reviewTaskCreationScenarios } from "./review-task-creation.scenarios.ts";
import { reviewTaskRefusalScenarios } from "./review-task-refusals.scenarios.ts";
import { reviewTaskScenarios } from "./review-tasks.scenarios.ts";
import { reliabilityRefusalScenarios } from "./reliability-refusals.scenarios.ts";
import { reliabilityScenarios } from "./reliability.scenarios.ts";
import { reviewerScenarios } from "./reviewers.scenarios.ts";
import { reviewerStatisticsScenarios } from "./reviewer-statistics.scenarios.ts";
import { routingRefusalScenarios } from "./routing-refusals.scenarios.ts";
import { routingScenarios } from "./routing.scenarios.ts";
import { rubricScenarios } from "./rubrics.scenarios.ts";
import { sampleScenarios } from "./samples.scenarios.ts";
import { overrideEffectScenarios } from "./override-effects.scenarios.ts";
import { overrideLimitScenarios } from "./override-limits.scenarios.ts";
import { overrideRefusalScenarios } from "./override-refusals.scenarios.ts";
import { overrideScenarios } from "./overrides.scenarios.ts";
import { reviewCorrectionScenarios } from "./review-corrections.scenarios.ts";
import { reviewQueueScenarios } from "./review-queue.scenarios.ts";
import { reviewRefusalScenarios } from "./review-refusals.scenarios.ts";
import { reviewScenarios } from "./reviews.scenarios.ts";
import { settingsScenarios } from "./settings.scenarios.ts";
import { scoreTrendScenarios } from "./score-trends.scenarios.ts";
import { recordScenarios } from "./records.scenarios.ts";
import { recordVerificationScenarios } from "./record-verification.scenarios.ts";
import { evaluationScoreScenarios, sampleScoreScenarios } from "./scores.scenarios.ts";
import { thresholdAnalysisScenarios } from "./threshold-analysis.scenarios.ts";
import type { Scenario } from "./scenario.ts";
import { webhookDeliveryScenarios } from "./webhook-deliveries.scenarios.ts";
import { webhookRegistrationRefusals } from "./webhook-registration-refusals.scenarios.ts";
import { webhookRetryScenarios } from "./webhook-retries.scenarios.ts";
import { webhookScenarios } from "./webhooks.scenarios.ts";
import { webhookThresholdScenarios } from "./webhook-thresholds.scenarios.ts";
import { tableImportScenarios, tableRefusalScenarios } from "./table-imports.scenarios.ts";

/** Every scenario, by the resource that it is about. */
export const scenariosByResource: Record<string, readonly Scenario[]> = {
  health: healthScenarios,
  "api keys": [...apiKeyScenarios, ...apiKeyRotationScenarios],
  projects: projectScenarios,
  "data sets": datasetScenarios,
  samples: sampleScenarios,
  imports: [...importScenarios, ...importRefusalScenarios],
  tables: [...tableImportScenarios, ...tableRefusalScenarios],
  outputs: [...outputScenarios, ...outputFileScenarios],
  models: modelScenarios,
  evaluations: [...evaluationCreationScenarios, ...evaluationRefusalScenarios, ...evaluationScenarios],
  "evaluation figures": evaluationFigureScenarios,
  "evaluator types": [...evaluatorTypeScenarios, ...evaluatorSettingScenarios],
  "guideline sets": guidelineSetScenarios,
  "evaluation results": evaluationResultScenarios,
  comparisons: [...comparisonScenarios, ...comparisonRefusalScenarios],
  scores: [...sampleScoreScenarios, ...evaluationScoreScenarios],
  metrics: projectMetricsScenarios,
  trends: scoreTrendScenarios,
  thresholds: thresholdAnalysisScenarios,
  "custom evaluators": [...customEvaluatorScenarios, ...customSecretScenarios],
  reviewers: [...reviewerScenarios, ...reviewerStatisticsScenarios],
  rubrics: rubricScenarios,
  reliability: [...reliabilityScenarios, ...reliabilityRefusalScenarios],
  reviews: [
    ...reviewScenarios,
    ...reviewRefusalScenarios,
    ...reviewQueueScenarios,
    ...reviewCorrectionScenarios,
  ],
  overrides: [
    ...overrideScenarios,
    ...overrideEffectScenarios,
    ...overrideLimitScenarios,
    ...overrideRefusalScenarios,
  ],
  "blind reviews": [...blindScenarios, ...blindScoreScenarios, ...blindTwinScenarios],
  "review tasks": [...reviewTaskCreationScenarios, ...reviewTaskRefusalScenarios, ...reviewTaskScenarios],
  "review claims": reviewClaimScenarios,
  "review assignment": [...reviewAssignmentScenarios, ...reassignmentScenarios],
  routing: [...routingScenarios, ...routingRefusalScenarios],
  agents: [...agentScenarios, ...agentRefusalScenarios],
  settings: settingsScenarios,
  entities: entityScenarios,
  events: [...eventScenarios, ...eventStreamScenarios],
  evidence: evidenceScenarios,
  policies: [...policyScenarios, ...policyVersionScenarios],
  authorize: authorizeScenarios,
  authorizeCeilings: authorizeCeilingScenarios,
  authorizeValues: authorizeValueScenarios,
  approvals: approvalScenarios,
  authzen: [...authzenScenarios, ...authzenSearchScenarios],
  records: [...recordScenarios, ...recordVerificationScenarios],
  webhooks: [...webhookScenarios, ...webhookRegistrationRefusals],
  "webhook deliveries": [...webhookDeliveryScenarios, ...webhookRetryScenarios],
  "webhook thresholds": webhookThresholdScenarios,
  "events of reviews": reviewEventScenarios,
  exports: [...exportScenarios, ...exportFileScenarios, ...exportDownloadScenarios],
  protocol: protocolScenarios,
  bodies: protocolBodyScenarios,
  "texts and numbers": protocolValueScenarios,
  paging: protocolPagingScenarios,
  idempotency: protocolIdempotencyScenarios,
  bounds: protocolBoundScenarios,
  concurrency: concurrencyScenarios,
};

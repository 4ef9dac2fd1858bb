import { agentRoutes } from "./control/agents/agents.ts";
import { apiKeyRoutes } from "./workspace/api-keys.ts";
import { approvalRoutes } from "./control/approvals/approvals.ts";
import { authorizeRoutes } from "./control/decisions/authorize.ts";
import { authzenRoutes } from "./control/authzen/authzen.ts";
import { c, type DescribedRoute } from "./platform/c.ts";
import { customEvaluatorSecretRoutes } from "./evaluation/evaluators/custom-evaluator-secret.ts";
import { datasetRoutes } from "./evaluation/datasets/datasets.ts";
import { entityRoutes } from "./control/entities/entities.ts";
import { evaluationRoutes } from "./evaluation/evaluations/evaluations.ts";
import { eventRoutes } from "./evidence/events/events.ts";
import { evidenceRoutes } from "./evidence/log/evidence.ts";
import { exportRoutes } from "./evaluation/exports/exports.ts";
import { guidelineSetRoutes } from "./evaluation/evaluators/guideline-sets.ts";
import { healthRoutes } from "./platform/health.ts";
import { modelRoutes } from "./evaluation/models/models.ts";
import { policyRoutes } from "./control/policies/policies.ts";
import { projectRoutes } from "./workspace/projects.ts";
import { recordRoutes } from "./evidence/records/records.ts";
import { reviewTaskRoutes } from "./review/tasks/review-tasks.ts";
import { reviewerRoutes } from "./review/reviewers/reviewers.ts";
import { reviewRoutes } from "./review/reviews/reviews.ts";
import { rubricRoutes } from "./review/rubrics/rubrics.ts";
import { sampleRoutes } from "./evaluation/samples/samples.ts";
import { settingsRoutes } from "./control/settings/settings.ts";
import { signingKeyRoutes } from "./evidence/signing-keys/signing-keys.ts";
import { scoreRoutes } from "./evaluation/scores/scores.ts";
import { webhookRoutes } from "./webhooks/webhooks.ts";

/** The evaluation API: everything under `/v1`. */
export const evaluationApi = c.router(
  {
    apiKeys: apiKeyRoutes,
    projects: projectRoutes,
    datasets: datasetRoutes,
    samples: sampleRoutes,
    models: modelRoutes,
    evaluations: evaluationRoutes,
    customEvaluatorSecret: customEvaluatorSecretRoutes,
    guidelineSets: guidelineSetRoutes,
    // Those under a path of their own before `/v1/reviews/:id`.
    reviewers: reviewerRoutes,
    rubrics: rubricRoutes,
    reviewTasks: reviewTaskRoutes,
    reviews: reviewRoutes,
    scores: scoreRoutes,
    webhooks: webhookRoutes,
    exports: exportRoutes,
  },
  { strictStatusCodes: true },
);

/** The control plane API; its probes are the server's own and serve both APIs. */
export const controlPlaneApi = c.router(
  {
    agents: agentRoutes,
    settings: settingsRoutes,
    entities: entityRoutes,
    events: eventRoutes,
    evidence: evidenceRoutes,
    policies: policyRoutes,
    authorize: authorizeRoutes,
    approvals: approvalRoutes,
    authzen: authzenRoutes,
    records: recordRoutes,
    signingKeys: signingKeyRoutes,
    health: healthRoutes,
  },
  { strictStatusCodes: true },
);

/** Every route of both APIs, by resource: what a server implements and a mock answers. */
export const contract = c.router({ ...evaluationApi, ...controlPlaneApi }, { strictStatusCodes: true });

/** Every route of a router as a flat list, in the order declared. */
export function routesOf(router: object): DescribedRoute[] {
  return Object.values(router).flatMap((node: unknown): DescribedRoute[] => {
    if (typeof node !== "object" || node === null) return [];
    // A node with a method is a route, and c.ts lets none through without its metadata.
    return "method" in node && "path" in node ? [node as DescribedRoute] : routesOf(node);
  });
}

export {
  type Assignment,
  type AssignmentInput,
  resolvedAssignment,
} from "./review/tasks/assignment-input.ts";
export { type Credential, credentials } from "./review/reviewers/credentials.ts";
export {
  resolvedRouting,
  type Routing,
  type RoutingInput,
} from "./evaluation/evaluations/evaluation-routing.ts";
export { type MeasureReliabilityBody } from "./review/reviews/reliability.ts";
export { daysOf } from "./review/reviews/review-period.ts";
export { taskPriorities } from "./review/tasks/review-task-object.ts";
export { type CreateReviewTaskBody } from "./review/tasks/review-tasks.ts";
export { type SubmitReviewBody } from "./review/reviews/reviews.ts";
export { type RubricDimension } from "./review/rubrics/rubric-dimensions.ts";
export { dimensionsOf } from "./review/rubrics/rubrics.ts";
export {
  agentChanges,
  type AgentContents,
  agentContents,
  agentDifferences,
  type CreateAgentBody,
  type UpdateAgentBody,
} from "./control/agents/agent-input.ts";
export { approvalObstacle, withApproval } from "./control/approvals/approval-rules.ts";
export type { Approval } from "./control/approvals/approvals.ts";
export {
  agentOf,
  approvalIdOf,
  type AuthorizeCall,
  callOfBody,
  callOfEvaluation,
  costOf,
  digestOf,
  inputDigestOf,
} from "./control/decisions/authorize-call.ts";
export { configurationAt } from "./control/authzen/authzen.ts";
export {
  authzenRefusal,
  bareDecision,
  batchOf,
  callOfAuthZen,
  singleOf,
} from "./control/authzen/authzen-rules.ts";
export {
  actionSearchOf,
  answerSearch,
  type AuthZenSearch,
  resourceSearchOf,
  subjectSearchOf,
} from "./control/authzen/authzen-searching.ts";
export type { AuthorizeBody } from "./control/decisions/authorize-input.ts";
export {
  bindingOf,
  decisionAnswer,
  decisionData,
  type DecisionMark,
  isGranted,
  type Judged,
  namedOf,
  saidOf,
  storedDigestOf,
  withoutSecrets,
} from "./control/decisions/policy-decision.ts";
export * from "./control/agents/control-evidence.ts";
export { type Entity, entityKey, mergedActions, mergeEntities } from "./control/entities/entities.ts";
export type { DescribedRoute, Download, RouteMetadata } from "./platform/c.ts";
export {
  ApiError,
  type ApiErrorExtras,
  type FieldError,
  type ProblemCode,
  problemCodes,
  type ProblemStatus,
} from "./platform/errors.ts";
export { type CompareEvaluationsBody } from "./evaluation/comparison/evaluation-comparison.ts";
export { type ComparedIds, comparedIds, chosenMetrics } from "./evaluation/comparison/comparison-rules.ts";
export { type CreateEvaluationBody } from "./evaluation/evaluations/evaluations.ts";
export {
  checkEvaluators,
  customSecrets,
  type EvaluationConditions,
  evaluationManifest,
  type KeyedEvaluator,
  keyEvaluators,
  resolveEvaluators,
  storedSetsNamed,
  weighEvaluators,
  type WeighedEvaluatorInput,
} from "./evaluation/evaluations/evaluation-rules.ts";
export type { BoundEvaluator } from "./evaluation/evaluators/bound-evaluator.ts";
export { type CreateEventBody } from "./evidence/events/events.ts";
export {
  type EvaluatorInput,
  evaluatorInput,
  type ResolvedEvaluator,
} from "./evaluation/evaluators/evaluators.ts";
export { gradeFaults } from "./review/rubrics/grade-rules.ts";
export { type CreateExportBody } from "./evaluation/exports/exports.ts";
export { guidelineSetOf } from "./evaluation/evaluators/guideline-sets.ts";
export {
  askRemoteEvaluator,
  type RemoteCall,
  type RemoteEffects,
  type RemoteReply,
  type RemoteRule,
} from "./evaluation/evaluators/remote-evaluator.ts";
export { formatId, type IdKind, idPrefixes, parseId } from "./platform/ids.ts";
export { limits } from "./platform/limits.ts";
export type {
  Policy,
  PolicyFinding,
  PolicySimulation,
  SimulatePolicyBody,
} from "./control/policies/policy-answers.ts";
export {
  examplePolicyDecision,
  type PolicyDecisionData,
  policyDecisionData,
} from "./control/decisions/policy-decision-data.ts";
export type { PolicyInput } from "./control/policies/policy-object.ts";
export {
  baselineAnswerOf,
  baselineAnswers,
  liveVersionAfter,
  outcomeFault,
  outcomeWarnings,
  type PolicyContents,
  policyContents,
  policyDigest,
  refuseBaseline,
  type StatementOutline,
  summaryOf,
  textRefused,
} from "./control/policies/policy-rules.ts";
export {
  conflictOf,
  contradictionOf,
  decisionIdIn,
  decisionToSeal,
  type HeldEvidence,
  recordInclusion,
  sealedPayload,
} from "./evidence/records/record-rules.ts";
export * from "./platform/refusals.ts";
export {
  decisionContradicted,
  nothingToSeal,
  sealedTooDeep,
  unsealable,
} from "./evidence/records/record-refusals.ts";
export { defaultSettings, settingsOf, type WorkspaceSettings } from "./control/settings/settings.ts";
export { type MetricsQuery } from "./evaluation/scores/project-metrics.ts";
export { checkThresholdKeys, metricsPeriod } from "./evaluation/scores/score-rules.ts";
export { type ThresholdAnalysisBody } from "./evaluation/thresholds/threshold-analysis.ts";
export { type Scope, type ScopePreset, scopePresets, scopes } from "./platform/scopes.ts";
export { fieldErrors, readQuery, refusal, validationFailed } from "./platform/validation/validation.ts";
export { attemptsListed } from "./webhooks/webhook-deliveries.ts";
export { type EventKind, eventKinds, payloadOf, testEvent } from "./webhooks/webhook-events.ts";
export {
  changedSubscription,
  changedThresholds,
  configToWire,
  disabledByRequest,
  isSubscribed,
  noSubscription,
  type Subscription,
  type Thresholds,
} from "./webhooks/webhook-rules.ts";
export { type CreateWebhookBody, type UpdateWebhookBody } from "./webhooks/webhooks.ts";

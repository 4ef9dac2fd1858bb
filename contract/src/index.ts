import { agentRoutes } from "./agents.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { approvalRoutes } from "./approvals.ts";
import { authorizeRoutes } from "./authorize.ts";
import { authzenRoutes } from "./authzen.ts";
import { c, type DescribedRoute } from "./c.ts";
import { customEvaluatorSecretRoutes } from "./custom-evaluator-secret.ts";
import { datasetRoutes } from "./datasets.ts";
import { entityRoutes } from "./entities.ts";
import { evaluationRoutes } from "./evaluations.ts";
import { eventRoutes } from "./events.ts";
import { evidenceRoutes } from "./evidence.ts";
import { exportRoutes } from "./exports.ts";
import { guidelineSetRoutes } from "./guideline-sets.ts";
import { healthRoutes } from "./health.ts";
import { modelRoutes } from "./models.ts";
import { policyRoutes } from "./policies.ts";
import { projectRoutes } from "./projects.ts";
import { recordRoutes } from "./records.ts";
import { reviewTaskRoutes } from "./review-tasks.ts";
import { reviewerRoutes } from "./reviewers.ts";
import { reviewRoutes } from "./reviews.ts";
import { rubricRoutes } from "./rubrics.ts";
import { sampleRoutes } from "./samples.ts";
import { settingsRoutes } from "./settings.ts";
import { signingKeyRoutes } from "./signing-keys.ts";
import { scoreRoutes } from "./scores.ts";
import { webhookRoutes } from "./webhooks.ts";

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

export { type Assignment, type AssignmentInput, resolvedAssignment } from "./assignment-input.ts";
export { type Credential, credentials } from "./credentials.ts";
export { resolvedRouting, type Routing, type RoutingInput } from "./evaluation-routing.ts";
export { type MeasureReliabilityBody } from "./reliability.ts";
export { daysOf } from "./review-period.ts";
export { taskPriorities } from "./review-task-object.ts";
export { type CreateReviewTaskBody } from "./review-tasks.ts";
export { type SubmitReviewBody } from "./reviews.ts";
export { type RubricDimension } from "./rubric-dimensions.ts";
export { dimensionsOf } from "./rubrics.ts";
export {
  agentChanges,
  type AgentContents,
  agentContents,
  agentDifferences,
  type CreateAgentBody,
  type UpdateAgentBody,
} from "./agent-input.ts";
export { approvalObstacle, withApproval } from "./approval-rules.ts";
export type { Approval } from "./approvals.ts";
export {
  agentOf,
  approvalIdOf,
  type AuthorizeCall,
  callOfBody,
  callOfEvaluation,
  costOf,
  digestOf,
  inputDigestOf,
} from "./authorize-call.ts";
export { configurationAt } from "./authzen.ts";
export { authzenRefusal, bareDecision, batchOf, callOfAuthZen, singleOf } from "./authzen-rules.ts";
export {
  actionSearchOf,
  answerSearch,
  type AuthZenSearch,
  resourceSearchOf,
  subjectSearchOf,
} from "./authzen-searching.ts";
export type { AuthorizeBody } from "./authorize-input.ts";
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
} from "./policy-decision.ts";
export * from "./control-events.ts";
export { type Entity, entityKey, mergedActions, mergeEntities } from "./entities.ts";
export type { DescribedRoute, Download, RouteMetadata } from "./c.ts";
export {
  ApiError,
  type ApiErrorExtras,
  type FieldError,
  type ProblemCode,
  problemCodes,
  type ProblemStatus,
} from "./errors.ts";
export { type CompareEvaluationsBody } from "./evaluation-comparison.ts";
export { type ComparedIds, comparedIds, chosenMetrics } from "./comparison-rules.ts";
export { type CreateEvaluationBody } from "./evaluations.ts";
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
} from "./evaluation-rules.ts";
export type { BoundEvaluator } from "./bound-evaluator.ts";
export { type CreateEventBody } from "./events.ts";
export { type EvaluatorInput, evaluatorInput, type ResolvedEvaluator } from "./evaluators.ts";
export { gradeFaults } from "./grade-rules.ts";
export { type CreateExportBody } from "./exports.ts";
export { guidelineSetOf } from "./guideline-sets.ts";
export {
  askRemoteEvaluator,
  type RemoteCall,
  type RemoteEffects,
  type RemoteReply,
  type RemoteRule,
} from "./remote-evaluator.ts";
export { formatId, type IdKind, idPrefixes, parseId } from "./ids.ts";
export { limits } from "./limits.ts";
export type { Policy, PolicyFinding, PolicySimulation, SimulatePolicyBody } from "./policy-answers.ts";
export {
  examplePolicyDecision,
  type PolicyDecisionData,
  policyDecisionData,
} from "./policy-decision-data.ts";
export type { PolicyInput } from "./policy-object.ts";
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
} from "./policy-rules.ts";
export {
  conflictOf,
  contradictionOf,
  decisionIdIn,
  decisionToSeal,
  type HeldEvidence,
  recordInclusion,
  sealedPayload,
} from "./record-rules.ts";
export * from "./refusals.ts";
export { decisionContradicted, nothingToSeal, sealedTooDeep, unsealable } from "./refusals-records.ts";
export { defaultSettings, settingsOf, type WorkspaceSettings } from "./settings.ts";
export { type MetricsQuery } from "./project-metrics.ts";
export { checkThresholdKeys, metricsPeriod } from "./score-rules.ts";
export { type ThresholdAnalysisBody } from "./threshold-analysis.ts";
export { type Scope, type ScopePreset, scopePresets, scopes } from "./scopes.ts";
export { fieldErrors, readQuery, refusal, validationFailed } from "./validation.ts";
export { attemptsListed } from "./webhook-deliveries.ts";
export { type EventKind, eventKinds, payloadOf, testEvent } from "./webhook-events.ts";
export {
  changedSubscription,
  changedThresholds,
  configToWire,
  disabledByRequest,
  isSubscribed,
  noSubscription,
  type Subscription,
  type Thresholds,
} from "./webhook-rules.ts";
export { type CreateWebhookBody, type UpdateWebhookBody } from "./webhooks.ts";

import { apiKeyRoutes } from "./api-keys.ts";
import { c, type DescribedRoute } from "./c.ts";
import { customEvaluatorSecretRoutes } from "./custom-evaluator-secret.ts";
import { datasetRoutes } from "./datasets.ts";
import { evaluationRoutes } from "./evaluations.ts";
import { exportRoutes } from "./exports.ts";
import { guidelineSetRoutes } from "./guideline-sets.ts";
import { healthRoutes } from "./health.ts";
import { modelRoutes } from "./models.ts";
import { projectRoutes } from "./projects.ts";
import { reviewTaskRoutes } from "./review-tasks.ts";
import { reviewerRoutes } from "./reviewers.ts";
import { reviewRoutes } from "./reviews.ts";
import { rubricRoutes } from "./rubrics.ts";
import { sampleRoutes } from "./samples.ts";
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
export const controlPlaneApi = c.router({ health: healthRoutes }, { strictStatusCodes: true });

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
export { type MeasureReliabilityBody, reliabilityStatistics } from "./reliability.ts";
export { daysOf } from "./review-period.ts";
export { taskPriorities } from "./review-task-object.ts";
export { type CreateReviewTaskBody } from "./review-tasks.ts";
export { type SubmitReviewBody } from "./reviews.ts";
export { type RubricDimension } from "./rubric-dimensions.ts";
export { dimensionsOf } from "./rubrics.ts";
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
export * from "./refusals.ts";
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

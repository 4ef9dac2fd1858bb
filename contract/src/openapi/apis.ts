import { adjudicationRoutes } from "../review/adjudication/adjudications.ts";
import { agentRoutes } from "../control/agents/agents.ts";
import { apiKeyRoutes } from "../workspace/api-keys.ts";
import { approvalRoutes } from "../control/approvals/approvals.ts";
import { authorizeRoutes } from "../control/decisions/authorize.ts";
import { authzenRoutes } from "../control/authzen/authzen.ts";
import { callerRoutes } from "../review/caller.ts";
import { c, type DescribedRoute } from "../platform/c.ts";
import { comparePairsRoute } from "../evaluation/comparison/compared-pairs.ts";
import { compareCandidatesRoute, compareRoute } from "../evaluation/comparison/evaluation-comparison.ts";
import { customEvaluatorSecretRoutes } from "../evaluation/evaluators/custom-evaluator-secret.ts";
import { datasetRoutes } from "../evaluation/datasets/datasets.ts";
import { entityRoutes } from "../control/entities/entities.ts";
import { evaluationRoutes } from "../evaluation/evaluations/evaluations.ts";
import { eventRoutes } from "../evidence/events/events.ts";
import { evidenceRoutes } from "../evidence/log/evidence.ts";
import { exportRoutes } from "../evaluation/exports/exports.ts";
import { guidelineSetRoutes } from "../evaluation/guideline-sets/guideline-sets.ts";
import { healthRoutes } from "../platform/health.ts";
import { modelRoutes } from "../evaluation/models/models.ts";
import { policyRoutes } from "../control/policies/policies.ts";
import { progressRoutes } from "../review/progress/progress.ts";
import { projectRoutes } from "../workspace/projects.ts";
import { ratingRoutes } from "../review/ratings/rating-imports.ts";
import { recordRoutes } from "../evidence/records/records.ts";
import { reviewTaskRoutes } from "../review/tasks/review-tasks.ts";
import { reviewerRoutes } from "../review/reviewers/reviewers.ts";
import { reviewDraftRoutes } from "../review/drafts/review-drafts.ts";
import { reviewItemRoutes } from "../review/items/review-items.ts";
import { reviewRoutes } from "../review/reviews/reviews.ts";
import { rubricRoutes } from "../review/rubrics/rubrics.ts";
import { sampleRoutes } from "../evaluation/samples/samples.ts";
import { settingsRoutes } from "../control/settings/settings.ts";
import { signingKeyRoutes } from "../evidence/signing-keys/signing-keys.ts";
import { scoreRoutes } from "../evaluation/scores/scores.ts";
import { webhookRoutes } from "../webhooks/webhooks.ts";

/** The evaluation API: everything under `/v1`. */
export const evaluationApi = c.router(
  {
    caller: callerRoutes,
    apiKeys: apiKeyRoutes,
    projects: projectRoutes,
    datasets: datasetRoutes,
    samples: sampleRoutes,
    models: modelRoutes,
    evaluations: {
      ...evaluationRoutes,
      compare: compareRoute,
      compareCandidates: compareCandidatesRoute,
      comparePairs: comparePairsRoute,
    },
    customEvaluatorSecret: customEvaluatorSecretRoutes,
    guidelineSets: guidelineSetRoutes,
    // Declared before `/v1/reviews/:id`, which also matches these paths.
    reviewers: reviewerRoutes,
    rubrics: rubricRoutes,
    reviewTasks: reviewTaskRoutes,
    reviewItems: reviewItemRoutes,
    reviewDrafts: reviewDraftRoutes,
    ratings: ratingRoutes,
    adjudications: adjudicationRoutes,
    reviewProgress: progressRoutes,
    reviews: reviewRoutes,
    scores: scoreRoutes,
    webhooks: webhookRoutes,
    exports: exportRoutes,
  },
  { strictStatusCodes: true },
);

/** The control plane API. The health probes belong to the server and cover both APIs. */
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

/** Every route of both APIs, by resource. Both the server and the mock implement these routes. */
export const contract = c.router({ ...evaluationApi, ...controlPlaneApi }, { strictStatusCodes: true });

/** Returns every route of a router as a flat list, in declaration order. */
export function routesOf(router: object): DescribedRoute[] {
  return Object.values(router).flatMap((node: unknown): DescribedRoute[] => {
    if (typeof node !== "object" || node === null) return [];
    // Safe: a node with a method is a route, and c.ts requires metadata for every route.
    return "method" in node && "path" in node ? [node as DescribedRoute] : routesOf(node);
  });
}

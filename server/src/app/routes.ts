import type { contract } from "@assay/contract/openapi/apis";
import { agentHandlers } from "../control/agents/agent-routes.ts";
import { apiKeyHandlers } from "../workspace/api-keys/api-key-routes.ts";
import { authzenHandlers } from "../control/authzen/authzen-routes.ts";
import { customEvaluatorSecretHandlers } from "../evaluation/evaluators/custom-evaluator-secret-routes.ts";
import { datasetHandlers } from "../evaluation/datasets/dataset-routes.ts";
import { approvalHandlers } from "../control/approvals/approval-routes.ts";
import { authorizeHandlers } from "../control/decisions/authorize-routes.ts";
import { findAgent, holdAgent } from "../control/agents/agent-queries.ts";
import { Authorizer } from "../control/decisions/authorizer.ts";
import type { Deps } from "./deps.ts";
import { reviewerAssignments } from "./reviewer-assignments.ts";
import { entityHandlers } from "../control/entities/entity-routes.ts";
import { compareHandlers } from "../evaluation/comparison/compare-routes.ts";
import { evaluationHandlers } from "../evaluation/evaluations/evaluation-routes.ts";
import { eventHandlers } from "../evidence/events/event-routes.ts";
import { evidenceHandlers } from "../evidence/log/evidence-routes.ts";
import { exportHandlers } from "../evaluation/exports/export-routes.ts";
import { guidelineSetHandlers } from "../evaluation/evaluators/guideline-set-routes.ts";
import type { Handlers } from "../platform/http/routing/handler.ts";
import { healthHandlers, type Readiness } from "../platform/http/server/health-handlers.ts";
import { modelHandlers } from "../evaluation/models/model-routes.ts";
import { policyHandlers } from "../control/policies/policy-routes.ts";
import { projectHandlers } from "../workspace/projects/project-routes.ts";
import { recordHandlers } from "../evidence/records/record-routes.ts";
import { reviewTaskHandlers } from "../review/tasks/review-task-routes.ts";
import { findReviewer, findReviewerId } from "../review/reviewers/reviewer-queries.ts";
import { progressHandlers } from "../review/progress/progress-routes.ts";
import { adjudicationHandlers } from "../review/adjudication/adjudication-routes.ts";
import { ratingHandlers } from "../review/ratings/rating-routes.ts";
import { callerHandlers } from "../review/caller-routes.ts";
import { reviewerHandlers } from "../review/reviewers/reviewer-routes.ts";
import { draftHandlers } from "../review/drafts/draft-routes.ts";
import { itemHandlers } from "../review/items/item-routes.ts";
import { reviewHandlers } from "../review/reviews/review-routes.ts";
import { rubricHandlers } from "../review/rubrics/rubric-routes.ts";
import { sampleHandlers } from "../evaluation/samples/sample-routes.ts";
import { settingsHandlers } from "../control/settings/settings-routes.ts";
import { signingKeyHandlers } from "../evidence/signing-keys/signing-key-routes.ts";
import { scoreHandlers } from "../evaluation/scores/score-routes.ts";
import { thresholdHandlers } from "../evaluation/thresholds/threshold-routes.ts";
import { webhookHandlers } from "../webhooks/endpoints/webhook-routes.ts";

/** Builds the handlers of the routes for reviews. */
const reviewHandlersOf = (deps: Deps) => ({
  reviewers: reviewerHandlers(deps, reviewerAssignments),
  rubrics: rubricHandlers(deps),
  reviewTasks: reviewTaskHandlers(deps),
  ratings: ratingHandlers(deps),
  adjudications: adjudicationHandlers(deps),
  reviewItems: itemHandlers(deps),
  reviewProgress: progressHandlers(deps),
  reviewDrafts: draftHandlers(deps),
  reviews: reviewHandlers(deps),
});

/** Builds the handler of every route of the contract. */
export function handlersOf(deps: Deps, readiness: Readiness): Handlers<typeof contract> {
  const authorizer = new Authorizer(deps);
  return {
    caller: callerHandlers(deps, {
      expireAssignments: reviewerAssignments.expireAssignments,
      agentTools: async (db, workspaceId, id) => (await findAgent(db, { workspaceId, id }))?.tools,
    }),
    apiKeys: apiKeyHandlers(deps, { findReviewer: findReviewerId, hasAgent: holdAgent }),
    projects: projectHandlers(deps),
    datasets: datasetHandlers(deps),
    samples: sampleHandlers(deps),
    models: modelHandlers(deps),
    evaluations: { ...evaluationHandlers(deps), ...compareHandlers(deps) },
    customEvaluatorSecret: customEvaluatorSecretHandlers(deps),
    guidelineSets: guidelineSetHandlers(deps),
    ...reviewHandlersOf(deps),
    agents: agentHandlers(deps),
    settings: settingsHandlers(deps),
    entities: entityHandlers(deps),
    events: eventHandlers(deps),
    evidence: evidenceHandlers(deps),
    policies: policyHandlers(deps),
    authorize: authorizeHandlers(deps, authorizer),
    approvals: approvalHandlers(deps, (tx, workspaceId, id) =>
      findReviewer(tx, { workspaceId, projects: null }, id),
    ),
    authzen: authzenHandlers(deps, authorizer),
    records: recordHandlers(deps),
    signingKeys: signingKeyHandlers(deps.evidence.keys),
    scores: { ...scoreHandlers(deps), ...thresholdHandlers() },
    webhooks: webhookHandlers(deps),
    exports: exportHandlers(deps),
    health: healthHandlers(deps, readiness),
  };
}

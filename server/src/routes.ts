import type { contract } from "@assay/contract";
import { agentHandlers } from "./agents/agent-routes.ts";
import { apiKeyHandlers } from "./api-keys/api-key-routes.ts";
import { authzenHandlers } from "./authzen/authzen-routes.ts";
import { customEvaluatorSecretHandlers } from "./custom-evaluators/custom-evaluator-secret-routes.ts";
import { datasetHandlers } from "./datasets/dataset-routes.ts";
import { approvalHandlers } from "./approvals/approval-routes.ts";
import { authorizeHandlers } from "./authorize/authorize-routes.ts";
import { Authorizer } from "./authorize/authorizer.ts";
import type { Deps } from "./deps.ts";
import { entityHandlers } from "./entities/entity-routes.ts";
import { evaluationHandlers } from "./evaluations/evaluation-routes.ts";
import { eventHandlers } from "./evidence/event-routes.ts";
import { evidenceHandlers } from "./evidence/evidence-routes.ts";
import { exportHandlers } from "./exports/export-routes.ts";
import { guidelineSetHandlers } from "./guideline-sets/guideline-set-routes.ts";
import type { Handlers } from "./http/handler.ts";
import { healthHandlers, type Readiness } from "./http/health-handlers.ts";
import { modelHandlers } from "./models/model-routes.ts";
import { policyHandlers } from "./policies/policy-routes.ts";
import { projectHandlers } from "./projects/project-routes.ts";
import { recordHandlers } from "./records/record-routes.ts";
import { reviewTaskHandlers } from "./review-tasks/review-task-routes.ts";
import { reviewerHandlers } from "./reviewers/reviewer-routes.ts";
import { reviewHandlers } from "./reviews/review-routes.ts";
import { rubricHandlers } from "./rubrics/rubric-routes.ts";
import { sampleHandlers } from "./samples/sample-routes.ts";
import { settingsHandlers } from "./settings/settings-routes.ts";
import { signingKeyHandlers } from "./signing-keys/signing-key-routes.ts";
import { scoreHandlers } from "./scores/score-routes.ts";
import { webhookHandlers } from "./webhooks/webhook-routes.ts";

/** The implementation of every route of the contract. */
export function handlersOf(deps: Deps, readiness: Readiness): Handlers<typeof contract> {
  const authorizer = new Authorizer(deps);
  return {
    apiKeys: apiKeyHandlers(deps),
    projects: projectHandlers(deps),
    datasets: datasetHandlers(deps),
    samples: sampleHandlers(deps),
    models: modelHandlers(deps),
    evaluations: evaluationHandlers(deps),
    customEvaluatorSecret: customEvaluatorSecretHandlers(deps),
    guidelineSets: guidelineSetHandlers(deps),
    reviewers: reviewerHandlers(deps),
    rubrics: rubricHandlers(deps),
    reviewTasks: reviewTaskHandlers(deps),
    reviews: reviewHandlers(deps),
    agents: agentHandlers(deps),
    settings: settingsHandlers(deps),
    entities: entityHandlers(deps),
    events: eventHandlers(deps),
    evidence: evidenceHandlers(deps),
    policies: policyHandlers(deps),
    authorize: authorizeHandlers(deps, authorizer),
    approvals: approvalHandlers(deps),
    authzen: authzenHandlers(deps, authorizer),
    records: recordHandlers(deps),
    signingKeys: signingKeyHandlers(deps.evidence.keys),
    scores: scoreHandlers(deps),
    webhooks: webhookHandlers(deps),
    exports: exportHandlers(deps),
    health: healthHandlers(deps, readiness),
  };
}

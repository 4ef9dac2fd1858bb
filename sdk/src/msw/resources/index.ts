import { contract } from "@assay/contract/openapi/apis";
import type { DescribedRoute } from "@assay/contract/platform/c";
import type { Answer, Call, ContractHandlers } from "../platform/http/handler.ts";
import { agentHandlers } from "../control/agent-handlers.ts";
import { apiKeyHandlers } from "../workspace/api-key-handlers.ts";
import { approvalHandlers } from "../control/approval-handlers.ts";
import { authorizeHandlers } from "../control/authorize-handlers.ts";
import { authzenHandlers } from "../control/authzen-handlers.ts";
import { customEvaluatorSecretHandlers } from "../evaluation/evaluators/custom-evaluator-secret-handlers.ts";
import { datasetHandlers } from "../evaluation/datasets/dataset-handlers.ts";
import { entityHandlers } from "../control/entity-handlers.ts";
import { evaluationHandlers } from "../evaluation/evaluations/evaluation-handlers.ts";
import { eventHandlers } from "../evidence/event-handlers.ts";
import { evidenceHandlers } from "../evidence/evidence-handlers.ts";
import { exportHandlers } from "../evaluation/exports/export-handlers.ts";
import { guidelineSetHandlers } from "../evaluation/evaluators/guideline-set-handlers.ts";
import { healthHandlers } from "../platform/http/health-handlers.ts";
import { modelHandlers } from "../evaluation/models/model-handlers.ts";
import { policyHandlers } from "../control/policy-handlers.ts";
import { projectHandlers } from "../workspace/project-handlers.ts";
import { recordHandlers } from "../evidence/record-handlers.ts";
import { reviewTaskHandlers } from "../review/tasks/review-task-handlers.ts";
import { reviewerHandlers } from "../review/reviewer-handlers.ts";
import { reviewHandlers } from "../review/reviews/review-handlers.ts";
import { rubricHandlers } from "../review/rubric-handlers.ts";
import { sampleHandlers } from "../evaluation/samples/sample-handlers.ts";
import { settingsHandlers } from "../control/settings-handlers.ts";
import { signingKeyHandlers } from "../evidence/signing-key-handlers.ts";
import { scoreHandlers } from "../evaluation/scores/score-handlers.ts";
import { webhookHandlers } from "../webhooks/webhook-handlers.ts";

const handlers: ContractHandlers = {
  apiKeys: apiKeyHandlers,
  projects: projectHandlers,
  datasets: datasetHandlers,
  samples: sampleHandlers,
  models: modelHandlers,
  evaluations: evaluationHandlers,
  customEvaluatorSecret: customEvaluatorSecretHandlers,
  guidelineSets: guidelineSetHandlers,
  reviewers: reviewerHandlers,
  rubrics: rubricHandlers,
  reviewTasks: reviewTaskHandlers,
  reviews: reviewHandlers,
  agents: agentHandlers,
  settings: settingsHandlers,
  entities: entityHandlers,
  events: eventHandlers,
  evidence: evidenceHandlers,
  policies: policyHandlers,
  authorize: authorizeHandlers,
  approvals: approvalHandlers,
  authzen: authzenHandlers,
  records: recordHandlers,
  signingKeys: signingKeyHandlers,
  scores: scoreHandlers,
  webhooks: webhookHandlers,
  exports: exportHandlers,
  health: healthHandlers,
};

type AnyHandler = (input: object, call: Call) => Answer | Promise<Answer>;

const byRoute = new Map<unknown, AnyHandler>(
  Object.entries(contract).flatMap(([resource, routes]) =>
    Object.entries(routes).map(([name, route]): [unknown, AnyHandler] => {
      // `ContractHandlers` has one function for each route of the contract, whose input is what that route checks.
      return [route, Reflect.get(Reflect.get(handlers, resource), name) as AnyHandler];
    }),
  ),
);

/** The implementation of a route. */
export function handlerOf(route: DescribedRoute): AnyHandler {
  const handler = byRoute.get(route);
  if (!handler) throw new Error(`${route.metadata.operationId} has no handler.`);
  return handler;
}

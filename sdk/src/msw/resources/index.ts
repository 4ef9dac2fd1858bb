import { contract, type DescribedRoute } from "@assay/contract";
import type { Answer, Call, ContractHandlers } from "../handler.ts";
import { agentHandlers } from "./agents.ts";
import { apiKeyHandlers } from "./api-keys.ts";
import { approvalHandlers } from "./approvals.ts";
import { authorizeHandlers } from "./authorize.ts";
import { authzenHandlers } from "./authzen.ts";
import { customEvaluatorSecretHandlers } from "./custom-evaluator-secret.ts";
import { datasetHandlers } from "./datasets.ts";
import { entityHandlers } from "./entities.ts";
import { evaluationHandlers } from "./evaluations.ts";
import { eventHandlers } from "./events.ts";
import { evidenceHandlers } from "./evidence.ts";
import { exportHandlers } from "./exports.ts";
import { guidelineSetHandlers } from "./guideline-sets.ts";
import { healthHandlers } from "./health.ts";
import { modelHandlers } from "./models.ts";
import { policyHandlers } from "./policies.ts";
import { projectHandlers } from "./projects.ts";
import { recordHandlers } from "./records.ts";
import { reviewTaskHandlers } from "./review-tasks.ts";
import { reviewerHandlers } from "./reviewers.ts";
import { reviewHandlers } from "./reviews.ts";
import { rubricHandlers } from "./rubrics.ts";
import { sampleHandlers } from "./samples.ts";
import { settingsHandlers } from "./settings.ts";
import { signingKeyHandlers } from "./signing-keys.ts";
import { scoreHandlers } from "./scores.ts";
import { webhookHandlers } from "./webhooks.ts";

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

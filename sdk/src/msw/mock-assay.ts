import { http } from "msw";
import { agentHandlers } from "./control/agent-handlers.ts";
import { approvalHandlers } from "./control/approval-handlers.ts";
import { expireApprovals } from "./control/approval-state.ts";
import { authorizeHandlers } from "./control/authorize-handlers.ts";
import { authzenHandlers } from "./control/authzen-handlers.ts";
import { agentTools, hasAgent } from "./control/control-tables.ts";
import { workspaceId } from "./evidence/evidence-tables.ts";
import { entityHandlers } from "./control/entity-handlers.ts";
import { policyHandlers } from "./control/policy-handlers.ts";
import { settingsHandlers } from "./control/settings-handlers.ts";
import { datasetHandlers } from "./evaluation/datasets/dataset-handlers.ts";
import { evaluationHandlers } from "./evaluation/evaluations/evaluation-handlers.ts";
import { customEvaluatorSecretHandlers } from "./evaluation/evaluators/custom-evaluator-secret-handlers.ts";
import { guidelineSetHandlers } from "./evaluation/evaluators/guideline-set-handlers.ts";
import { emitCompletedExports, exportHandlers } from "./evaluation/exports/export-handlers.ts";
import { modelHandlers } from "./evaluation/models/model-handlers.ts";
import { sampleHandlers } from "./evaluation/samples/sample-handlers.ts";
import { scoreHandlers } from "./evaluation/scores/score-handlers.ts";
import { eventHandlers } from "./evidence/event-handlers.ts";
import { evidenceHandlers } from "./evidence/evidence-handlers.ts";
import { recordHandlers } from "./evidence/record-handlers.ts";
import { signingKeyHandlers } from "./evidence/signing-key-handlers.ts";
import { healthHandlers } from "./platform/http/health-handlers.ts";
import { progressHandlers } from "./review/progress/progress-handlers.ts";
import { adjudicationHandlers } from "./review/adjudication/adjudication-handlers.ts";
import { ratingHandlers } from "./review/ratings/rating-handlers.ts";
import { reviewerHandlers } from "./review/reviewers/reviewer-handlers.ts";
import { draftHandlers } from "./review/drafts/draft-handlers.ts";
import { itemHandlers } from "./review/items/item-handlers.ts";
import { reviewHandlers } from "./review/reviews/review-handlers.ts";
import { rubricHandlers } from "./review/rubrics/rubric-handlers.ts";
import { reviewTaskHandlers } from "./review/tasks/review-task-handlers.ts";
import { webhookHandlers } from "./webhooks/webhook-handlers.ts";
import { apiKeyHandlers } from "./workspace/api-key-handlers.ts";
import { projectHandlers } from "./workspace/project-handlers.ts";
import { comparisonHandlers } from "./evaluation/comparison/compare.ts";
import { detectThresholdCrossings } from "./evaluation/thresholds/detect-threshold-crossings.ts";
import { thresholdHandlers } from "./evaluation/thresholds/thresholds.ts";
import { emitEnds } from "./evaluation/evaluations/announce-ends.ts";
import { checkNames } from "./platform/failures/check-names.ts";
import { createFailures } from "./platform/failures/failures.ts";
import { throwUncaught } from "./platform/failures/mistakes.ts";
import { createQueue } from "./platform/http/idempotency.ts";
import type { MockCall } from "./platform/http/mock-call.ts";
import { serve, type MockServer } from "./platform/http/mock-server.ts";
import { handlerFinder } from "./platform/http/route-handlers.ts";
import { readBaseUrl, underUrl } from "./platform/routing/routing.ts";
import { defaultApiKey } from "./platform/state/mock-secrets.ts";
import { callerHandlers } from "./review/caller-handlers.ts";
import { findReviewer } from "./review/find-reviewer.ts";
import { emitOverdue, expireAssignments } from "./review/tasks/assignments.ts";
import { checkRouting, routeSamples } from "./review/tasks/route-samples.ts";
import type { MockAssay, MockAssayOptions } from "./types.ts";
import { queueDeliveries, sendDueDeliveries } from "./webhooks/deliver-webhooks.ts";
import { createState, createWorld, type MockState, type Workspace } from "./world.ts";

const handlerOf = handlerFinder<MockState>({
  caller: callerHandlers({ workspaceId, agentTools }),
  apiKeys: apiKeyHandlers({ findReviewer, hasAgent }),
  projects: projectHandlers,
  datasets: datasetHandlers,
  samples: sampleHandlers,
  models: modelHandlers,
  evaluations: { ...evaluationHandlers({ checkRouting }), ...comparisonHandlers },
  customEvaluatorSecret: customEvaluatorSecretHandlers,
  guidelineSets: guidelineSetHandlers,
  reviewers: reviewerHandlers,
  rubrics: rubricHandlers,
  reviewTasks: reviewTaskHandlers,
  ratings: ratingHandlers,
  adjudications: adjudicationHandlers,
  reviewItems: itemHandlers,
  reviewProgress: progressHandlers,
  reviewDrafts: draftHandlers,
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
  scores: { ...scoreHandlers, ...thresholdHandlers },
  webhooks: webhookHandlers,
  exports: exportHandlers,
  health: healthHandlers,
});

/**
 * Applies a workspace's due changes and queues their deliveries: ended evaluations in order, completed
 * exports, expired claims and approvals, and overdue tasks.
 */
function applyTimedChanges(state: MockState, workspace: Workspace): void {
  emitEnds(state, workspace, { detectThresholdCrossings, routeSamples });
  emitCompletedExports(state, workspace);
  const call = { ...state, caller: { workspace } };
  expireAssignments(call);
  emitOverdue(call);
  expireApprovals(call);
  queueDeliveries(state, workspace);
}

/** Applies due changes in every workspace, and sends due deliveries in the background. */
function applyDueWork(state: MockState): void {
  for (const workspace of state.tables.workspaces) {
    applyTimedChanges(state, workspace);
    sendDueDeliveries(state, workspace);
  }
}

// The Record type requires an entry for every option.
const optionNames: Record<keyof MockAssayOptions, true> = {
  baseUrl: true,
  apiKey: true,
  now: true,
  evaluationMs: true,
  claimMinutes: true,
  rateLimit: true,
  customEvaluator: true,
  seed: true,
  onMistake: true,
};

/**
 * Creates a fake of the whole API with its own state. Resources that were created can be read, evaluations
 * are scored as on the server, and refusals are identical.
 *
 * @example
 * const mock = createMockAssay();
 * const server = setupServer(...mock.handlers); // from msw/node; in a browser, setupWorker from msw/browser
 * const assay = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
 * @throws {TypeError} for an invalid option.
 */
export function createMockAssay(options: MockAssayOptions = {}): MockAssay {
  checkNames("A mock", options, optionNames);
  const baseUrl = readBaseUrl(options.baseUrl);
  const { apiKey = defaultApiKey, now = () => new Date(), customEvaluator } = options;
  const { seed, evaluationMs = 20, claimMinutes = 30, rateLimit = 6000 } = options;
  if (!(evaluationMs >= 0)) throw new TypeError(`evaluationMs is ${evaluationMs}; it must be at least 0.`);
  if (!(Number.isInteger(claimMinutes) && claimMinutes >= 1 && claimMinutes <= 10_080))
    throw new TypeError(`claimMinutes is ${claimMinutes}; it must be an integer from 1 to 10080.`);
  if (seed !== undefined && typeof seed !== "string" && !Number.isFinite(seed))
    throw new TypeError(`seed is ${seed}; it must be a text or a finite number.`);
  const fresh = () =>
    createState({ apiKey, now, seed, evaluationMs, claimMinutes, rateLimit, customEvaluator });
  const calls: MockCall[] = [];
  const failures = createFailures();
  const parts: MockServer<MockState> = {
    baseUrl,
    state: fresh(),
    handle: (route, input, call) => handlerOf(route)(input, call),
    applyTimedChanges,
    applyDueWork,
    queue: createQueue(),
    failures,
    calls,
    onMistake: options.onMistake ?? throwUncaught,
  };
  return {
    baseUrl,
    apiKey,
    handlers: [http.all(underUrl(baseUrl), ({ request }) => serve(parts, request))],
    calls,
    world: createWorld(() => parts.state, applyDueWork),
    advance(ms) {
      parts.state.clock.advance(ms);
      applyDueWork(parts.state);
    },
    fail: (operationId, failure) => failures.add(operationId, failure),
    reset() {
      parts.state = fresh();
      failures.clear();
      calls.length = 0;
    },
  };
}

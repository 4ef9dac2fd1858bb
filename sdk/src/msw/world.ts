import { withoutAbsent } from "@assay/contract/domain";
import { resultsOf } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import type { EvaluationResults, EventKind } from "../generated/types.ts";
import { type ArrangedPolicies, type ControlState, emptyControlTables } from "./control/control-tables.ts";
import type { EvaluationEnd, EvaluationRow } from "./evaluation/evaluation-rows.ts";
import { emptyEvaluationTables } from "./evaluation/evaluation-tables.ts";
import { endOf, evaluationNow } from "./evaluation/evaluations/evaluation-run.ts";
import { emptyEvidenceTables } from "./evidence/evidence-tables.ts";
import { createSigner } from "./evidence/mock-signer.ts";
import { createMockClock } from "./platform/state/mock-clock.ts";
import { createIds } from "./platform/state/mock-ids.ts";
import { createRandom, type Random } from "./platform/state/mock-random.ts";
import { newApiKeySecret } from "./platform/state/mock-secrets.ts";
import { type MockEvent, queueEvent } from "./platform/state/outbox.ts";
import { emptyPlatformTables, type SharedTables } from "./platform/state/platform-tables.ts";
import { emptyReviewTables, type ReviewState } from "./review/review-tables.ts";
import type { MockWorld } from "./types.ts";
import { sendingNow } from "./webhooks/deliver-webhooks.ts";
import { emptyWebhookTables, type WebhookState } from "./webhooks/webhook-tables.ts";
import { addWorkspace } from "./workspace/add-workspace.ts";
import { emptyWorkspaceTables } from "./workspace/workspace-tables.ts";

/** Creates an empty workspace. */
const emptyWorkspace = (random: Random) => ({
  ...emptyPlatformTables(),
  ...emptyWorkspaceTables(),
  ...emptyEvaluationTables(),
  ...emptyReviewTables(),
  ...emptyEvidenceTables(random),
  ...emptyControlTables(),
  ...emptyWebhookTables(),
});

/** One workspace's tables. */
export type Workspace = ReturnType<typeof emptyWorkspace>;

/** A mock's state. */
export interface MockState extends ControlState, ReviewState, WebhookState {
  tables: SharedTables<Workspace> & ArrangedPolicies;
}

/** Options for a mock's state. */
interface StateOptions extends Pick<
  MockState,
  "claimMinutes" | "customEvaluator" | "evaluationMs" | "rateLimit"
> {
  apiKey: string;
  now: () => Date;
  seed: string | number | undefined;
}

/** Creates a state with one workspace and one key. */
export function createState({ apiKey, now, seed, ...options }: StateOptions): MockState {
  const random = createRandom(seed);
  const clock = createMockClock(now);
  const tables: MockState["tables"] = {
    workspaces: [],
    secrets: new Map(),
    decisions: new Map(),
  };
  const newId = createIds(() => clock.now(), random);
  const state = { clock, newId, random, tables, signer: createSigner(random), ...options };
  addWorkspace(state, emptyWorkspace(random), apiKey);
  return state;
}

/**
 * Creates the functions that arrange a mock's state.
 *
 * @param stateNow returns the state, which `reset` replaces.
 * @param applyDueWork applies due changes and sends due deliveries.
 */
export function createWorld(stateNow: () => MockState, applyDueWork: (state: MockState) => void): MockWorld {
  return {
    async createWorkspace() {
      const { random } = stateNow();
      const apiKey = await newApiKeySecret(random);
      addWorkspace(stateNow(), emptyWorkspace(random), apiKey);
      return { apiKey };
    },
    evaluations: {
      complete(id, results) {
        completeEvaluation(stateNow(), id, results);
        applyDueWork(stateNow());
      },
      fail(id, error = "The mock fails the evaluation as configured.") {
        const { row, end } = unfinished(stateNow(), id);
        row.end = { ...end, status: "failed", error };
        applyDueWork(stateNow());
      },
      progress: (id, count) => progress(stateNow(), id, count),
      hold: () => stateNow().clock.hold(),
      resume: () => stateNow().clock.resume(),
    },
    policies: {
      decides: (id, decision) =>
        void stateNow().tables.decisions.set(id, typeof decision === "string" ? () => decision : decision),
    },
    webhooks: {
      emit(event, data) {
        emit(stateNow(), event, data);
        applyDueWork(stateNow());
      },
      settled: () => webhooksDelivered(stateNow(), applyDueWork),
    },
    evidence: { alter: (eventId, data) => alterEvent(stateNow(), eventId, data) },
    exports: {
      fail(id, error = "The mock fails the export as configured.") {
        const row = stateNow()
          .tables.workspaces.map(({ exports }) => exports.get(id))
          .find(Boolean);
        if (!row) throw new Error(`Export "${id}" not found in the mock.`);
        row.failure = error;
      },
    },
  };
}

function completeEvaluation(
  state: MockState,
  id: string,
  results: Partial<Omit<EvaluationResults, "unscored_reasons">> = {},
): void {
  const { row, end } = unfinished(state, id);
  const given = withoutAbsent(results);
  const figures = { ...resultsOf(row), ...given };
  row.end = { ...end, status: "completed", processed: row.evaluated.length, results: figures, given };
}

function progress(state: MockState, id: string, count: number): void {
  const { row } = unfinished(state, id);
  const total = row.evaluated.length;
  if (!(Number.isInteger(count) && count >= 0 && count <= total))
    throw new Error(`The number of evaluated samples is ${count}; it must be an integer from 0 to ${total}.`);
  row.shown = count;
}

function alterEvent({ tables }: MockState, eventId: string, data: Readonly<Record<string, unknown>>): void {
  for (const { evidence } of tables.workspaces) {
    const index = evidence.events.findIndex((event) => event.eventId === eventId);
    const event = evidence.events[index];
    if (!event) continue;
    evidence.events[index] = { ...event, data: { ...data } };
    return;
  }
  throw new Error(`Event "${eventId}" not found in the mock.`);
}

function emit(state: MockState, event: EventKind, data: Readonly<Record<string, unknown>>): void {
  const { project } = data;
  const [first, ...others] = state.tables.workspaces;
  const owner = others.find(({ projects }) => typeof project === "string" && projects.has(project)) ?? first;
  if (owner) queueEvent<MockEvent>(owner, { event, at: state.clock.now(), data });
}

/**
 * Returns an evaluation that has not ended, and the values that its end would have at this moment.
 *
 * @throws {Error} if the evaluation does not exist or has ended.
 */
function unfinished(
  state: MockState,
  id: string,
): { row: EvaluationRow; end: Omit<EvaluationEnd, "status"> } {
  const row = state.tables.workspaces.map(({ evaluations }) => evaluations.get(id)).find(Boolean);
  if (!row) throw new Error(`Evaluation "${id}" not found in the mock.`);
  const { status, startedAt, processed } = evaluationNow(row, state);
  if (row.end)
    throw new Error(`Evaluation "${id}" is ${status}; this operation requires pending or running.`);
  const at = state.clock.now();
  return {
    row,
    end: { ...endOf(row, { startedAt: startedAt ?? at, at }), processed, error: null, results: null },
  };
}

/** Resolves when all due deliveries are sent. */
async function webhooksDelivered(state: MockState, applyDueWork: (state: MockState) => void): Promise<void> {
  for (;;) {
    applyDueWork(state);
    const sending = sendingNow(state);
    if (sending.length === 0) return;
    await Promise.all(sending);
  }
}

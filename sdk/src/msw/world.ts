import { counted, withoutAbsent } from "@assay/contract/domain";
import type { EvaluationResults, EventKind } from "../generated/types.ts";
import { endOf, resultsOf, viewOf } from "./evaluation/evaluations/evaluation-run.ts";
import type { MockState } from "./platform/http/handler.ts";
import { newApiKeySecret } from "./platform/state/mock-secrets.ts";
import { adminKey } from "./platform/state/mock-state.ts";
import { emptyWorkspace, type Tables } from "./platform/state/tables.ts";
import type { EvaluationEnd, EvaluationRow } from "./platform/state/tables-evaluations.ts";
import { tellWebhooks, webhooksSettled } from "./webhooks/tell-webhooks.ts";
import type { MockWorld } from "./types.ts";
import { queueEvent } from "./webhooks/webhook-events.ts";

/** Makes what arranges a mock's state. @param stateNow gives the state, which `reset` replaces. */
export function createWorld(stateNow: () => MockState): MockWorld {
  return {
    async createWorkspace() {
      const apiKey = await newApiKeySecret();
      adminKey(stateNow(), emptyWorkspace(), apiKey);
      return { apiKey };
    },
    evaluations: {
      complete: (id, results) => complete(stateNow(), id, results),
      fail(id, error = "The mock was told to let it fail.") {
        const { row, end } = open(stateNow(), id);
        row.end = { ...end, status: "failed", error };
        tellWebhooks(stateNow());
      },
      progress: (id, judged) => progress(stateNow(), id, judged),
      hold: () => stateNow().clock.hold(),
      resume: () => stateNow().clock.resume(),
    },
    policies: {
      says: (id, outcomes) => void stateNow().tables.policyTests.set(id, new Map(Object.entries(outcomes))),
      decides: (id, decision) =>
        void stateNow().tables.decisions.set(
          id,
          typeof decision === "string" ? () => decision : (request) => decision(request),
        ),
      simulated(simulation) {
        // What is sent is checked by the contract, which a wrong outcome does not pass.
        stateNow().tables.simulation = withoutAbsent(simulation) as Tables["simulation"];
      },
    },
    webhooks: {
      emit: (event, data) => emit(stateNow(), event, data),
      settled: () => webhooksSettled(stateNow()),
    },
    evidence: { alter: (eventId, data) => alter(stateNow(), eventId, data) },
    exports: {
      fail(id, error = "The mock was told to let it fail.") {
        const row = stateNow()
          .tables.workspaces.map(({ exports }) => exports.get(id))
          .find(Boolean);
        if (!row) throw new Error(`The mock has no export "${id}".`);
        row.failure = error;
      },
    },
  };
}

function complete(state: MockState, id: string, results: Partial<EvaluationResults> = {}): void {
  const { row, end } = open(state, id);
  const given = withoutAbsent(results);
  const figures = { ...resultsOf(row), ...given };
  row.end = { ...end, status: "completed", processed: row.judged.length, results: figures, given };
  tellWebhooks(state);
}

function progress(state: MockState, id: string, judged: number): void {
  const { row } = open(state, id);
  const total = row.judged.length;
  if (!(Number.isInteger(judged) && judged >= 0 && judged <= total))
    throw new Error(
      `The evaluation "${id}" has ${counted(total, "sample")}; ${judged} of them cannot be judged.`,
    );
  row.shown = judged;
}

function alter({ tables }: MockState, eventId: string, data: Readonly<Record<string, unknown>>): void {
  for (const { evidence } of tables.workspaces) {
    const place = evidence.events.findIndex((event) => event.eventId === eventId);
    const event = evidence.events[place];
    if (!event) continue;
    evidence.events[place] = { ...event, data: { ...data } };
    return;
  }
  throw new Error(`The mock has no event "${eventId}".`);
}

function emit(state: MockState, event: EventKind, data: Readonly<Record<string, unknown>>): void {
  const { project } = data;
  const [first, ...others] = state.tables.workspaces;
  const owner = others.find(({ projects }) => typeof project === "string" && projects.has(project)) ?? first;
  if (owner) queueEvent(state, owner, { event, at: state.clock.now(), data });
  tellWebhooks(state);
}

/** An evaluation that has not ended, and its end were it now. @throws {Error} when there is none, or it has ended. */
function open(state: MockState, id: string): { row: EvaluationRow; end: Omit<EvaluationEnd, "status"> } {
  const row = state.tables.workspaces.map(({ evaluations }) => evaluations.get(id)).find(Boolean);
  if (!row) throw new Error(`The mock has no evaluation "${id}".`);
  const { status, startedAt, processed } = viewOf(row, state);
  if (row.end)
    throw new Error(`The evaluation "${id}" is ${status}; only a pending or running one can be ended.`);
  const at = state.clock.now();
  return {
    row,
    end: { ...endOf(row, { startedAt: startedAt ?? at, at }), processed, error: null, results: null },
  };
}

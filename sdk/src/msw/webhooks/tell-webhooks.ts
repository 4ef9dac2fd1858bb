import { announceOverdue, settleHolds } from "../review/tasks/assignment.ts";
import { progressOf, viewOf } from "../evaluation/evaluations/evaluation-run.ts";
import { announceExports } from "../evaluation/exports/export-view.ts";
import type { MockState } from "../platform/http/handler.ts";
import { routeSamples } from "../review/tasks/route-samples.ts";
import { sendDue } from "./send-due.ts";
import type { Workspace } from "../platform/state/tables.ts";
import type { EvaluationEnd, EvaluationRow } from "../platform/state/tables-evaluations.ts";
import { crossThresholds, effectiveMeans, queueEvent } from "./webhook-events.ts";

/**
 * Makes true in a workspace what time alone has brought about, and queues what endpoints are told of it: evaluations have
 * ended, in the order of their ends, with what follows; exports have completed; claims have lapsed, tasks are overdue.
 */
export function settleWorkspace(state: MockState, workspace: Workspace): void {
  announceEnds(state, workspace);
  announceExports(state, workspace);
  const call = { ...state, caller: { workspace } };
  settleHolds(call);
  announceOverdue(call);
}

/**
 * Tells endpoints what has happened by now: messages that are due go out, in the background. A mock is told to look at
 * each request and when its clock is moved.
 */
export function tellWebhooks(state: MockState): void {
  for (const workspace of state.tables.workspaces) {
    settleWorkspace(state, workspace);
    for (const webhook of workspace.webhooks.values()) sendDue(state, webhook);
  }
}

/** Resolves when every message that is due now was sent. */
export async function webhooksSettled(state: MockState): Promise<void> {
  for (;;) {
    tellWebhooks(state);
    const sending = state.tables.workspaces.flatMap(({ webhooks }) =>
      [...webhooks.values()].flatMap((webhook) => webhook.sending ?? []),
    );
    if (sending.length === 0) return;
    await Promise.all(sending);
  }
}

function announceEnds(state: MockState, workspace: Workspace): void {
  const ended = [...workspace.evaluations.values()].flatMap((row) => {
    if (row.announced) return [];
    viewOf(row, state);
    return row.end ? [{ row, end: row.end }] : [];
  });
  for (const { row, end } of ended.toSorted((a, b) => a.end.at - b.end.at)) {
    row.announced = true;
    queueEvent(state, workspace, { event: `evaluation.${end.status}`, at: end.at, data: dataOf(row, end) });
    crossThresholds(state, workspace, { evaluation: row, scores: effectiveMeans(row), at: end.at });
    if (end.status === "completed") routeSamples(state, workspace, { row, completedAt: end.at });
  }
}

const dataOf = (row: EvaluationRow, { status, processed, results, error }: EvaluationEnd) => ({
  evaluation: row.id,
  name: row.name,
  project: row.project,
  dataset: row.dataset,
  model: row.model,
  status,
  progress: progressOf(row, processed),
  aggregate_score: results?.aggregate_score ?? null,
  error,
});

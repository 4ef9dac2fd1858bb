import { evaluatorKeys } from "@assay/contract/domain";
import { progressOf, viewOf } from "./evaluation-run.ts";
import type { MockState } from "./handler.ts";
import { sendDue } from "./send-due.ts";
import type { EvaluationEnd, EvaluationRow, Workspace } from "./tables.ts";
import { crossThresholds, queueEvent } from "./webhook-events.ts";

/**
 * Tells endpoints what has happened by now: evaluations that have ended are announced, in the order of their ends, and
 * messages that are due go out, in the background. A mock is told to look at each request and when its clock is moved.
 */
export function tellWebhooks(state: MockState): void {
  for (const workspace of state.tables.workspaces) {
    announceEnds(state, workspace);
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
    const keys = evaluatorKeys(row.evaluators).keys ?? [];
    const means = end.results?.by_evaluator ?? {};
    const scores = keys.map((evaluator) => ({ evaluator, mean: means[evaluator] ?? null }));
    crossThresholds(state, workspace, { evaluation: row, scores, at: end.at });
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

import type { Tx } from "../../../../platform/db/transaction.ts";
import { postponeJobs } from "../../../../platform/jobs/postpone-jobs.ts";
import type { NewJob } from "../../../../platform/jobs/queue.ts";
import type { CircuitOpen } from "../../../../platform/outbound/circuits/circuit.ts";
import type { PlatformDeps } from "../../../../platform/platform-deps.ts";
import type { EvaluationKey, EvaluationRow } from "../../evaluation-queries.ts";
import { maxWaitMs, startWait, waitedMs } from "./evaluation-waits.ts";

/** The chunk that found that an endpoint is not called. */
interface PostponedChunk {
  key: EvaluationKey;
  evaluation: EvaluationRow;
  /** The jobs for the samples of the chunk that were not evaluated. */
  rest: readonly NewJob[];
  circuit: CircuitOpen;
}

/**
 * Makes the chunks of an evaluation wait, because an endpoint is not called. They wait until the endpoint may be called
 * again, but no longer than until the evaluation has waited for the maximum time.
 */
export async function postponeChunks(
  tx: Tx,
  deps: PlatformDeps,
  { key, evaluation, rest, circuit }: PostponedChunk,
): Promise<void> {
  const now = deps.now();
  const delayMs = Math.max(0, Math.min(circuit.retryInMs, maxWaitMs - waitedMs(evaluation, now)));
  await deps.jobs.enqueue(
    tx,
    rest.map((job) => ({ ...job, delayMs })),
  );
  const { workspaceId, evaluationId: groupId } = key;
  for (const kind of new Set(rest.map((job) => job.kind)))
    await postponeJobs(tx, { workspaceId, groupId, kind }, delayMs);
  await startWait(tx, key, { origin: circuit.origin, since: now });
}

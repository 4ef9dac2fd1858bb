// Job handlers for tests that inject faults at critical times.
import { jobKinds } from "../../app/job-kinds.ts";
import { chunkKind } from "./run/plan-evaluation-job.ts";

/**
 * Returns the job handlers with two hooks: one after a chunk is evaluated and before it is written, the other
 * after it is written and before the transaction commits.
 */
export function interrupted(hooks: {
  onceEvaluated?: (chunk: number) => Promise<void>;
  onceWritten?: (chunk: number) => Promise<void>;
}): typeof jobKinds {
  const chunk = jobKinds[chunkKind];
  if (!chunk) throw new Error(`Job kind ${chunkKind} not found.`);
  let count = 0;
  const run: typeof chunk.run = async (deps, job, signal) => {
    const effect = await chunk.run(deps, job, signal);
    count += 1;
    const index = count;
    await hooks.onceEvaluated?.(index);
    return async (tx) => {
      await effect(tx);
      await hooks.onceWritten?.(index);
    };
  };
  return { ...jobKinds, [chunkKind]: { ...chunk, run } };
}

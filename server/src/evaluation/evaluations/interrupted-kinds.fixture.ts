// Faults at critical moments, for tests.
import { jobKinds } from "../../app/job-kinds.ts";
import { chunkKind } from "./run/plan-evaluation-job.ts";

/** The handlers, with hooks after a chunk is evaluated but not written, and written but not committed. */
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

// Faults at the worst moments, for tests.
import { jobKinds } from "../../app/job-kinds.ts";
import { chunkKind } from "./run/plan-evaluation-job.ts";

/** The handlers, with something that happens when a chunk is judged but not written, or written but not committed. */
export function interrupted(happens: {
  onceJudged?: (chunk: number) => Promise<void>;
  onceWritten?: (chunk: number) => Promise<void>;
}): typeof jobKinds {
  const chunk = jobKinds[chunkKind];
  if (!chunk) throw new Error(`There is no kind ${chunkKind}.`);
  let count = 0;
  const run: typeof chunk.run = async (deps, job, signal) => {
    const effect = await chunk.run(deps, job, signal);
    count += 1;
    const mine = count;
    await happens.onceJudged?.(mine);
    return async (tx) => {
      await effect(tx);
      await happens.onceWritten?.(mine);
    };
  };
  return { ...jobKinds, [chunkKind]: { ...chunk, run } };
}

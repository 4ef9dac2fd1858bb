import { finish, type Steps } from "@assay/contract/domain";
import type { ThreadModule } from "./thread-pool.ts";
import type { Requester, ThreadTasks } from "./thread-tasks.ts";

/** Maximum time for which a short computation runs in the server's thread (milliseconds). */
const maxShortMs = 5;

/** A computation that starts when all pieces have arrived, and that pauses after each part. */
export interface SteppedModule<Settings, Piece, Result> extends ThreadModule<Settings, Piece, Result> {
  steps: (settings: Settings, pieces: readonly Piece[]) => Steps<Result>;
}

/** Returns the module of a computation. @param steps the computation. @param at where its module is. */
export const steppedModule = <Settings, Piece, Result>(
  steps: SteppedModule<Settings, Piece, Result>["steps"],
  at: { source: URL; name: string },
): SteppedModule<Settings, Piece, Result> => ({
  ...at,
  steps,
  work: async (settings, pieces) => finish(steps(settings, await collected(pieces))),
});

/** The input of a computation. */
export interface SteppedInput<Settings, Piece> {
  settings: Settings;
  pieces: () => AsyncIterable<Piece>;
  /** Whether the pieces are so small that the server's thread may hold all of them. */
  isSmall: boolean;
}

/**
 * Computes a result in a thread. If the input is small, the computation first runs in the server's thread for up
 * to 5 milliseconds, because most computations end within this time.
 *
 * @throws {ApiError} the refusals of the computation and of {@link ThreadTasks.run}.
 */
export async function computeSteps<Settings, Piece, Result>(
  threads: ThreadTasks,
  module: SteppedModule<Settings, Piece, Result>,
  { settings, pieces, isSmall, requester }: SteppedInput<Settings, Piece> & { requester: Requester },
): Promise<Result> {
  if (!isSmall) return threads.run(module, { settings, pieces }, requester);
  const all = await collected(pieces());
  const short = finishedWithin(module.steps(settings, all), maxShortMs);
  if (short) return short.result;
  return threads.run(module, { settings, pieces: () => eachOf(all) }, requester);
}

async function collected<Piece>(pieces: AsyncIterable<Piece>): Promise<Piece[]> {
  const all: Piece[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

async function* eachOf<Piece>(pieces: readonly Piece[]): AsyncGenerator<Piece> {
  yield* pieces;
}

/** Runs a computation until it ends or the time is over. @returns its result; undefined if it did not end. */
function finishedWithin<Result>(steps: Steps<Result>, maxMs: number): { result: Result } | undefined {
  const started = performance.now();
  while (performance.now() - started < maxMs) {
    const step = steps.next();
    if (step.done) return { result: step.value };
  }
  return undefined;
}

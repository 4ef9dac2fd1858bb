import { ApiError, type ApiErrorExtras, type ProblemCode } from "@assay/contract/platform/errors";

/**
 * A computation that runs in a thread, or in the server's thread if it is short. It receives its input in
 * pieces, so that the server's thread never holds the whole input.
 *
 * @throws {ApiError} a refusal, which the caller of the computation receives.
 */
export type ThreadWork<Settings, Piece, Result> = (
  settings: Settings,
  pieces: AsyncIterable<Piece>,
) => Promise<Result>;

/** Messages to a thread: a computation, or the next piece. A piece is absent after the last one. */
export type ToThread =
  | { kind: "task"; entry: string; settings: unknown }
  | { kind: "piece"; piece?: unknown };

/** Messages from a thread: a request for the next piece, or the end of the computation. */
export type FromThread = { kind: "next" } | { kind: "end"; outcome: TaskOutcome };

/** The end of a computation. Messages between threads cannot contain an `ApiError`, only its parts. */
export type TaskOutcome =
  | { ok: true; result: unknown }
  | { ok: false; refusal: ApiErrorExtras & { code: ProblemCode; detail: string } }
  | { ok: false; error: unknown };

/** The default export of a module that a thread loads. */
export type ThreadEntry = (settings: unknown, pieces: AsyncIterable<unknown>) => Promise<TaskOutcome>;

/** Returns the default export of a module that a thread loads, which runs the computation. */
export const threadEntry =
  <Settings, Piece, Result>(work: ThreadWork<Settings, Piece, Result>): ThreadEntry =>
  async (settings, pieces) => {
    try {
      // The pool sends the settings and pieces of the computation whose module it names.
      const result = await work(settings as Settings, pieces as AsyncIterable<Piece>);
      return { ok: true, result };
    } catch (error) {
      if (!(error instanceof ApiError)) return { ok: false, error };
      const { code, message, errors, headers } = error;
      return { ok: false, refusal: { code, detail: message, errors, headers } };
    }
  };

import { idempotencyConflict } from "@assay/contract/platform/refusals";
import { limits } from "@assay/contract/platform/limits";
import type { PlatformState } from "../state/platform-tables.ts";
import type { Call, Caller, SentRequest } from "./handler.ts";
import { textOf } from "./read-body.ts";

/** Runs work after all earlier work has ended. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a queue that serializes a mock's writes. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

/**
 * Creates the `commit` function for one request. @param onReplay called if an earlier response is repeated.
 */
export function createCommit(
  { clock, queue }: Pick<PlatformState, "clock"> & { queue: Queue },
  { sent, caller }: { sent: SentRequest; caller: Caller | undefined },
  onReplay: () => void,
): Call["commit"] {
  const { method, path, url, headers, bytes } = sent;
  const key = headers.get("idempotency-key");
  if (method !== "POST" || key === null || !caller) return (work) => queue(async () => work());
  const { responses } = caller.workspace;
  const storageKey = JSON.stringify([caller.apiKeyId, method, path, key]);
  const request = `${url.search}\n${textOf(bytes)}`;
  return <A>(work: () => A | Promise<A>) =>
    queue(async (): Promise<A> => {
      const stored = responses.get(storageKey);
      if (stored && stored.createdAt >= clock.now() - limits.idempotencyHours * 3_600_000) {
        if (stored.request !== request) throw idempotencyConflict(key);
        onReplay();
        // The same route stored this result, so it has the type of `work`'s result.
        return structuredClone(stored.result) as A;
      }
      const result = await work();
      responses.set(storageKey, { request, result: structuredClone(result), createdAt: clock.now() });
      return result;
    });
}

import { idempotencyConflict } from "@assay/contract/platform/refusals";
import { limits } from "@assay/contract/platform/limits";
import type { PlatformState } from "../state/platform-tables.ts";
import type { Answer, Call, Caller, SentRequest } from "./handler.ts";
import { textOf } from "./read-body.ts";

/** Does work when all that was given before is done. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes the writes of a mock happen one after the other. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Makes the `commit` of one request. @param onReplay called when the answer is an earlier one. */
export function createCommit(
  { clock, queue }: Pick<PlatformState, "clock"> & { queue: Queue },
  { sent, caller }: { sent: SentRequest; caller: Caller | undefined },
  onReplay: () => void,
): Call["commit"] {
  const { method, path, url, headers, bytes } = sent;
  const key = headers.get("idempotency-key");
  if (method !== "POST" || key === null || !caller) return (work) => queue(async () => work());
  const { answers } = caller.workspace;
  const place = JSON.stringify([caller.apiKeyId, method, path, key]);
  const request = `${url.search}\n${textOf(bytes)}`;
  return <A extends Answer>(work: () => A | Promise<A>) =>
    queue(async (): Promise<A> => {
      const stored = answers.get(place);
      if (stored && stored.createdAt >= clock.now() - limits.idempotencyHours * 3_600_000) {
        if (stored.request !== request) throw idempotencyConflict(key);
        onReplay();
        // What was stored is what `work` gave for the same route: the same type of answer.
        return { status: stored.status, body: structuredClone(stored.body) } as A;
      }
      const answer = await work();
      answers.set(place, { request, ...structuredClone(answer), createdAt: clock.now() });
      return answer;
    });
}

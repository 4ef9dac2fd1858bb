import { limits } from "@assay/contract/platform/limits";

/**
 * Returns a function that checks the API key of a long response again if the last check started some seconds ago. The
 * caller must ask at least twice a second while the response lasts; the response then ends within 5 seconds after the key
 * became invalid.
 *
 * @returns false if the key is no longer valid.
 */
export function keyCheck(now: () => Date, recheck: () => Promise<boolean>): () => Promise<boolean> {
  let startedAt = now().getTime();
  return async () => {
    const at = now().getTime();
    if (at - startedAt < limits.streamKeyCheckSeconds * 1000) return true;
    // The time of the check itself counts, so that slow checks do not extend the interval.
    startedAt = at;
    return recheck();
  };
}

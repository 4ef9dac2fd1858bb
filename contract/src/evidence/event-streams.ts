import { limits } from "../platform/limits.ts";
import { tooManyStreams } from "./log/evidence-refusals.ts";

/**
 * Opens an event stream of an API key.
 *
 * @param open number of open streams per key; incremented now, decremented when the stream closes.
 * @returns a function that closes the stream; further calls have no effect.
 * @throws {ApiError} 429 if the key has the maximum number of streams.
 */
export function openStream(open: Map<string, number>, apiKeyId: string): () => void {
  const count = open.get(apiKeyId) ?? 0;
  if (count >= limits.streamsPerKey) throw tooManyStreams(limits.streamsPerKey);
  open.set(apiKeyId, count + 1);
  let given = false;
  return () => {
    if (given) return;
    given = true;
    const rest = (open.get(apiKeyId) ?? 1) - 1;
    if (rest === 0) open.delete(apiKeyId);
    else open.set(apiKeyId, rest);
  };
}

import { limits } from "../platform/limits.ts";
import { tooManyStreams } from "./log/evidence-refusals.ts";

/**
 * Takes one of the event streams that an API key may follow.
 *
 * @param open how many streams each key follows: counted up now, and down when the stream is given back.
 * @returns what gives it back; again changes nothing.
 * @throws {ApiError} 429 when the key follows as many as it may.
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

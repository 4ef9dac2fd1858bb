import { limits } from "../platform/limits.ts";
import { workspaceLimits } from "../platform/requests/workspace-limits.ts";
import { tooManyStreams, tooManyWorkspaceStreams } from "./log/evidence-refusals.ts";

/**
 * Opens an event stream for an API key.
 *
 * @param open number of open streams of the workspace by API key. Opening a stream increments it, closing decrements it.
 * @returns a function that closes the stream; calling it again has no effect.
 * @throws {ApiError} 429 if the API key or the workspace has reached its limit of open streams.
 */
export function openStream(open: Map<string, number>, apiKeyId: string): () => void {
  const count = open.get(apiKeyId) ?? 0;
  if (count >= limits.streamsPerKey) throw tooManyStreams(limits.streamsPerKey);
  const total = [...open.values()].reduce((sum, ofKey) => sum + ofKey, 0);
  if (total >= workspaceLimits.streamsPerWorkspace)
    throw tooManyWorkspaceStreams(workspaceLimits.streamsPerWorkspace);
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

import { instantOrNull } from "../domain/values/instants.ts";
import { presetOf } from "../platform/scopes.ts";
import type { ApiKeyRecord } from "../workspace/api-key-rules.ts";
import type { ReviewerRecord } from "./reviewers/reviewer-rules.ts";
import { reviewerToWire } from "./reviewers/reviewer-wire.ts";

/** A caller that uses an API key. */
export interface KeyCaller {
  apiKey: ApiKeyRecord;
  workspace: { id: string; name: string };
  /** The reviewer for whom the key acts, and the number of samples that the reviewer has yet to review. */
  reviewer: { record: ReviewerRecord; pendingCount: number } | undefined;
  /** The tools of the agent to which the key is bound; undefined if the agent does not exist. */
  agentTools: readonly string[] | undefined;
  /** The projects to which the key is restricted; null if it can access the whole workspace. */
  projects: readonly { id: string; name: string }[] | null;
}

/** Converts a caller to its form in responses. */
export const callerToWire = ({ apiKey, workspace, reviewer, agentTools, projects }: KeyCaller) => ({
  object: "caller" as const,
  via: "key" as const,
  key: {
    id: apiKey.id,
    name: apiKey.name,
    scopes: [...apiKey.scopes],
    preset: presetOf(apiKey.scopes),
    expires_at: instantOrNull(apiKey.expiresAt),
  },
  workspace: { id: workspace.id, name: workspace.name },
  reviewer: reviewer ? reviewerToWire(reviewer.record, reviewer.pendingCount) : null,
  // While its agent is being deleted, a bound key is not shown as a key without an agent.
  agent: apiKey.agent === null ? null : { id: apiKey.agent, tools: [...(agentTools ?? [])] },
  projects: projects && projects.map(({ id, name }) => ({ id, name })),
  session: null,
});

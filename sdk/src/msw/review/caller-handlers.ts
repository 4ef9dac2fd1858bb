import { callerToWire } from "@assay/contract/review/caller-wire";
import type { WorkspaceCaller } from "../workspace/workspace-tables.ts";
import type { ReviewHandlers } from "./review-tables.ts";
import { pendingCount } from "./tasks/assignments.ts";

/** Further data about a caller, from other wings. */
export interface CallerParts {
  workspaceId(caller: WorkspaceCaller): string;
  /** Returns the tools of an agent; undefined if it does not exist. */
  agentTools(caller: WorkspaceCaller, agent: string): readonly string[] | undefined;
}

export const callerHandlers = (parts: CallerParts): ReviewHandlers<"caller"> => ({
  get: (_input, call) => {
    const { caller } = call;
    const { workspace, apiKeyId, projects, keyAgent } = caller;
    const apiKey = workspace.apiKeys.get(apiKeyId);
    if (!apiKey) throw new Error(`The API key ${apiKeyId} does not exist.`);
    const reviewer = workspace.reviewers.get(caller.reviewer ?? "");
    return callerToWire({
      apiKey,
      workspace: { id: parts.workspaceId(caller), name: "Mock workspace" },
      reviewer: reviewer && { record: reviewer, pendingCount: pendingCount(call, reviewer) },
      agentTools: keyAgent === null ? undefined : parts.agentTools(caller, keyAgent),
      projects: projects && [...workspace.projects.values()].filter(({ id }) => projects.includes(id)),
    });
  },
});

import type { contract } from "@assay/contract/openapi/apis";
import { callerToWire } from "@assay/contract/review/caller-wire";
import type { Knex } from "knex";
import type { Caller, Handlers } from "../platform/http/routing/handler.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { findApiKey } from "../workspace/api-keys/api-key-queries.ts";
import { listProjects } from "../workspace/projects/project-queries.ts";
import { findWorkspace } from "../workspace/workspaces/workspace-service.ts";
import { findReviewer } from "./reviewers/reviewer-queries.ts";

/** Further data about a caller, from other wings and from review tasks. */
export interface CallerLookups {
  /** Expires assignments in a workspace, in a transaction of its own. */
  expireAssignments: (deps: PlatformDeps, workspaceId: string) => Promise<void>;
  /** Returns the tools of an agent; undefined if it does not exist. */
  agentTools: (db: Knex, workspaceId: string, agent: string) => Promise<readonly string[] | undefined>;
}

/** Returns the handler of `GET /v1/me`. */
export const callerHandlers = (
  deps: PlatformDeps,
  lookups: CallerLookups,
): Handlers<typeof contract.caller> => ({
  get: async (_input, { caller }) => {
    await lookups.expireAssignments(deps, caller.workspaceId);
    return { status: 200, body: await showCaller(deps.database.knex, caller, lookups) };
  },
});

async function showCaller(db: Knex, caller: Caller, { agentTools }: CallerLookups) {
  const { workspaceId, reviewerId, keyAgent } = caller;
  const apiKey = await findApiKey(db, workspaceId, caller.apiKeyId);
  const workspace = await findWorkspace(db, workspaceId);
  if (!apiKey || !workspace) throw new Error("The workspace was deleted during the request.");
  // The key acts for this reviewer, even if the reviewer's projects are not those of the key.
  const reviewer =
    reviewerId === null ? undefined : await findReviewer(db, { workspaceId, projects: null }, reviewerId);
  return callerToWire({
    apiKey,
    workspace,
    reviewer: reviewer && { record: reviewer, pendingCount: reviewer.pendingCount },
    agentTools: keyAgent === null ? undefined : await agentTools(db, workspaceId, keyAgent),
    projects: caller.projects && (await listProjects(db, caller, { limit: 100, position: undefined })),
  });
}

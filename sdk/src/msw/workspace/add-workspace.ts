import { scopes } from "@assay/contract/platform/scopes";
import type { ApiKeyRow, WorkspaceState, WorkspaceTables } from "./workspace-tables.ts";

/** Adds a workspace, with a key that has every scope. */
export function addWorkspace(
  { clock, newId, tables }: WorkspaceState,
  workspace: WorkspaceTables,
  secret: string,
): void {
  const apiKey: ApiKeyRow = {
    id: newId("api_key"),
    name: "First key",
    scopes: [...scopes],
    projects: null,
    reviewer: null,
    last4: secret.slice(-4),
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    createdAt: clock.now(),
  };
  workspace.apiKeys.set(apiKey.id, apiKey);
  tables.workspaces.push(workspace);
  tables.secrets.set(secret, { workspace, apiKey, validUntil: null });
}

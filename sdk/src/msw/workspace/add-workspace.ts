import { scopes } from "@assay/contract/platform/scopes";
import { unrestrictedApiKey } from "@assay/contract/workspace/api-key-rules";
import type { WorkspaceState, WorkspaceTables } from "./workspace-tables.ts";

/** Adds a workspace with a key that has every scope. */
export function addWorkspace(
  { clock, newId, tables }: WorkspaceState,
  workspace: WorkspaceTables,
  secret: string,
): void {
  const granted = { name: "First key", scopes, agent: null, last4: secret.slice(-4) };
  const apiKey = unrestrictedApiKey(granted, { now: clock.now(), newId });
  workspace.apiKeys.set(apiKey.id, apiKey);
  tables.workspaces.push(workspace);
  tables.secrets.set(secret, { workspace, apiKeyId: apiKey.id, validUntil: null });
}

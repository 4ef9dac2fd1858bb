import {
  type ApiKeyCommand,
  type ApiKeyDecision,
  type ApiKeyState,
  decideApiKey,
  isActiveKey,
} from "@assay/contract/workspace/api-key-rules";
import {
  apiKeyToWire,
  createdApiKeyToWire,
  rotatedApiKeyToWire,
} from "@assay/contract/workspace/api-key-wire";
import { reaches, reachesAllOf } from "@assay/contract/workspace/access-rules";
import { newApiKeySecret } from "../platform/state/mock-secrets.ts";
import { storeDecision } from "../platform/state/apply-decision.ts";
import { newestPage } from "@assay/contract/platform/paging/sorted-page";
import type { WorkspaceCall, WorkspaceCaller, WorkspaceHandlers } from "./workspace-tables.ts";

/** Dependencies on other wings. */
export interface ApiKeyParts {
  /** Finds a reviewer that the caller's key can access, in the same mock. */
  findReviewer(caller: WorkspaceCaller, id: string): { id: string } | undefined;
  hasAgent(caller: WorkspaceCaller, id: string): boolean;
}

function apiKeyStateOf(
  { caller, rules }: WorkspaceCall,
  command: ApiKeyCommand,
  parts: ApiKeyParts,
): ApiKeyState {
  const { apiKeys, projects } = caller.workspace;
  const creates = command.type === "create";
  const { reviewer, agent } = creates ? command.body : {};
  return {
    caller,
    apiKey: creates ? undefined : apiKeys.get(command.id),
    projects: new Set([...projects.keys()].filter((project) => reaches(caller, project))),
    reviewerFound: reviewer !== undefined && parts.findReviewer(caller, reviewer) !== undefined,
    activeKeys: [...apiKeys.values()].filter((key) => isActiveKey(key, rules.now)).length,
    agentFound: agent !== undefined && parts.hasAgent(caller, agent),
  };
}

/** Runs a command on a key, and stores its new secret. */
function storeApiKey(
  call: WorkspaceCall,
  parts: ApiKeyParts,
  { command, secret }: { command: ApiKeyCommand; secret?: string },
): ApiKeyDecision {
  const { workspace } = call.caller;
  const decision = decideApiKey(apiKeyStateOf(call, command, parts), command, call.rules);
  storeDecision(decision, workspace.apiKeys);
  const { secrets } = call.tables;
  const { record, previousSecretsUntil: until } = decision;
  if (until !== null)
    for (const known of secrets.values())
      if (known.apiKeyId === record.id) known.validUntil = Math.min(known.validUntil ?? Infinity, until);
  if (secret !== undefined) secrets.set(secret, { workspace, apiKeyId: record.id, validUntil: null });
  return decision;
}

export const apiKeyHandlers = (parts: ApiKeyParts): WorkspaceHandlers<"apiKeys"> => ({
  create: ({ body }, call) =>
    call.commit(async () => {
      const secret = await newApiKeySecret(call.random);
      const command = { type: "create", body, last4: secret.slice(-4) } as const;
      const { record } = storeApiKey(call, parts, { command, secret });
      return createdApiKeyToWire(record, secret);
    }),
  list: ({ query }, { caller }) => {
    const rows = [...caller.workspace.apiKeys.values()].filter((row) => reachesAllOf(caller, row));
    return newestPage(rows, query, { list: "api_keys", toWire: apiKeyToWire });
  },
  revoke: ({ params }, call) =>
    call.commit(() => {
      const { record } = storeApiKey(call, parts, { command: { type: "revoke", id: params.id } });
      return apiKeyToWire(record);
    }),
  rotate: ({ params, body }, call) =>
    call.commit(async () => {
      const secret = await newApiKeySecret(call.random);
      const rotation = { id: params.id, graceSeconds: body.grace_seconds, last4: secret.slice(-4) };
      const decision = storeApiKey(call, parts, { command: { type: "rotate", ...rotation }, secret });
      return rotatedApiKeyToWire(decision, secret);
    }),
});

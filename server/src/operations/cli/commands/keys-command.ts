import { ApiError } from "@assay/contract/platform/errors";
import { scopePresets, scopes, type Scope, type ScopePreset } from "@assay/contract/platform/scopes";
import { agentReferenceNotFound } from "@assay/contract/platform/refusals";
import { fieldErrors, validationFailed } from "@assay/contract/platform/validation/validation";
import type { ApiKeyRecord } from "@assay/contract/workspace/api-key-rules";
import { createApiKeyBody } from "@assay/contract/workspace/api-keys";
import { apiKeyToWire } from "@assay/contract/workspace/api-key-wire";
import { Command, InvalidArgumentError, Option } from "commander";
import { holdAgent } from "../../../control/agents/agent-queries.ts";
import { listApiKeys } from "../../../workspace/api-keys/api-key-queries.ts";
import { issueApiKey, revokeApiKey } from "../../../workspace/api-keys/api-key-service.ts";
import { inTransaction } from "../../../platform/db/transaction.ts";
import { administer, workspaceNamed } from "../administer.ts";
import { nameText } from "../name-text.ts";
import { type OutputOptions, printResult } from "../output.ts";

const workspaceOption = () =>
  new Option("--workspace <name>", "workspace name (optional if there is only one)");

function scopeList(text: string): Scope[] {
  const names = text.split(",").map((name) => name.trim());
  const listed = scopes.filter((scope) => names.includes(scope));
  const unknown = names.filter((name) => !scopes.some((scope) => scope === name));
  if (unknown.length > 0)
    throw new InvalidArgumentError(
      `Unknown scopes: ${unknown.join(", ")}. The scopes are: ${scopes.join(", ")}.`,
    );
  return listed;
}

interface CreateOptions extends OutputOptions {
  name: string;
  preset?: ScopePreset;
  scopes?: Scope[];
  agent?: string;
  workspace?: string;
}

const createCommand = () =>
  new Command("create")
    .description("Create an API key and print its secret once.")
    .requiredOption("--name <name>", "name of the key", nameText)
    .addOption(
      new Option(
        "--preset <preset>",
        "named set of scopes (default without --scopes: developer; with --agent: agent)",
      ).choices(Object.keys(scopePresets)),
    )
    .addOption(
      new Option("--scopes <list>", "scopes, separated by commas").argParser(scopeList).conflicts("preset"),
    )
    .option(
      "--agent <id>",
      "agent to which the key is bound; the key cannot be used for other agents",
      nameText,
    )
    .addOption(workspaceOption())
    .action((options: CreateOptions) =>
      administer(options, async (deps) => {
        const workspace = await workspaceNamed(deps, options.workspace);
        const issued = { workspaceId: workspace.id, ...grantOf(options) };
        const { apiKey, secret } = await inTransaction(deps.database, async (tx) => {
          if (issued.agent !== undefined && !(await holdAgent(tx, workspace.id, issued.agent)))
            throw agentReferenceNotFound(issued.agent, "/agent");
          return issueApiKey(tx, deps, issued);
        });
        const { id, name, scopes: granted, agent } = apiKey;
        printResult(options, { id, name, scopes: granted, agent, secret }, [`${id}  ${secret}`]);
      }),
    );

/**
 * Returns the name, the scopes and the agent of a new key. @throws {ApiError} if the API would refuse them.
 */
function grantOf({ name, preset, scopes: given, agent }: CreateOptions) {
  const byDefault = agent === undefined ? "developer" : "agent";
  const body = { name, agent, ...(given ? { scopes: given } : { preset: preset ?? byDefault }) };
  const parsed = createApiKeyBody.safeParse(body);
  if (!parsed.success)
    throw validationFailed(fieldErrors(parsed.error.issues, { input: body, where: "body" }));
  return { name, agent, scopes: given ?? scopePresets[preset ?? byDefault] };
}

/** Returns the name of the preset with these scopes or, if no preset matches, the scopes. */
function scopesText(allowed: readonly string[]): string {
  const preset = Object.entries(scopePresets).find(
    ([, names]) => names.length === allowed.length && names.every((name: string) => allowed.includes(name)),
  );
  return preset?.[0] ?? allowed.join(", ");
}

const listCommand = () =>
  new Command("list")
    .description("List API keys, newest first (at most 1,000).")
    .addOption(workspaceOption())
    .action((options: OutputOptions & { workspace?: string }) =>
      administer(options, async (deps) => {
        const workspace = await workspaceNamed(deps, options.workspace);
        const reach = { workspaceId: workspace.id, projects: null };
        const rows = await listApiKeys(deps.database.knex, reach, { limit: 1000, position: undefined });
        const keys = rows.map((row) => shown(row, deps.now()));
        const lines = keys.map(
          ({ id, state, last4, name, scopes: allowed, agent }) =>
            `${id}  ${state.padEnd(7)}  …${last4}  ${name}  (${scopesText(allowed)}${agent === null ? "" : ` of ${agent}`})`,
        );
        const none = "No API keys. Create one with `assay-server keys create`.";
        printResult(options, { api_keys: keys }, lines.length > 0 ? lines : [none]);
      }),
    );

function shown(apiKey: ApiKeyRecord, now: Date) {
  const expired = apiKey.expiresAt !== null && apiKey.expiresAt <= now.getTime();
  const {
    id,
    name,
    scopes: allowed,
    agent,
    last4,
    created_at,
    expires_at,
    last_used_at,
  } = apiKeyToWire(apiKey);
  return {
    id,
    state: apiKey.revokedAt !== null ? "revoked" : expired ? "expired" : "active",
    name,
    last4,
    scopes: allowed,
    agent,
    created_at,
    expires_at,
    last_used_at,
  };
}

const revokeCommand = () =>
  new Command("revoke")
    .description("Revoke an API key. Running servers reject the key within 5 seconds.")
    .argument("<id>", "API key id: key_…")
    .addOption(workspaceOption())
    .action((publicId: string, options: OutputOptions & { workspace?: string }) =>
      administer(options, async (deps) => {
        const workspace = await workspaceNamed(deps, options.workspace);
        const reach = { workspaceId: workspace.id, projects: null };
        await inTransaction(deps.database, (tx) => revokeApiKey(tx, deps, { reach, id: publicId })).catch(
          (error: unknown) => {
            if (!(error instanceof ApiError)) throw error;
            throw new Error(
              `API key ${JSON.stringify(publicId)} not found in workspace ${JSON.stringify(workspace.name)}.`,
              { cause: error },
            );
          },
        );
        printResult(options, { id: publicId, state: "revoked" }, [`${publicId} revoked.`]);
      }),
    );

/** Builds the commands `keys create|list|revoke`. */
export function keysCommand(): Command {
  return new Command("keys")
    .description("Create, list and revoke API keys.")
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

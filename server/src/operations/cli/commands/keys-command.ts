import { ApiError } from "@assay/contract/platform/errors";
import { scopePresets, scopes, type Scope, type ScopePreset } from "@assay/contract/platform/scopes";
import type { ApiKeyRecord } from "@assay/contract/workspace/api-key-rules";
import { apiKeyToWire } from "@assay/contract/workspace/api-key-wire";
import { Command, InvalidArgumentError, Option } from "commander";
import { listApiKeys } from "../../../workspace/api-keys/api-key-queries.ts";
import { issueApiKey, revokeApiKey } from "../../../workspace/api-keys/api-key-service.ts";
import { inTransaction } from "../../../platform/db/transaction.ts";
import { administer, workspaceNamed } from "../administer.ts";
import { nameText } from "../name-text.ts";
import { type OutputOptions, tell } from "../output.ts";

const workspaceOption = () =>
  new Option("--workspace <name>", "workspace; may be left out when there is one");

function scopeList(text: string): Scope[] {
  const names = text.split(",").map((name) => name.trim());
  const known = scopes.filter((scope) => names.includes(scope));
  const unknown = names.filter((name) => !scopes.some((scope) => scope === name));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`Unknown: ${unknown.join(", ")}. Scopes are: ${scopes.join(", ")}.`);
  return known;
}

interface CreateOptions extends OutputOptions {
  name: string;
  preset?: ScopePreset;
  scopes?: Scope[];
  workspace?: string;
}

const createCommand = () =>
  new Command("create")
    .description("Make a key; its secret is shown once.")
    .requiredOption("--name <name>", "what the key is for", nameText)
    .addOption(
      new Option("--preset <preset>", "named set of scopes; without --scopes too: developer").choices(
        Object.keys(scopePresets),
      ),
    )
    .addOption(
      new Option("--scopes <list>", "scopes, separated by commas").argParser(scopeList).conflicts("preset"),
    )
    .addOption(workspaceOption())
    .action((options: CreateOptions) =>
      administer(options, async (deps) => {
        const workspace = await workspaceNamed(deps, options.workspace);
        const { apiKey, secret } = await inTransaction(deps.database, (tx) =>
          issueApiKey(tx, deps, {
            workspaceId: workspace.id,
            name: options.name,
            scopes: options.scopes ?? scopePresets[options.preset ?? "developer"],
          }),
        );
        const { id, name, scopes: granted } = apiKey;
        tell(options, { id, name, scopes: granted, secret }, [`${id}  ${secret}`]);
      }),
    );

/** The preset that a key has, or its scopes one by one. */
function scopesText(allowed: readonly string[]): string {
  const preset = Object.entries(scopePresets).find(
    ([, names]) => names.length === allowed.length && names.every((name: string) => allowed.includes(name)),
  );
  return preset?.[0] ?? allowed.join(", ");
}

const listCommand = () =>
  new Command("list")
    .description("List keys, newest first (the first 1,000).")
    .addOption(workspaceOption())
    .action((options: OutputOptions & { workspace?: string }) =>
      administer(options, async (deps) => {
        const workspace = await workspaceNamed(deps, options.workspace);
        const reach = { workspaceId: workspace.id, projects: null };
        const rows = await listApiKeys(deps.database.knex, reach, { limit: 1000, position: undefined });
        const keys = rows.map((row) => shown(row, deps.now()));
        const lines = keys.map(
          ({ id, state, last4, name, scopes: allowed }) =>
            `${id}  ${state.padEnd(7)}  …${last4}  ${name}  (${scopesText(allowed)})`,
        );
        const none = "There is no API key yet; `assay-server keys create` makes one.";
        tell(options, { api_keys: keys }, lines.length > 0 ? lines : [none]);
      }),
    );

function shown(apiKey: ApiKeyRecord, now: Date) {
  const expired = apiKey.expiresAt !== null && apiKey.expiresAt <= now.getTime();
  const { id, name, scopes: allowed, last4, created_at, expires_at, last_used_at } = apiKeyToWire(apiKey);
  return {
    id,
    state: apiKey.revokedAt !== null ? "revoked" : expired ? "expired" : "active",
    name,
    last4,
    scopes: allowed,
    created_at,
    expires_at,
    last_used_at,
  };
}

const revokeCommand = () =>
  new Command("revoke")
    .description("Revoke a key; running servers refuse it within 5 seconds.")
    .argument("<id>", "key_…")
    .addOption(workspaceOption())
    .action((publicId: string, options: OutputOptions & { workspace?: string }) =>
      administer(options, async (deps) => {
        const workspace = await workspaceNamed(deps, options.workspace);
        const reach = { workspaceId: workspace.id, projects: null };
        await inTransaction(deps.database, (tx) => revokeApiKey(tx, deps, { reach, id: publicId })).catch(
          (error: unknown) => {
            if (!(error instanceof ApiError)) throw error;
            throw new Error(
              `No API key ${JSON.stringify(publicId)} in workspace ${JSON.stringify(workspace.name)}.`,
              { cause: error },
            );
          },
        );
        tell(options, { id: publicId, state: "revoked" }, [`${publicId} is revoked.`]);
      }),
    );

/** `keys create|list|revoke`. */
export function keysCommand(): Command {
  return new Command("keys")
    .description("Make, list and revoke API keys.")
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

import { agentDifferences } from "@assay/contract/control/agents/agent-input";
import { defaultSettings, type WorkspaceSettings } from "@assay/contract/control/settings/settings";
import { formatId } from "@assay/contract/platform/ids";
import { settingsChanged } from "@assay/contract/control/agents/agent-refusals";
import { settingsUpdated } from "@assay/contract/control/control-evidence";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";
import type { ControlDeps } from "../control-deps.ts";
import { lockLog } from "../../evidence/log-queries.ts";
import { tellInTransaction } from "../../evidence/log/append/tell-in-transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { findSettings, putSettings } from "./settings-queries.ts";

/** The settings of a workspace, and when they were changed; null: never. */
export interface DatedSettings extends WorkspaceSettings {
  updatedAt: number | null;
}

/** The settings of a workspace: the defaults, which limit nothing, while it has set none. */
export async function readSettings(db: Knex, workspaceId: string): Promise<DatedSettings> {
  const row = await findSettings(db, workspaceId);
  return { ...defaultSettings, ...row?.settings, updatedAt: row?.updated_at ?? null };
}

/**
 * Sets all settings of a workspace; the same ones change nothing.
 *
 * @param expected when those there are were changed, if that matters.
 * @throws {ApiError} 409 when it was not then.
 */
export async function changeSettings(
  tx: Tx,
  deps: Pick<ControlDeps, "database" | "now">,
  { workspaceId, apiKeyId }: Caller,
  { settings, expected }: { settings: WorkspaceSettings; expected: number | undefined },
): Promise<DatedSettings> {
  // The log's lock makes changes come one after the other.
  await lockLog(tx, workspaceId);
  const before = await readSettings(tx, workspaceId);
  if (expected !== undefined && expected !== before.updatedAt)
    throw settingsChanged(expected, before.updatedAt);
  const changed = agentDifferences(before, settings);
  if (changed.length === 0) return before;
  // Two changes within a millisecond must not look like one.
  const updatedAt = Math.max(deps.now().getTime(), (before.updatedAt ?? 0) + 1);
  await putSettings(tx, workspaceId, { settings, updated_at: updatedAt });
  const event = settingsUpdated(formatId("api_key", apiKeyId), changed, settings);
  await tellInTransaction(tx, deps, { workspaceId, event });
  return { ...settings, updatedAt };
}

import { type SettingsRecord, unsetSettings } from "@assay/contract/control/settings/settings-rules";
import type { WorkspaceSettings } from "@assay/contract/control/settings/settings";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";

interface SettingsRow {
  settings: WorkspaceSettings;
  updated_at: number;
}

/** Returns the settings of a workspace. A workspace without stored settings has no limits. */
export async function getSettings(db: Knex, workspaceId: string): Promise<SettingsRecord> {
  const row: SettingsRow | undefined = await db("workspace_settings")
    .where({ workspace_id: workspaceId })
    .first("settings", "updated_at");
  return { ...unsetSettings, ...row?.settings, updatedAt: row?.updated_at ?? null };
}

/** Stores the settings of a workspace, and replaces the previous settings. */
export async function putSettings(tx: Tx, workspaceId: string, record: SettingsRecord): Promise<void> {
  const { updatedAt, ...settings } = record;
  await tx("workspace_settings")
    .insert({ workspace_id: workspaceId, settings: JSON.stringify(settings), updated_at: updatedAt })
    .onConflict("workspace_id")
    .merge();
}

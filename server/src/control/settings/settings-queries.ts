import type { WorkspaceSettings } from "@assay/contract/control/settings/settings";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";

/** Stored settings, and when they were changed, in milliseconds since 1970. */
export interface SettingsRow {
  settings: WorkspaceSettings;
  updated_at: number;
}

/** The settings of a workspace; undefined when it has set none. */
export async function findSettings(db: Knex, workspaceId: string): Promise<SettingsRow | undefined> {
  return db("workspace_settings").where({ workspace_id: workspaceId }).first("settings", "updated_at");
}

/** Stores the settings of a workspace, in place of the present ones. */
export async function putSettings(tx: Tx, workspaceId: string, row: SettingsRow): Promise<void> {
  await tx("workspace_settings")
    .insert({ workspace_id: workspaceId, ...row, settings: JSON.stringify(row.settings) })
    .onConflict("workspace_id")
    .merge();
}

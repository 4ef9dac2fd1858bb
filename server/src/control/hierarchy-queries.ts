import type { EntityParents, HierarchyState } from "@assay/contract/control/hierarchy/hierarchy-rules";
import type { Groups } from "@assay/contract/control/hierarchy/group-parents";
import type { Knex } from "knex";
import type { Tx } from "../platform/db/transaction.ts";

/** The declared actions of a workspace and their groups, and the declared types. */
export interface DeclaredActions {
  actions: string[];
  actionGroups: Record<string, string[]>;
  types: string[];
}

/** The columns of `DeclaredActions`. */
export const actionColumns = { actions: "actions", actionGroups: "action_groups", types: "types" };

/**
 * Locks the entities of a workspace against other changes until the transaction ends.
 *
 * @returns the declared actions.
 */
export async function lockEntities(tx: Tx, workspaceId: string, at: number): Promise<DeclaredActions> {
  const fresh = { workspace_id: workspaceId, updated_at: at };
  await tx("entity_sets").insert(fresh).onConflict("workspace_id").ignore();
  const row: DeclaredActions | undefined = await tx("entity_sets")
    .where({ workspace_id: workspaceId })
    .forUpdate()
    .first(actionColumns);
  if (!row) throw new Error(`The entities of workspace ${workspaceId} could not be locked.`);
  return row;
}

async function findParents(db: Knex, workspaceId: string): Promise<EntityParents[]> {
  return db("entities")
    .where({ workspace_id: workspaceId })
    .whereRaw("parents::text <> '[]'")
    .select("type", "id", "parents");
}

async function findAgentGroups(db: Knex, workspaceId: string): Promise<HierarchyState["agents"]> {
  const rows: { id: string; groups: string[] }[] = await db("agents")
    .where({ workspace_id: workspaceId })
    .whereRaw("cardinality(groups) > 0")
    .select("id", "groups");
  return new Map(rows.map(({ id, groups }) => [id, groups]));
}

async function findToolGroups(db: Knex, workspaceId: string): Promise<Groups> {
  const row: { settings: { toolGroups?: Groups } } | undefined = await db("workspace_settings")
    .where({ workspace_id: workspaceId })
    .first("settings");
  return row?.settings.toolGroups ?? {};
}

/** The hierarchy of a workspace whose entities are locked. */
export async function loadHierarchy(db: Knex, workspaceId: string): Promise<HierarchyState> {
  return {
    entities: await findParents(db, workspaceId),
    agents: await findAgentGroups(db, workspaceId),
    toolGroups: await findToolGroups(db, workspaceId),
  };
}

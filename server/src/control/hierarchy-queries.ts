import {
  type EntityNode,
  type EntitySources,
  missingEntities,
} from "@assay/contract/control/hierarchy/entity-nodes";
import { entityKey, type EntityName } from "@assay/contract/control/hierarchy/entity-name";
import { parentsOfAgent, parentsOfTool } from "@assay/contract/control/hierarchy/group-parents";
import type { EntityParents, HierarchyState } from "@assay/contract/control/hierarchy/hierarchy-rules";
import type { Groups } from "@assay/contract/control/hierarchy/group-parents";
import type { Knex } from "knex";
import type { Tx } from "../platform/db/transaction.ts";

/** The declared types and actions of a workspace, and the groups of these actions. */
export interface DeclaredActions {
  actions: string[];
  actionGroups: Record<string, string[]>;
  types: string[];
}

/** The database columns for the members of `DeclaredActions`. */
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

interface NodeRow extends EntityName {
  properties: EntityNode["properties"];
  parents: EntityName[] | null;
  groups: string[] | null;
}

/**
 * Returns one row per name: the stored properties and parents of the entity and, for an agent, its groups.
 */
async function findNodes(db: Knex, workspaceId: string, names: readonly EntityName[]): Promise<NodeRow[]> {
  const { rows } = await db.raw<{ rows: NodeRow[] }>(
    `select n.type, n.id, e.properties, e.parents, a.groups
      from unnest(:types::text[], :ids::text[]) as n(type, id)
      left join entities e on e.workspace_id = :workspaceId and e.type = n.type and e.id = n.id
      left join agents a on a.workspace_id = :workspaceId and n.type = 'agent' and a.id = n.id`,
    { workspaceId, types: names.map(({ type }) => type), ids: names.map(({ id }) => id) },
  );
  return rows;
}

const nodeOf = (
  { type, id, properties, parents, groups }: NodeRow,
  { toolGroups }: { toolGroups: Groups },
): EntityNode => ({
  properties,
  parents: [
    ...(parents ?? []),
    ...parentsOfAgent(groups ?? []),
    ...(type === "tool" ? parentsOfTool(toolGroups, id) : []),
  ],
});

/**
 * Adds to `nodes` the entities that decisions on the given requests may use. Reads one level of parents at a
 * time.
 *
 * @returns the number of characters of the added entities.
 */
export async function loadNodes(
  db: Knex,
  workspaceId: string,
  {
    nodes,
    settings,
    requests,
  }: {
    nodes: Map<string, EntityNode>;
    settings: { toolGroups: Groups };
    requests: readonly EntitySources[];
  },
): Promise<number> {
  let chars = 0;
  for (;;) {
    const found = requests.flatMap((request) =>
      missingEntities(request, (name) => nodes.get(entityKey(name))),
    );
    const missing = [...new Map(found.map((name) => [entityKey(name), name])).values()];
    if (missing.length === 0) return chars;
    for (const row of await findNodes(db, workspaceId, missing)) {
      const node = nodeOf(row, settings);
      nodes.set(entityKey(row), node);
      chars += entityKey(row).length + JSON.stringify(node).length;
    }
  }
}

import type { EntityNode, MissingEntities } from "@assay/contract/control/hierarchy/entity-nodes";
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

/** Whether a stored entity has an agent as a parent. */
async function isParent(db: Knex, workspaceId: string, agent: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select from entities e, json_to_recordset(e.parents) as p(type text, id text)
      where e.workspace_id = ? and e.parents::text <> '[]' and p.type = 'agent' and p.id = ? limit 1`,
    [workspaceId, agent],
  );
  return rows.length > 0;
}

/**
 * The part of the hierarchy that new groups of an agent can affect; the entities must be locked. If no entity
 * is below the agent, this part contains only the ancestors of the groups.
 */
export async function loadHierarchyAround(
  db: Knex,
  workspaceId: string,
  { id, groups }: { id: string; groups: readonly string[] },
): Promise<HierarchyState> {
  if (await isParent(db, workspaceId, id)) return loadHierarchy(db, workspaceId);
  const settings = { toolGroups: await findToolGroups(db, workspaceId) };
  const found = new Map<string, EntityParents>();
  let level = parentsOfAgent(groups);
  while (level.length > 0) {
    for (const row of await findNodes(db, workspaceId, { whole: [], parents: level }))
      found.set(entityKey(row), { type: row.type, id: row.id, parents: nodeOf(row, settings).parents });
    const above = level.flatMap((name) => found.get(entityKey(name))?.parents ?? []);
    level = [...byKey(above).values()].filter((name) => !found.has(entityKey(name)));
  }
  return { entities: [...found.values()], agents: new Map(), toolGroups: {} };
}

interface NodeRow extends EntityName {
  /** Whether the properties are loaded. */
  whole: boolean;
  /** Whether the entity is stored. */
  stored: boolean;
  properties: EntityNode["properties"];
  parents: EntityName[] | null;
  groups: string[] | null;
}

/**
 * Returns one row per name: the parents of the entity and, for an agent, its groups. Loads the stored
 * properties only of the entities in `whole`.
 */
async function findNodes(
  db: Knex,
  workspaceId: string,
  { whole, parents }: MissingEntities,
): Promise<NodeRow[]> {
  const names = [...whole, ...parents];
  const { rows } = await db.raw<{ rows: NodeRow[] }>(
    `select n.type, n.id, n.whole, e.id is not null as stored, case when n.whole then e.properties end as properties,
        e.parents, a.groups
      from unnest(:types::text[], :ids::text[], :wholes::boolean[]) as n(type, id, whole)
      left join entities e on e.workspace_id = :workspaceId and e.type = n.type and e.id = n.id
      left join agents a on a.workspace_id = :workspaceId and n.type = 'agent' and a.id = n.id`,
    {
      workspaceId,
      types: names.map(({ type }) => type),
      ids: names.map(({ id }) => id),
      wholes: names.map((_name, index) => index < whole.length),
    },
  );
  return rows;
}

const nodeOf = (
  { type, id, whole, stored, properties, parents, groups }: NodeRow,
  { toolGroups }: { toolGroups: Groups },
): EntityNode => ({
  properties: stored && !whole ? undefined : properties,
  parents: [
    ...(parents ?? []),
    ...parentsOfAgent(groups ?? []),
    ...(type === "tool" ? parentsOfTool(toolGroups, id) : []),
  ],
});

/** Returns entities by `entityKey`; a name that is not stored has an entity without properties and parents. */
export async function findEntityNodes(
  db: Knex,
  workspaceId: string,
  names: MissingEntities,
  settings: { toolGroups: Groups },
): Promise<Map<string, EntityNode>> {
  const rows = await findNodes(db, workspaceId, names);
  return new Map(rows.map((row) => [entityKey(row), nodeOf(row, settings)]));
}

const byKey = (names: readonly EntityName[]) => new Map(names.map((name) => [entityKey(name), name]));

/** Returns each missing entity once. */
function distinctMissing(found: readonly MissingEntities[]): MissingEntities {
  const whole = byKey(found.flatMap((one) => one.whole));
  const parents = byKey(found.flatMap((one) => one.parents));
  for (const key of whole.keys()) parents.delete(key);
  return { whole: [...whole.values()], parents: [...parents.values()] };
}

/**
 * Adds to `nodes` the entities that decisions need. Reads one level of entities at a time.
 *
 * @param missing returns what the decisions need and what is not loaded yet.
 * @returns the number of characters of the added entities.
 */
export async function loadNodes(
  db: Knex,
  workspaceId: string,
  {
    nodes,
    settings,
    missing,
  }: {
    nodes: Map<string, EntityNode>;
    settings: { toolGroups: Groups };
    missing: () => readonly MissingEntities[];
  },
): Promise<number> {
  let chars = 0;
  for (;;) {
    const { whole, parents } = distinctMissing(missing());
    if (whole.length + parents.length === 0) return chars;
    for (const [key, node] of await findEntityNodes(db, workspaceId, { whole, parents }, settings)) {
      nodes.set(key, node);
      chars += key.length + JSON.stringify(node).length;
    }
  }
}

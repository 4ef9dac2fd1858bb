import {
  entityKey,
  mergeEntities,
  mergedActions,
  type Entity,
} from "@assay/contract/control/entities/entities";
import { entitiesChanged } from "@assay/contract/control/control-evidence";
import { entityNotFound, tooManyEntities } from "@assay/contract/control/agents/agent-refusals";
import { formatId } from "@assay/contract/platform/ids";
import { limits } from "@assay/contract/platform/limits";
import type { Tx } from "../../platform/db/transaction.ts";
import type { ControlDeps } from "../control-deps.ts";
import { tellInTransaction } from "../../evidence/log/append/tell-in-transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import {
  countEntities,
  deleteEntities,
  type EntityName,
  findEntities,
  insertEntities,
  lockEntities,
  updateActions,
} from "./entity-queries.ts";

type Parts = Pick<ControlDeps, "database" | "now">;

/** Entities and declared actions. */
export interface EntitySet {
  entities: readonly Entity[];
  actions: readonly string[];
}

/** How many there are after a change. */
export interface EntityCounts {
  entityCount: number;
  actionCount: number;
}

/** Replaces all entities and actions of a workspace. */
export async function replaceEntities(
  tx: Tx,
  deps: Parts,
  caller: Caller,
  { entities, actions }: EntitySet,
): Promise<EntityCounts> {
  const { workspaceId } = caller;
  const at = deps.now().getTime();
  await lockEntities(tx, workspaceId, at);
  await deleteEntities(tx, workspaceId);
  await insertEntities(tx, deps.database, { workspaceId, entities });
  await updateActions(tx, workspaceId, { actions, at });
  return tell(tx, deps, caller, { how: "replaced", actions });
}

/**
 * Adds entities and actions; properties of entities that there are are merged.
 *
 * @throws {ApiError} 409 when there would be more than a workspace may have, or one larger than it may be.
 */
export async function addEntities(
  tx: Tx,
  deps: Parts,
  caller: Caller,
  { entities, actions }: EntitySet,
): Promise<EntityCounts> {
  const { workspaceId } = caller;
  const at = deps.now().getTime();
  const declared = mergedActions(await lockEntities(tx, workspaceId, at), actions);
  const present = await findEntities(tx, workspaceId, entities);
  const byKey = new Map(present.map((entity) => [entityKey(entity), entity]));
  const merged = mergeEntities(byKey, entities);
  await deleteEntities(tx, workspaceId, present);
  await insertEntities(tx, deps.database, { workspaceId, entities: merged });
  await updateActions(tx, workspaceId, { actions: declared, at });
  const counts = await tell(tx, deps, caller, { how: "merged", actions: declared });
  if (counts.entityCount > limits.entities) throw tooManyEntities(counts.entityCount);
  return counts;
}

/** Deletes an entity. @throws {ApiError} 404. */
export async function deleteEntity(
  tx: Tx,
  deps: Parts,
  caller: Caller,
  name: EntityName,
): Promise<EntityCounts> {
  const { workspaceId } = caller;
  const actions = await lockEntities(tx, workspaceId, deps.now().getTime());
  if ((await deleteEntities(tx, workspaceId, [name])) === 0) throw entityNotFound(name.type, name.id);
  return tell(tx, deps, caller, { how: "deleted", actions });
}

/** Last in the transaction: the log, on which decisions wait, is locked for as short as can be. */
async function tell(
  tx: Tx,
  deps: Parts,
  { workspaceId, apiKeyId }: Caller,
  { how, actions }: { how: "replaced" | "merged" | "deleted"; actions: readonly string[] },
): Promise<EntityCounts> {
  const counts = { entityCount: await countEntities(tx, workspaceId), actionCount: actions.length };
  const event = entitiesChanged(formatId("api_key", apiKeyId), how, counts);
  await tellInTransaction(tx, deps, { workspaceId, event });
  return counts;
}

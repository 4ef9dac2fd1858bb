import { entityKey } from "@assay/contract/control/hierarchy/entity-name";
import {
  decideEntities,
  entitiesNamed,
  type EntityCommand,
  type EntityDecision,
  givesParents,
} from "@assay/contract/control/entities/entity-rules";
import { emptyHierarchy } from "@assay/contract/control/hierarchy/hierarchy-rules";
import type { ControlDeps } from "../control-deps.ts";
import { loadHierarchy, lockEntities } from "../hierarchy-queries.ts";
import { appendInTransaction } from "../../evidence/log/append/append-in-transaction.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import {
  countEntities,
  deleteEntities,
  findEntities,
  insertEntities,
  updateActions,
} from "./entity-queries.ts";

/**
 * Changes the entities and actions of a workspace. Decisions wait while the log is locked, so the log is
 * locked last and for the shortest possible time. `onStored` is called before the log is locked.
 *
 * @returns the number of entities and actions after the change.
 * @throws {ApiError} the refusals of `decideEntities`.
 */
export async function changeEntities(
  tx: Tx,
  deps: Pick<ControlDeps, "database" | "now" | "newId">,
  { caller, command, onStored }: { caller: Caller; command: EntityCommand; onStored: () => Promise<void> },
): Promise<EntityDecision["counts"]> {
  const { workspaceId } = caller;
  const context = ruleContext(deps, caller);
  const declared = await lockEntities(tx, workspaceId, context.now);
  const found = await findEntities(tx, workspaceId, entitiesNamed(command));
  const present = new Map(found.map((entity) => [entityKey(entity), entity]));
  const hierarchy = givesParents(command) ? await loadHierarchy(tx, workspaceId) : emptyHierarchy;
  const state = { present, entityCount: await countEntities(tx, workspaceId), ...declared, hierarchy };
  const decision = decideEntities(state, command, context);
  await deleteEntities(tx, workspaceId, decision.remove);
  await insertEntities(tx, deps.database, { workspaceId, entities: decision.insert });
  await updateActions(tx, workspaceId, { ...decision, at: context.now });
  await onStored();
  await appendInTransaction(tx, deps, { workspaceId, event: decision.evidence });
  return decision.counts;
}

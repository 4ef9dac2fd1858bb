import {
  entityKey,
  mergeEntities,
  mergedActions,
  type Entity,
} from "@assay/contract/control/entities/entities";
import { entitiesChanged } from "@assay/contract/control/control-evidence";
import { entityNotFound, tooManyEntities } from "@assay/contract/control/agents/agent-refusals";
import { limits } from "@assay/contract/platform/limits";
import { decodeCursor, encodeCursor } from "@assay/contract/wire";
import { tell } from "../evidence/evidence-log.ts";
import type { ControlCall, ControlHandlers } from "./control-tables.ts";

const names = { parameter: "cursor", member: "nextCursor" };
const byBytes = (one: string, other: string): number => {
  const [left, right] = [Array.from(one), Array.from(other)];
  for (const [index, character] of left.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};
const inOrder = (one: Pick<Entity, "type" | "id">, other: Pick<Entity, "type" | "id">): number =>
  byBytes(one.type, other.type) || byBytes(one.id, other.id);

/** Tells of a change, and what there is after it. */
function changed(call: ControlCall, how: "replaced" | "merged" | "deleted") {
  const { workspace, apiKeyId } = call.caller;
  const counts = { entityCount: workspace.entities.size, actionCount: workspace.actions.length };
  tell(call, entitiesChanged(apiKeyId, how, counts));
  return { status: 200 as const, body: { ok: true as const, ...counts } };
}

const tableOf = (entities: readonly Entity[]) =>
  new Map(entities.map((entity) => [entityKey(entity), entity]));

/** The routes of entities. */
export const entityHandlers: ControlHandlers<"entities"> = {
  list: ({ query }, { caller: { workspace } }) => {
    const { type, limit = limits.entitiesPerPage, cursor } = query;
    const identity = { list: "entities", filter: { type }, names };
    const [afterType, afterId] =
      cursor === undefined ? [] : decodeCursor(cursor, identity, ["text", "text"]).map(String);
    const found = [...workspace.entities.values()]
      .filter((entity) => type === undefined || entity.type === type)
      .filter((entity) => {
        if (afterType === undefined || afterId === undefined) return true;
        return inOrder(entity, { type: afterType, id: afterId }) > 0;
      })
      .sort(inOrder);
    const entities = found.slice(0, limit);
    const last = found.length > limit ? entities.at(-1) : undefined;
    const nextCursor = last ? encodeCursor({ ...identity, position: [last.type, last.id] }) : null;
    return {
      status: 200,
      body: { entities: structuredClone(entities), actions: [...workspace.actions], nextCursor },
    };
  },
  put: ({ body }, call) =>
    call.commit(() => {
      const { workspace } = call.caller;
      workspace.entities = tableOf(body.entities);
      workspace.actions = body.actions;
      return changed(call, "replaced");
    }),
  patch: ({ body }, call) =>
    call.commit(() => {
      const { workspace } = call.caller;
      const actions = mergedActions(workspace.actions, body.actions);
      const merged = tableOf(mergeEntities(workspace.entities, body.entities));
      const entities = new Map([...workspace.entities, ...merged]);
      if (entities.size > limits.entities) throw tooManyEntities(entities.size);
      Object.assign(workspace, { entities, actions });
      return changed(call, "merged");
    }),
  delete: ({ params }, call) =>
    call.commit(() => {
      if (!call.caller.workspace.entities.delete(entityKey(params)))
        throw entityNotFound(params.type, params.id);
      return changed(call, "deleted");
    }),
};

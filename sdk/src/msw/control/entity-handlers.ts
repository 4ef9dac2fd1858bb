import { entityPages } from "@assay/contract/control/entities/entity-pages";
import { type Entity, entityKey } from "@assay/contract/control/entities/entities";
import {
  decideEntities,
  entitiesNamed,
  type EntityCommand,
} from "@assay/contract/control/entities/entity-rules";
import { tell } from "../evidence/evidence-log.ts";
import type { ControlCall, ControlHandlers } from "./control-tables.ts";
import { ruleContext } from "../platform/state/rule-context.ts";

const byBytes = (one: string, other: string): number => {
  const [left, right] = [Array.from(one), Array.from(other)];
  for (const [index, character] of left.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};
const compareEntities = (one: Pick<Entity, "type" | "id">, other: Pick<Entity, "type" | "id">): number =>
  byBytes(one.type, other.type) || byBytes(one.id, other.id);

/** Carries out a change of the entities. */
const storeEntities = (call: ControlCall, command: EntityCommand) =>
  call.commit(() => {
    const { workspace } = call.caller;
    const { entities, actions } = workspace;
    const named = new Set(entitiesNamed(command).map(entityKey));
    const present = new Map([...entities].filter(([key]) => named.has(key)));
    const decision = decideEntities(
      { present, entityCount: entities.size, actions },
      command,
      ruleContext(call),
    );
    const kept = decision.remove === "all" ? new Map<string, Entity>() : new Map(entities);
    if (decision.remove !== "all") for (const name of decision.remove) kept.delete(entityKey(name));
    for (const entity of decision.insert) kept.set(entityKey(entity), entity);
    Object.assign(workspace, { entities: kept, actions: [...decision.actions] });
    tell(call, decision.evidence);
    return { status: 200 as const, body: { ok: true as const, ...decision.counts } };
  });

/** The routes of entities. */
export const entityHandlers: ControlHandlers<"entities"> = {
  list: ({ query }, { caller: { workspace } }) => {
    const pages = entityPages(query);
    const [afterType, afterId] = (pages.after ?? []).map(String);
    const found = [...workspace.entities.values()]
      .filter(({ type }) => query.type === undefined || type === query.type)
      .filter((entity) => {
        if (afterType === undefined || afterId === undefined) return true;
        return compareEntities(entity, { type: afterType, id: afterId }) > 0;
      })
      .sort(compareEntities);
    const { page, nextCursor } = pages.cut(found, ({ type, id }) => [type, id]);
    return {
      status: 200,
      body: { entities: structuredClone(page), actions: [...workspace.actions], nextCursor },
    };
  },
  put: ({ body }, call) => storeEntities(call, { type: "replace", set: body }),
  patch: ({ body }, call) => storeEntities(call, { type: "merge", set: body }),
  delete: ({ params }, call) => storeEntities(call, { type: "delete", name: params }),
};

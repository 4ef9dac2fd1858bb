import { entityPages } from "@assay/contract/control/entities/entity-pages";
import type { Entity } from "@assay/contract/control/entities/entity-object";
import { entityKey } from "@assay/contract/control/hierarchy/entity-name";
import {
  decideEntities,
  entitiesNamed,
  type EntityCommand,
} from "@assay/contract/control/entities/entity-rules";
import { cutSorted, hasValues } from "@assay/contract/platform/paging/sorted-page";
import { appendServerEvent } from "../evidence/evidence-log.ts";
import { type ControlCall, type ControlHandlers, hierarchyOf } from "./control-tables.ts";
import { commitWithWarnings } from "./policy-tools.ts";

/** Runs a command on the entities. */
function changeEntities(call: ControlCall, command: EntityCommand) {
  const { workspace } = call.caller;
  const { entities, actions, actionGroups, types } = workspace;
  const named = new Set(entitiesNamed(command).map(entityKey));
  const present = new Map([...entities].filter(([key]) => named.has(key)));
  const decision = decideEntities(
    { present, entityCount: entities.size, actions, actionGroups, types, hierarchy: hierarchyOf(workspace) },
    command,
    call.rules,
  );
  const stored = decision.remove === "all" ? new Map<string, Entity>() : new Map(entities);
  if (decision.remove !== "all") for (const name of decision.remove) stored.delete(entityKey(name));
  for (const entity of decision.insert) stored.set(entityKey(entity), entity);
  Object.assign(workspace, {
    entities: stored,
    actions: [...decision.actions],
    actionGroups: structuredClone(decision.actionGroups),
    types: [...decision.types],
  });
  appendServerEvent(call, decision.evidence);
  return { ok: true as const, ...decision.counts };
}

const storeEntities = (call: ControlCall, command: EntityCommand) =>
  commitWithWarnings(call, () => changeEntities(call, command));

export const entityHandlers: ControlHandlers<"entities"> = {
  list: ({ query }, { caller: { workspace } }) => {
    const { type: wanted } = query;
    const found = [...workspace.entities.values()].filter((entity) => hasValues(entity, { type: wanted }));
    const order = { keyOf: ({ type, id }: Entity) => [type, id] };
    const { page, nextCursor } = cutSorted(entityPages(query), found, order);
    const actionGroups = structuredClone(workspace.actionGroups);
    return {
      entities: structuredClone(page),
      actions: [...workspace.actions],
      actionGroups,
      types: [...workspace.types],
      nextCursor,
    };
  },
  put: ({ body }, call) => storeEntities(call, { type: "replace", set: body }),
  patch: ({ body }, call) => storeEntities(call, { type: "merge", set: body }),
  delete: ({ params }, call) => storeEntities(call, { type: "delete", name: params }),
};

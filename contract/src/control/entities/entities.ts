import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import { queryInteger, withDefault } from "../../platform/common.ts";
import { depthOf } from "../../domain/values/depth-of.ts";
import { mergePatch } from "../../domain/values/merge-patch.ts";
import { unrepresentableProperties } from "../cedar/request/unrepresentable.ts";
import { nameWarnings } from "../policies/policy-finding.ts";
import { limits } from "../../platform/limits.ts";
import {
  actionGroups,
  actionGroupsPatch,
  actions,
  entityInput,
  entityPage,
  entityPatch,
  exampleSet,
  types,
} from "./entity-object.ts";
import { entityId, entityKey, entityType } from "../hierarchy/entity-name.ts";

function refuseRepeated(entities: readonly { type: string; id: string }[], context: z.core.$RefinementCtx) {
  const seen = new Set<string>();
  for (const [index, each] of entities.entries()) {
    if (seen.has(entityKey(each)))
      context.addIssue({
        code: "custom",
        path: [index, "id"],
        message: "must be unique among the ids of its type",
        input: each.id,
      });
    seen.add(entityKey(each));
  }
}

const maxEntities = {
  description: `At most ${limits.entities}; to send more than one body can contain, use PATCH.`,
};
const entities = z.array(entityInput).max(limits.entities).superRefine(refuseRepeated).meta(maxEntities);
const patches = z.array(entityPatch).max(limits.entities).superRefine(refuseRepeated).meta(maxEntities);

/**
 * Refuses values that no policy could read.
 *
 * @param nulls `refused`: null values are refused, too. `deletes`: a null member removes the stored member,
 *   as in a merge patch.
 */
const refuseUnrepresentable =
  (nulls: "refused" | "deletes") =>
  (
    body: { entities: readonly { properties: Record<string, unknown> }[] },
    context: z.core.$RefinementCtx,
  ) => {
    for (const [index, { properties: given }] of body.entities.entries()) {
      if (depthOf(given) > limits.entityDepth) continue;
      const stored = nulls === "deletes" ? mergePatch({}, given) : given;
      for (const { path, value, message } of unrepresentableProperties(stored)) {
        const place = ["entities", index, "properties", ...path];
        context.addIssue({
          code: "custom",
          path: place,
          message,
          input: value,
          params: { code: "not_representable" },
        });
      }
    }
  };

const putEntitiesBody = z
  .strictObject({
    entities: withDefault(entities, []),
    actions: withDefault(actions, []),
    actionGroups: withDefault(actionGroups, {}),
    types: withDefault(types, []),
  })
  .superRefine(refuseUnrepresentable("refused"))
  .meta({
    id: "PutEntities",
    description:
      "The complete set; entities, actions, groups of actions and types that it does not contain are deleted.",
    examples: [exampleSet],
  });

const patchEntitiesBody = z
  .strictObject({
    entities: withDefault(patches, []),
    actions: withDefault(actions, []),
    actionGroups: withDefault(actionGroupsPatch, {}),
    types: withDefault(types, []),
  })
  .refine(
    (body) => [body.entities, body.actions, Object.keys(body.actionGroups), body.types].flat().length > 0,
    { error: "must name at least one of entities, actions, actionGroups, types" },
  )
  .superRefine(refuseUnrepresentable("deletes"))
  .meta({
    id: "PatchEntities",
    description:
      "Entities, actions, groups of actions and types to add or change. Properties of an existing entity are merged (RFC 7396: null removes one); actions and types are added.",
    examples: [{ entities: [{ type: "record", id: "chart-118", properties: { sensitive: false } }] }],
  });

const summary = z
  .object({
    ok: z.literal(true).meta({ description: "Always true." }),
    entityCount: z.int().min(0).meta({ description: "Number of entities after the change." }),
    actionCount: z.int().min(0).meta({ description: "Number of declared actions after the change." }),
    warnings: nameWarnings,
  })
  .meta({
    id: "EntitySetSummary",
    description: "The size of the set after the change.",
    examples: [{ ok: true, entityCount: 1, actionCount: 2, warnings: [] }],
  });

const tag = "Entities";
const write = { tag, scope: "policies:write", workspaceLevel: true } as const;

export const entityRoutes = c.router({
  list: route({
    method: "GET",
    path: "/api/entities",
    summary: "List entities and actions",
    description: "Returns entities by type and id, in byte order, with an optional filter by type.",
    query: z.strictObject({
      type: entityType.optional(),
      limit: queryInteger(
        `Page size, 1 to ${limits.entitiesPerPage}; default ${limits.entitiesPerPage}.`,
        1,
        limits.entitiesPerPage,
      ),
      cursor: z
        .string()
        .min(1)
        .max(4000)
        .optional()
        .meta({ description: "`nextCursor` of the previous page, which was requested with this `type`." }),
    }),
    responses: answers({ 200: entityPage }),
    metadata: {
      operationId: "listEntities",
      tag,
      scope: "policies:read",
      sdk: "control.entities.list",
      itemsMember: "entities",
      workspaceLevel: true,
    },
  }),
  put: route({
    method: "PUT",
    path: "/api/entities",
    summary: "Replace all entities and actions",
    description:
      "Replaces the set atomically: a concurrent reader sees the previous set or the new one. 400 if a parent would make an entity its own ancestor (`parent_cycle`), or give it more than 16 levels (`too_deep`) or 256 ancestors (`too_many_parents`).",
    body: putEntitiesBody,
    responses: answers({ 200: summary }),
    metadata: { operationId: "putEntities", sdk: "control.entities.put", bodyLimits: "bulk", ...write },
  }),
  patch: route({
    method: "PATCH",
    path: "/api/entities",
    summary: "Add or change entities and actions",
    description:
      "Changes the set atomically. 400 for parents that `putEntities` would refuse; stored entities are taken into account. 409 if the number of entities or the size of one would exceed its limit.",
    body: patchEntitiesBody,
    responses: answers({ 200: summary }, 409),
    metadata: { operationId: "patchEntities", sdk: "control.entities.patch", bodyLimits: "bulk", ...write },
  }),
  delete: route({
    method: "DELETE",
    path: "/api/entities/:type/:id",
    summary: "Delete an entity",
    description:
      "Deletes one entity by its type and its id. Encode a `/` in the type or in the id as `%2F`, as the SDK does.",
    pathParams: z.object({
      type: entityType,
      id: entityId,
    }),
    responses: answers({ 200: summary }),
    metadata: { operationId: "deleteEntity", sdk: "control.entities.delete", ...write },
  }),
});

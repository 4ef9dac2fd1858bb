import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import { queryInteger, refuseProto, withDefault, withinBytes } from "../../platform/common.ts";
import { depthOf } from "../../domain/values/depth-of.ts";
import { mergePatch } from "../../domain/values/merge-patch.ts";
import { unrepresentableProperties } from "../cedar/request/unrepresentable.ts";
import { limits } from "../../platform/limits.ts";

const entityType = z
  .string()
  .min(1)
  .max(128)
  .meta({ description: "Type of the entity, e.g. `record`; compared exactly." });
const entityId = z
  .string()
  .min(1)
  .max(256)
  .meta({ description: "Id of the entity, unique in its type; compared exactly." });

const propertiesSchema = z.record(z.string().max(1000), z.unknown());
const properties = z
  .preprocess<unknown, typeof propertiesSchema, Record<string, unknown>>(
    (value, context) => {
      refuseProto(value, context);
      return value;
    },
    propertiesSchema
      .refine((value) => withinBytes(value, limits.entityBytes), {
        error: `must be at most ${limits.entityBytes} bytes of JSON`,
      })
      .refine((value) => depthOf(value) <= limits.entityDepth, {
        error: `must be at most ${limits.entityDepth} levels deep`,
      }),
  )
  .meta({
    description: `Properties for policies; a request can only extend them. Refused with the code \`not_representable\`: null, numbers with more than 4 decimals or beyond ±9007199254740991, and members named \`__expr\`, \`__extn\` or \`__entity\`. At most ${limits.entityBytes} bytes of JSON and ${limits.entityDepth} levels.`,
  });

const exampleEntity = { type: "record", id: "chart-118", properties: { owner: "ada", sensitive: true } };

const entity = z
  .object({ type: entityType, id: entityId, properties })
  .meta({ id: "Entity", description: "An entity that policies use.", examples: [exampleEntity] });

const entityInput = z
  .strictObject({ type: entityType, id: entityId, properties: withDefault(properties, {}) })
  .meta({
    id: "EntityInput",
    description: "An entity that policies use.",
    examples: [exampleEntity],
  });

/** The key of an entity, unique in a workspace. */
export const entityKey = ({ type, id }: { type: string; id: string }): string => JSON.stringify([type, id]);

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

const entities = z
  .array(entityInput)
  .max(limits.entities)
  .superRefine(refuseRepeated)
  .meta({ description: `At most ${limits.entities}; send more than one body can contain with PATCH.` });

const actionName = z.string().min(1).max(128).meta({ description: "Name of an action." });
const actions = z
  .array(actionName)
  .max(limits.entityActions)
  .refine((names) => new Set(names).size === names.length, { error: "must be distinct" })
  .meta({
    description: "Actions for searches. Evaluations also accept other actions.",
  });

/**
 * Refuses values that no policy could read. @param nulls `refused`, or `deletes`: a null member removes the
 * member, as in a merge patch.
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

const exampleSet = { entities: [exampleEntity], actions: ["chart.read", "chart.write"] };

const putEntitiesBody = z
  .strictObject({ entities: withDefault(entities, []), actions: withDefault(actions, []) })
  .superRefine(refuseUnrepresentable("refused"))
  .meta({
    id: "PutEntities",
    description: "The complete set; other entities and actions are deleted.",
    examples: [exampleSet],
  });

const patchEntitiesBody = z
  .strictObject({ entities: withDefault(entities, []), actions: withDefault(actions, []) })
  .refine((body) => body.entities.length + body.actions.length > 0, {
    error: "must name at least one of entities, actions",
  })
  .superRefine(refuseUnrepresentable("deletes"))
  .meta({
    id: "PatchEntities",
    description:
      "Entities and actions to add or change. Properties of an existing entity are merged (RFC 7396: null removes one); actions are added.",
    examples: [{ entities: [{ type: "record", id: "chart-118", properties: { sensitive: false } }] }],
  });

const summary = z
  .object({
    ok: z.literal(true).meta({ description: "Always true." }),
    entityCount: z.int().min(0).meta({ description: "Number of entities after the change." }),
    actionCount: z.int().min(0).meta({ description: "Number of declared actions after the change." }),
  })
  .meta({
    id: "EntitySetSummary",
    description: "The size of the set after the change.",
    examples: [{ ok: true, entityCount: 1, actionCount: 2 }],
  });

const page = z
  .object({
    entities: z.array(entity).max(limits.entitiesPerPage).meta({ description: "The entities of this page." }),
    actions: z
      .array(actionName)
      .max(limits.entityActions)
      .meta({ description: "All declared actions, on every page." }),
    nextCursor: z
      .string()
      .max(4000)
      .nullable()
      .meta({ description: "`cursor` of the next page; null on the last page." }),
  })
  .meta({
    id: "EntityPage",
    description: "One page of the workspace's entities.",
    examples: [{ ...exampleSet, nextCursor: null }],
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
        .meta({ description: "`nextCursor` of the previous page, with the same `type`." }),
    }),
    responses: answers({ 200: page }),
    metadata: {
      operationId: "listEntities",
      tag,
      scope: "policies:read",
      sdk: "control.entities.list",
      workspaceLevel: true,
    },
  }),
  put: route({
    method: "PUT",
    path: "/api/entities",
    summary: "Replace all entities and actions",
    description: "Replaces the set atomically: a concurrent reader sees the previous set or the new one.",
    body: putEntitiesBody,
    responses: answers({ 200: summary }),
    metadata: { operationId: "putEntities", sdk: "control.entities.put", ...write },
  }),
  patch: route({
    method: "PATCH",
    path: "/api/entities",
    summary: "Add or change entities and actions",
    description:
      "Changes the set atomically. 409 if the number of entities or the size of one would exceed its limit.",
    body: patchEntitiesBody,
    responses: answers({ 200: summary }, 409),
    metadata: { operationId: "patchEntities", sdk: "control.entities.patch", ...write },
  }),
  delete: route({
    method: "DELETE",
    path: "/api/entities/:type/:id",
    summary: "Delete an entity",
    description:
      "Deletes one entity by its type and its id. Encode a `/` in either as `%2F`, as the SDK does.",
    pathParams: z.object({
      type: entityType,
      id: entityId,
    }),
    responses: answers({ 200: summary }),
    metadata: { operationId: "deleteEntity", sdk: "control.entities.delete", ...write },
  }),
});

/** An entity, as stored and as in responses. */
export type Entity = z.output<typeof entity>;

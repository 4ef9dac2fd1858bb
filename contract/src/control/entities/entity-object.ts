import * as z from "zod";
import { distinct } from "../../platform/validation/distinct.ts";
import { refusingProto, withDefault, withinBytes } from "../../platform/common.ts";
import { depthOf } from "../../domain/values/depth-of.ts";
import { limits } from "../../platform/limits.ts";
import { entityId, entityType, groupName, parents } from "../hierarchy/entity-name.ts";
import { tableOf } from "../settings/setting-tables.ts";

const propertiesSchema = z.record(z.string().max(1000), z.unknown());
const properties = refusingProto(
  propertiesSchema
    .refine((value) => withinBytes(value, limits.entityBytes), {
      error: `must be at most ${limits.entityBytes} bytes of JSON`,
    })
    .refine((value) => depthOf(value) <= limits.entityDepth, {
      error: `must be at most ${limits.entityDepth} levels deep`,
    }),
).meta({
  description: `Properties for policies; a request can only extend them. Refused with the code \`not_representable\`: null, numbers with more than 4 decimals or beyond ±9007199254740991, and members named \`__expr\`, \`__extn\` or \`__entity\`, except typed values such as \`{"__extn": {"fn": "ip", "arg": "10.0.0.0/8"}}\` (\`ip\`, \`decimal\`, \`datetime\`, \`duration\`) and \`{"__entity": {"type": "user", "id": "ada"}}\`. At most ${limits.entityBytes} bytes of JSON and ${limits.entityDepth} levels.`,
});

const exampleEntity = {
  type: "record",
  id: "chart-118",
  properties: { owner: "ada", sensitive: true },
  parents: [{ type: "ward", id: "3" }],
};

const entity = z
  .object({ type: entityType, id: entityId, properties, parents })
  .meta({ id: "Entity", description: "An entity that policies use.", examples: [exampleEntity] });

/** An entity in a request that replaces all entities. */
export const entityInput = z
  .strictObject({
    type: entityType,
    id: entityId,
    properties: withDefault(properties, {}),
    parents: withDefault(parents, []),
  })
  .meta({
    id: "EntityInput",
    description: "An entity that policies use.",
    examples: [exampleEntity],
  });

/** The changes to one entity. */
export const entityPatch = z
  .strictObject({
    type: entityType,
    id: entityId,
    properties: withDefault(properties, {}),
    parents: parents.nullish().transform((given) => given ?? undefined),
  })
  .meta({
    id: "EntityPatch",
    description:
      "An entity to add or change. Properties are merged; parents are replaced, and kept if omitted.",
    examples: [{ type: "record", id: "chart-118", properties: { sensitive: false } }],
  });

const actionName = z.string().min(1).max(128).meta({ description: "Name of an action." });
export const actions = distinct(z.array(actionName).max(limits.entityActions)).meta({
  description: "Actions for searches. Evaluations also accept actions that are not in this list.",
});

/** Types of entities that occur only in requests, not among the stored entities. */
export const types = distinct(z.array(entityType).max(limits.entityTypes)).meta({
  description:
    "Types of entities that only requests contain, such as `visit`. Policies may name them; types of stored entities need no declaration.",
});

const actionGroup = distinct(z.array(actionName).max(limits.groupMembers)).meta({
  description:
    "The actions of the group. If the list names another group, it includes the actions of that group.",
});

/** Groups of actions by name. */
export const actionGroups = tableOf(groupName, actionGroup, limits.groups).meta({
  description: `Groups of actions by name, at most ${limits.groups} with ${limits.groupMembers} actions each. In policies, an action is \`in\` each of its groups.`,
});

/** Changes to groups of actions. */
export const actionGroupsPatch = tableOf(groupName, actionGroup.nullable(), limits.groups).meta({
  description: "Groups of actions to replace, by name; null deletes a group.",
});

/** An example set. */
export const exampleSet = {
  entities: [exampleEntity],
  actions: ["chart.read", "chart.write"],
  actionGroups: { clinical: ["chart.read", "chart.write"] },
  types: ["visit"],
};

/** One page of entities. */
export const entityPage = z
  .object({
    entities: z.array(entity).max(limits.entitiesPerPage).meta({ description: "The entities of this page." }),
    actions: z
      .array(actionName)
      .max(limits.entityActions)
      .meta({ description: "All declared actions, on every page." }),
    actionGroups,
    types: types.meta({ description: "All declared types, on every page." }),
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

/** An entity, as stored and as in responses. */
export type Entity = z.output<typeof entity>;

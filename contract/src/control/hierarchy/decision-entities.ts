// Subjects, actions and resources of requests for decisions.
import * as z from "zod";
import { optional, refusingProto } from "../../platform/common.ts";
import { linksOf, onBehalfOfInput, refuseRepeatedLinks } from "./on-behalf-of.ts";
import { parents } from "./entity-name.ts";
import { hasDefinedParents } from "./group-parents.ts";
import type { OnBehalfOf } from "../../domain/policy/baseline/policy-case.ts";

/**
 * Creates the schema of an object whose unknown members stay in the output, so that a response can name them. The
 * output cannot contain a member named `__proto__`, so such a member is refused.
 */
export const openObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  // Safe: the type only omits the unknown members.
  refusingProto(z.looseObject(shape) as unknown as ReturnType<typeof z.object<Shape>>);

/** Creates the schema of an object with any members. */
export const record = (description: string) =>
  refusingProto(z.record(z.string().max(1000), z.unknown())).meta({ description });

/** Creates the schema of a name or an id. */
export const named = (description: string, maxChars: number) =>
  z.string().min(1).max(maxChars).meta({ description });

/** Rejects parents, also in a chain of principals, if the workspace defines the parents of the type. */
function refuseOwnParents(
  {
    type,
    parents: sent,
    onBehalfOf,
  }: { type: string; parents?: readonly unknown[] | undefined; onBehalfOf?: OnBehalfOf | undefined },
  context: z.core.$RefinementCtx,
): void {
  for (const [index, one] of [{ type, parents: sent }, ...linksOf(onBehalfOf)].entries()) {
    if ((one.parents ?? []).length === 0 || !hasDefinedParents(one.type)) continue;
    const path = [...Array.from({ length: index }, () => "onBehalfOf"), "parents"];
    const message = `must be absent: the workspace defines the parents of every ${one.type}`;
    context.addIssue({ code: "custom", path, message, input: one.parents });
  }
}

/** The members of a resource of a request. */
export const entityShape = {
  type: named("Type, e.g. `agent` or `tool`; compared exactly.", 128),
  id: named("Id, unique within the type; compared exactly.", 256),
  properties: optional(record("Properties, which extend the stored ones and never replace them.")),
  parents: optional(parents),
};

/** A resource that is a default for items; members may be missing. */
export const partialEntity = openObject(z.object(entityShape).partial().shape);

/** A subject or a resource of a request. */
export const entityInput = openObject(entityShape)
  .superRefine(refuseOwnParents)
  .meta({
    id: "AskedEntity",
    description: "A subject or a resource.",
    examples: [{ type: "agent", id: "triage-bot" }],
  });

/** The members of a subject of a request. */
export const subjectShape = { ...entityShape, onBehalfOf: optional(onBehalfOfInput) };

/** A subject that is a default for items; members may be missing. */
export const partialSubject = openObject(z.object(subjectShape).partial().shape);

/** A subject of a request. */
export const subjectInput = openObject(subjectShape)
  .superRefine(refuseOwnParents)
  .superRefine(refuseRepeatedLinks)
  .meta({
    id: "AskedSubject",
    description: "A subject, and the principals on whose behalf it acts.",
    examples: [{ type: "agent", id: "triage-bot", onBehalfOf: { type: "user", id: "ada" } }],
  });

/** The members of an action of a request. */
export const actionShape = {
  name: named("Name; `tools/call` is a tool call.", 128),
  properties: optional(record("Properties, which policies read as `context.action`.")),
};

/** An action that is a default for items; members may be missing. */
export const partialAction = openObject(z.object(actionShape).partial().shape);

/** An action of a request. */
export const actionInput = openObject(actionShape).meta({
  id: "AskedAction",
  description: "An action.",
  examples: [{ name: "tools/call" }],
});

import * as z from "zod";
import { optional, refusingProto } from "../../platform/common.ts";
import type { OnBehalfOf } from "../../domain/policy/baseline/policy-case.ts";
import { entityId, entityKey, type EntityName, entityType, parents } from "./entity-name.ts";

/** The principals of a chain, the immediate one first. */
export function linksOf(chain: OnBehalfOf | undefined): OnBehalfOf[] {
  const links: OnBehalfOf[] = [];
  for (let link = chain; link; link = link.onBehalfOf) links.push(link);
  return links;
}

const link = {
  type: entityType,
  id: entityId,
  properties: optional(
    refusingProto(z.record(z.string().max(1000), z.unknown())).meta({
      description: "Properties, which evidence records.",
    }),
  ),
  parents: optional(parents),
};

/** Creates the schema of the next principal in the chain. */
const further = <Schema extends z.ZodType>(schema: Schema) =>
  optional(schema.meta({ description: "The principal on whose behalf this one acts." }));

const last = z.strictObject(link);
const fourth = z.strictObject({ ...link, onBehalfOf: further(last) });
const third = z.strictObject({ ...link, onBehalfOf: further(fourth) });
const second = z.strictObject({ ...link, onBehalfOf: further(third) });

/** The principals on whose behalf a subject acts. */
export const onBehalfOfInput = z.strictObject({ ...link, onBehalfOf: further(second) }).meta({
  id: "OnBehalfOf",
  description: `The principal on whose behalf the subject acts. This principal can itself name a principal on whose behalf it acts, and so on: at most 5 distinct principals. The caller states the principals; the service does not verify them.`,
  examples: [{ type: "user", id: "ada" }],
});

/** Rejects a chain in which the same entity occurs twice. The subject counts as part of the chain. */
export function refuseRepeatedLinks(
  subject: { type?: string | undefined; id?: string | undefined; onBehalfOf?: OnBehalfOf | undefined },
  context: z.core.$RefinementCtx,
): void {
  const { type = "", id = "" } = subject;
  const seen = new Set([entityKey({ type, id })]);
  for (const [index, one] of linksOf(subject.onBehalfOf).entries()) {
    const path = Array.from({ length: index + 1 }, () => "onBehalfOf");
    const message = "must not name an entity twice";
    if (seen.has(entityKey(one))) context.addIssue({ code: "custom", path, message, input: one });
    seen.add(entityKey(one));
  }
}

const nameOf = ({ type, id }: EntityName): EntityName => ({ id, type });

/** The names of a chain, as evidence contains them; null if there is no chain. */
export const namesOfChain = (chain: OnBehalfOf | undefined): EntityName[] | null =>
  chain ? linksOf(chain).map(nameOf) : null;

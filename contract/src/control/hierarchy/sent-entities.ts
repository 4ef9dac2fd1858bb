// The entities that a caller describes in a request: the subject, the resource, and the principals on whose
// behalf the subject acts.
import type * as z from "zod";
import type { FieldError } from "../../platform/errors.ts";
import type { OnBehalfOf } from "../../domain/policy/baseline/policy-case.ts";
import { entityKey, type EntityName } from "./entity-name.ts";
import { linksOf } from "./on-behalf-of.ts";
import { cut } from "../../wire/http/quote.ts";
import { isSameJson } from "../../wire/json/canonical-json.ts";
import { jsonPointer } from "../../wire/json/json-pointer.ts";

/** An entity as a caller sends it. */
export interface SentEntity extends EntityName {
  properties?: Readonly<Record<string, unknown>> | undefined;
  parents?: readonly EntityName[] | undefined;
}

/** The parts of a request that describe entities. */
export interface SentEntities {
  subject: SentEntity & { onBehalfOf?: OnBehalfOf | undefined };
  resource: SentEntity;
}

/** An entity, and the names that lead to it in the request. */
export interface PlacedEntity {
  path: readonly string[];
  entity: SentEntity;
}

/** The described entities. */
export const placedEntities = ({ subject, resource }: SentEntities): PlacedEntity[] => [
  { path: ["subject"], entity: subject },
  { path: ["resource"], entity: resource },
  ...linksOf(subject.onBehalfOf).map((entity, index) => ({
    path: ["subject", ...Array.from({ length: index + 1 }, () => "onBehalfOf")],
    entity,
  })),
];

/** The places of a request that describe an entity. */
export function placesOf(request: SentEntities, name: EntityName): PlacedEntity[] {
  const key = entityKey(name);
  return placedEntities(request).filter(({ entity }) => entityKey(entity) === key);
}

/** A property that two places of a request state differently. */
interface ContradictedProperty {
  /** The names that lead to the later statement. */
  path: readonly string[];
  /** The names that lead to the earlier one. */
  earlier: readonly string[];
}

/** Whether a request describes an entity in two places, so that they can contradict each other. */
export function describesTwice({ subject, resource }: SentEntities): boolean {
  // Most requests describe two different entities.
  if (!subject.onBehalfOf && (subject.type !== resource.type || subject.id !== resource.id)) return false;
  const places = placedEntities({ subject, resource });
  return new Set(places.map(({ entity }) => entityKey(entity))).size < places.length;
}

/**
 * Finds the properties that a request states differently for the same entity, for example as the resource and in
 * `onBehalfOf`. Such a request is refused, because a policy would see only one of the values.
 */
function contradictedProperties(request: SentEntities): ContradictedProperty[] {
  const stated = new Map<string, { path: readonly string[]; value: unknown }>();
  const found: ContradictedProperty[] = [];
  if (!describesTwice(request)) return found;
  for (const { path, entity } of placedEntities(request))
    for (const [name, value] of Object.entries(entity.properties ?? {})) {
      const key = JSON.stringify([entityKey(entity), name]);
      const earlier = stated.get(key);
      const own = [...path, "properties", name];
      if (!earlier) stated.set(key, { path: own, value });
      else if (!isSameJson(earlier.value, value)) found.push({ path: own, earlier: earlier.path });
    }
  return found;
}

/** The faults of a request that states a property of an entity differently in two places. */
export const contradictionFaults = (request: SentEntities): FieldError[] =>
  contradictedProperties(request).map(({ path, earlier }) => ({
    path: jsonPointer(path),
    code: "invalid_value",
    message: `${cut(path.at(-1) ?? "", 100)} ${contradictionText(earlier)}.`,
  }));

/** The entities of a request, which has none in its short form. */
export type StatedEntities = { [Name in keyof SentEntities]?: SentEntities[Name] | undefined };

/** Rejects a request that states a property of an entity differently in two places. */
export function refuseContradictedProperties(
  { subject, resource }: StatedEntities,
  context: z.core.$RefinementCtx,
): void {
  if (!subject || !resource) return;
  for (const { path, earlier } of contradictedProperties({ subject, resource }))
    context.addIssue({
      code: "custom",
      path: [...path],
      message: contradictionText(earlier),
      input: undefined,
    });
}

const contradictionText = (earlier: readonly string[]): string =>
  `differs from ${cut(earlier.join("."), 100)}, which describes the same entity`;

/** All properties that a request gives an entity. No two places state a property differently. */
export function sentProperties(
  request: SentEntities,
  name: EntityName,
): Readonly<Record<string, unknown>> | undefined {
  const [first, ...others] = placesOf(request, name);
  if (others.length === 0) return first?.entity.properties;
  const all = [...others.toReversed(), first].map((place) => place?.entity.properties);
  return Object.assign({}, ...all) as Record<string, unknown>;
}

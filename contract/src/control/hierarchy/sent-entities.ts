// The entities that a caller describes in a request: the subject, the resource, and the principals on whose
// behalf the subject acts.
import type { OnBehalfOf } from "../../domain/policy/baseline/policy-case.ts";
import { entityKey, type EntityName } from "./entity-name.ts";
import { linksOf } from "./on-behalf-of.ts";

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

/** The described entities. If two descriptions of an entity differ, the earlier one applies. */
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

/** All properties that a request gives an entity. */
export function sentProperties(
  request: SentEntities,
  name: EntityName,
): Readonly<Record<string, unknown>> | undefined {
  const [first, ...others] = placesOf(request, name);
  if (others.length === 0) return first?.entity.properties;
  const all = [...others.toReversed(), first].map((place) => place?.entity.properties);
  return Object.assign({}, ...all) as Record<string, unknown>;
}

// The entities that a decision may use: those of its request, their ancestors, and the entities that any of
// them references.
import { typedValueOf } from "./typed-values.ts";
import type { OnBehalfOf } from "../../domain/policy/baseline/policy-case.ts";
import { linksOf } from "./on-behalf-of.ts";
import { entityKey, type EntityName } from "./entity-name.ts";

/** An entity as decisions use it. */
export interface EntityNode {
  /** The stored properties; null: not stored. */
  properties: Readonly<Record<string, unknown>> | null;
  /** The direct parents: the stored ones, and those from the groups of an agent or a tool. */
  parents: readonly EntityName[];
}

/** Finds an entity; undefined if the entity is not loaded. */
export type FindNode = (name: EntityName) => EntityNode | undefined;

/** An entity that is not stored and is in no group. */
export const unknownNode: EntityNode = { properties: null, parents: [] };

/** The entities that a JSON value references, in the order of its members. */
export function referencesIn(value: unknown): EntityName[] {
  const open: unknown[] = [value];
  const found: EntityName[] = [];
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const typed = Array.isArray(next) ? undefined : typedValueOf(next);
    if (typed?.kind === "entity") found.push(typed.value);
    else if (!typed) open.push(...Object.values(next).toReversed());
  }
  return found;
}

/** The parts of a request that name entities. */
export interface EntitySources {
  subject: SentEntity & { onBehalfOf?: OnBehalfOf | undefined };
  resource: SentEntity;
  context: Readonly<Record<string, unknown>>;
}

/** An entity as a caller sends it. */
export interface SentEntity extends EntityName {
  properties?: Readonly<Record<string, unknown>> | undefined;
  parents?: readonly EntityName[] | undefined;
}

/** The entities that the request itself names; subject and resource come first. */
export const rootsOf = ({ subject, resource, context }: EntitySources): EntityName[] => [
  subject,
  resource,
  ...(subject.parents ?? []),
  ...(resource.parents ?? []),
  ...linksOf(subject.onBehalfOf).flatMap((link) => [
    link,
    ...(link.parents ?? []),
    ...referencesIn(link.properties),
  ]),
  ...referencesIn([subject.properties, resource.properties, context]),
];

/** Maximum number of entities that are loaded for a request; the nearest are loaded first. */
const maxLoaded = 1024;

const linked = new WeakMap<EntityNode, readonly EntityName[]>();

/** The parents and references of an entity, computed once for each loaded entity. */
function reachedFrom(node: EntityNode): readonly EntityName[] {
  const known = linked.get(node);
  if (known) return known;
  const links = [...node.parents, ...referencesIn(node.properties)];
  linked.set(node, links);
  return links;
}

/**
 * The entities to load next for a request: the parents and references of loaded entities. Empty if all are
 * loaded or the maximum is reached. The engine denies if policies read an entity that is not loaded.
 */
export function missingEntities(request: EntitySources, find: FindNode): EntityName[] {
  const seen = new Map<string, EntityName>();
  const missing: EntityName[] = [];
  let level: readonly EntityName[] = rootsOf(request);
  while (level.length > 0 && seen.size < maxLoaded) {
    const next: EntityName[] = [];
    for (const name of level) {
      const key = entityKey(name);
      if (seen.has(key) || seen.size >= maxLoaded) continue;
      seen.set(key, name);
      const node = find(name);
      if (node) next.push(...reachedFrom(node));
      else missing.push(name);
    }
    level = next;
  }
  return missing;
}

// The stored state of the entities that a request describes: their properties and ancestors.
import type { ReachedEntities } from "../../domain/policy/baseline/policy-case.ts";
import type { FieldError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import { validationFailed } from "../../platform/validation/validation.ts";
import { memoizeForObject } from "../../domain/values/memoize-for-object.ts";
import { ancestorsOf } from "./entity-graph.ts";
import { entityKey, type EntityName } from "./entity-name.ts";
import { type EntityNode, type FindNode, type MissingEntities, unknownNode } from "./entity-nodes.ts";
import { hasDefinedParents, actionType, type Groups, parentsOfAction } from "./group-parents.ts";
import { linksOf } from "./on-behalf-of.ts";
import { placedEntities, type SentEntities, type SentEntity } from "./sent-entities.ts";
import { digestOfJson } from "../json-digest.ts";
import { jsonPointer } from "../../wire/json/json-pointer.ts";
import { quoted } from "../../wire/http/quote.ts";

/** The state of an entity on which a decision depends. */
export interface EntityState {
  /** The stored properties; null if none are stored. */
  properties: Readonly<Record<string, unknown>> | null;
  /**
   * All ancestors. For an entity that is not stored, they include the sent parents and the ancestors of these
   * parents.
   */
  ancestors: readonly EntityName[];
  /** Whether the properties of the entity and its own parents are not loaded. */
  isUnloaded: boolean;
  /** The ancestors whose parents are not loaded. These parents may add further ancestors. */
  unloaded: readonly EntityName[];
  /** Whether the request sends parents of an ancestor that a stored entity names as its parent. */
  isContradicted?: boolean;
}

/** The states of the entities that a request describes. */
export interface StoredState {
  subject: EntityState;
  resource: EntityState;
  /** The states of the principals on whose behalf the subject acts, the immediate one first. */
  chain: readonly EntityState[];
}

const states = new WeakMap<FindNode, Map<string, EntityState>>();

/** Whether everything of a state is loaded. */
export const isComplete = ({ isUnloaded, unloaded }: EntityState): boolean =>
  !isUnloaded && unloaded.length === 0;

/** Returns the complete state of an entity without sent parents. It is computed once for each `find`. */
function cachedState(find: FindNode, key: string, compute: () => EntityState): EntityState {
  const known = states.get(find) ?? new Map<string, EntityState>();
  states.set(find, known);
  const cached = known.get(key);
  if (cached) return cached;
  const state = compute();
  // A loaded entity never changes, but further entities may be loaded.
  if (isComplete(state)) known.set(key, state);
  return state;
}

/** The parents that a request gives each entity, by `entityKey`. */
type SentParents = ReadonlyMap<string, readonly EntityName[]>;

const noneSent: SentParents = new Map();

/** The parents that a request sends. If it describes an entity in several places, all of them count. */
function sentParentsOf(call: SentEntities): SentParents {
  if (!sendsParents(call)) return noneSent;
  const sent = new Map<string, EntityName[]>();
  for (const { entity } of placedEntities(call)) {
    const key = entityKey(entity);
    if (hasParents(entity)) sent.set(key, [...(sent.get(key) ?? []), ...(entity.parents ?? [])]);
  }
  return sent;
}

/** The parents of an entity. The parents that a caller sends count only if the entity is not stored. */
function allParents(name: EntityName, { properties, parents }: EntityNode, sent: SentParents) {
  const own = properties === null && !hasDefinedParents(name.type) ? sent.get(entityKey(name)) : undefined;
  return own ? [...parents, ...own] : parents;
}

/** Computes a state. The search for ancestors ends as soon as it has found more than the limit. */
function computeState(name: EntityName, sent: SentParents, find: FindNode): EntityState {
  const own = find(name);
  if (own?.properties === undefined)
    return { properties: null, ancestors: [], isUnloaded: true, unloaded: [] };
  const unloaded: EntityName[] = [];
  let isContradicted = false;
  const parentsOf = (one: EntityName): readonly EntityName[] => {
    const found = find(one);
    if (!found) unloaded.push(one);
    isContradicted ||= found?.parents.some((parent) => sent.has(entityKey(parent))) === true;
    return found ? allParents(one, found, sent) : [];
  };
  const ancestors = ancestorsOf(name, parentsOf, limits.ancestorsPerEntity);
  return { properties: own.properties, ancestors, isUnloaded: false, unloaded, isContradicted };
}

/** The state of an entity. */
function stateOf({ type, id }: EntityName, find: FindNode, sent: SentParents): EntityState {
  const compute = (): EntityState => computeState({ type, id }, sent, find);
  if (sent !== noneSent) return compute();
  const own = find({ type, id });
  // Most entities have no parents. Computing such a state takes less time than finding it in the cache.
  if (own?.properties !== undefined && own.parents.length === 0)
    return { properties: own.properties, ancestors: [], isUnloaded: false, unloaded: [] };
  return cachedState(find, entityKey({ type, id }), compute);
}

/** The state of an entity. @param call the request, whose parents count. */
export const entityStateOf = (name: EntityName, find: FindNode, call?: SentEntities): EntityState =>
  stateOf(name, find, call ? sentParentsOf(call) : noneSent);

/** Finds the entities that policies reach from a request. */
export const reachedEntities = (call: SentEntities, find: FindNode): ReachedEntities => ({
  propertiesOf: (name) => find(name)?.properties,
  ancestorsOf: (name) => {
    const state = entityStateOf(name, find, call);
    return isComplete(state) && state.isContradicted !== true ? state.ancestors : undefined;
  },
});

const hasParents = ({ parents = [] }: SentEntity): boolean => parents.length > 0;

/** Whether the caller sent parents. They must then be checked with `parentFaults`. */
export const sendsParents = ({ subject, resource }: SentEntities): boolean =>
  hasParents(subject) || hasParents(resource) || linksOf(subject.onBehalfOf).some(hasParents);

/** The entities that stored entities above the described ones, or these themselves, name as their parents. */
function storedParentsIn(call: SentEntities, find: FindNode): ReadonlySet<string> {
  const sent = sentParentsOf(call);
  const named = new Set<string>();
  const parentsOf = (one: EntityName): readonly EntityName[] => {
    const found = find(one) ?? unknownNode;
    for (const parent of found.parents) named.add(entityKey(parent));
    return allParents(one, found, sent);
  };
  for (const { entity } of placedEntities(call)) ancestorsOf(entity, parentsOf, limits.ancestorsPerEntity);
  return named;
}

/**
 * The faults of parents sent by a caller. Only the workspace defines the parents of a stored entity, and of an entity
 * that a stored entity names as its parent: otherwise, a caller could give a stored entity further ancestors.
 */
export function parentFaults(call: SentEntities, find: FindNode): FieldError[] {
  if (!sendsParents(call)) return [];
  const named = storedParentsIn(call, find);
  return placedEntities(call).flatMap(({ path, entity }) => {
    const isStored = (find(entity) ?? unknownNode).properties !== null;
    if (!hasParents(entity) || !(isStored || named.has(entityKey(entity)))) return [];
    const reason = isStored ? "the entity is stored" : "a stored entity names the entity as its parent";
    const message = `parents must be absent: ${reason}, and the workspace defines its parents.`;
    return [{ path: jsonPointer([...path, "parents"]), code: "invalid_value", message }];
  });
}

/** Refuses parents that the caller must not send. @throws {ApiError} 400 `validation_failed`. */
export function withValidParents<Call extends SentEntities>(call: Call, find: FindNode): Call {
  const faults = parentFaults(call, find);
  if (faults.length > 0) throw validationFailed(faults);
  return call;
}

/** The states of the entities that a request describes. */
export function storedStateOf(call: SentEntities, find: FindNode): StoredState {
  const sent = sentParentsOf(call);
  const { subject, resource } = call;
  return {
    subject: stateOf(subject, find, sent),
    resource: stateOf(resource, find, sent),
    chain: linksOf(subject.onBehalfOf).map((link) => stateOf(link, find, sent)),
  };
}

/** The entities that complete the states of a request. Loading them may reveal further ones. */
export function unloadedIn(
  { subject, resource }: SentEntities,
  { subject: ofSubject, resource: ofResource, chain }: StoredState,
): MissingEntities {
  const names = [subject, resource, ...linksOf(subject.onBehalfOf)];
  const all = [ofSubject, ofResource, ...chain];
  return {
    whole: names.filter((_name, index) => all[index]?.isUnloaded === true),
    parents: all.flatMap(({ unloaded }) => unloaded),
  };
}

/** The groups that contain an action, directly or through other groups. The result is cached. */
export const groupsOfAction = memoizeForObject((actionGroups: Groups, action: string): readonly string[] =>
  ancestorsOf({ type: actionType, id: action }, ({ id }) => parentsOfAction(actionGroups, id)).map(
    ({ id }) => id,
  ),
);

/** The names of an entity's ancestors of a type, sorted. */
export const groupNames = ({ ancestors }: EntityState, type: string): string[] =>
  ancestors
    .flatMap((one) => (one.type === type ? [one.id] : []))
    .sort()
    .slice(0, limits.ancestorsPerEntity);

/**
 * The fault of a request whose subject or resource has too many ancestors, or ancestors that are not loaded;
 * undefined if there is none.
 */
export function ancestorsFault(call: SentEntities, { subject, resource }: StoredState): string | undefined {
  for (const [name, state] of [
    [call.subject, subject],
    [call.resource, resource],
  ] as const) {
    const label = `${quoted(name.type)} ${quoted(name.id)}`;
    if (state.ancestors.length > limits.ancestorsPerEntity)
      return `The entity ${label} has more than ${limits.ancestorsPerEntity} ancestors. Send fewer parents, or store fewer groups above them.`;
    if (!isComplete(state)) return `The ancestors of ${label} are not loaded. Send the request again.`;
  }
  return undefined;
}

const digests = new WeakMap<object, string>();

/** The digest of stored properties, computed once per object. */
function propertiesDigest(properties: object): string {
  const cached = digests.get(properties);
  if (cached !== undefined) return cached;
  const digest = digestOfJson(properties);
  digests.set(properties, digest);
  return digest;
}

/**
 * The digest of what is stored about an entity (SHA-256 of the RFC 8785 form): of its properties, and of its
 * ancestors if it has any. Undefined if the entity is not stored and has no ancestors.
 */
export function stateDigestOf(state: EntityState): string | undefined {
  const { properties, ancestors } = state;
  const own = properties === null ? null : propertiesDigest(properties);
  if (ancestors.length === 0) return own ?? undefined;
  const cached = digests.get(state);
  if (cached !== undefined) return cached;
  const digest = digestOfJson({ ancestors: ancestors.map(entityKey).sort(), properties: own });
  digests.set(state, digest);
  return digest;
}

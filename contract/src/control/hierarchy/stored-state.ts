// What a workspace stores about the subject and the resource of a request: properties and ancestors.
import type { FieldError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import { validationFailed } from "../../platform/validation/validation.ts";
import { memoizeForObject } from "../../domain/values/memoize-for-object.ts";
import { ancestorsOf } from "./entity-graph.ts";
import { entityKey, type EntityName } from "./entity-name.ts";
import { type EntitySources, type FindNode, type SentEntity, unknownNode } from "./entity-nodes.ts";
import { hasDefinedParents, actionType, type Groups, parentsOfAction } from "./group-parents.ts";
import { linksOf } from "./on-behalf-of.ts";
import { digestOfText } from "../../wire/crypto/sha256.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";

type SentCall = Pick<EntitySources, "subject" | "resource">;

/** The state of an entity on which a decision depends. */
export interface EntityState {
  /** The stored properties; null: not stored. */
  properties: Readonly<Record<string, unknown>> | null;
  /**
   * All ancestors. For an entity that is not stored, they include the sent parents and the ancestors of these
   * parents.
   */
  ancestors: readonly EntityName[];
}

/** The states of subject and resource. */
export interface StoredState {
  subject: EntityState;
  resource: EntityState;
}

/** The state of an entity. The parents that a caller sends count only if the entity is not stored. */
export function entityStateOf(entity: SentEntity, find: FindNode): EntityState {
  const { properties, parents } = find(entity) ?? unknownNode;
  const sent = properties === null && !hasDefinedParents(entity.type) ? (entity.parents ?? []) : [];
  if (parents.length === 0 && sent.length === 0) return { properties, ancestors: [] };
  const key = entityKey(entity);
  const ancestors = ancestorsOf(entity, (name) => {
    const stored = find(name)?.parents ?? [];
    return entityKey(name) === key ? [...stored, ...sent] : stored;
  });
  return { properties, ancestors };
}

const hasParents = ({ parents = [] }: SentEntity): boolean => parents.length > 0;

/** The entities of a call for which a caller can send parents, each with its path. */
const sentEntities = ({ subject, resource }: SentCall): [path: string, entity: SentEntity][] => [
  ["/subject", subject],
  ["/resource", resource],
  ...linksOf(subject.onBehalfOf).map((link, index): [string, SentEntity] => [
    `/subject${"/onBehalfOf".repeat(index + 1)}`,
    link,
  ]),
];

/** Whether the caller sent parents. They must then be checked with `parentFaults`. */
export const sendsParents = (call: SentCall): boolean =>
  sentEntities(call).some(([, entity]) => hasParents(entity));

/** The faults of parents sent by a caller. Only the workspace defines the parents of a stored entity. */
export function parentFaults(call: SentCall, find: FindNode): FieldError[] {
  return sentEntities(call).flatMap(([path, entity]) => {
    const isStored = hasParents(entity) && (find(entity)?.properties ?? null) !== null;
    const message = "parents must be absent: the entity is stored, and the workspace defines its parents.";
    return isStored ? [{ path: `${path}/parents`, code: "invalid_value", message }] : [];
  });
}

/** Refuses parents that the caller must not send. @throws {ApiError} 400 `validation_failed`. */
export function withValidParents<Call extends SentCall>(call: Call, find: FindNode): Call {
  const faults = parentFaults(call, find);
  if (faults.length > 0) throw validationFailed(faults);
  return call;
}

/**
 * The states of subject and resource. If both are the same entity, the parents that were sent for either of
 * them count.
 */
export function storedStateOf({ subject, resource }: SentCall, find: FindNode): StoredState {
  const isSame = subject.type === resource.type && subject.id === resource.id;
  if (!isSame) return { subject: entityStateOf(subject, find), resource: entityStateOf(resource, find) };
  const parents = [...(subject.parents ?? []), ...(resource.parents ?? [])];
  const state = entityStateOf({ ...subject, parents }, find);
  return { subject: state, resource: state };
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

/** The fault of a request with an entity that has too many ancestors; undefined if no entity has. */
export function tooManyAncestors({ subject, resource }: StoredState): string | undefined {
  const largest = Math.max(subject.ancestors.length, resource.ancestors.length);
  return largest > limits.ancestorsPerEntity
    ? `An entity of the request has more than ${limits.ancestorsPerEntity} ancestors.`
    : undefined;
}

const digestOf = (value: unknown): string => digestOfText(canonicalize(value));

const digests = new WeakMap<object, string>();

/** The digest of stored properties, computed once per object. */
function propertiesDigest(properties: object): string {
  const cached = digests.get(properties);
  if (cached !== undefined) return cached;
  const digest = digestOf(properties);
  digests.set(properties, digest);
  return digest;
}

/**
 * The digest of what is stored about an entity (SHA-256 of the RFC 8785 form): of its properties, and of its
 * ancestors if it has any. Undefined if the entity is not stored and has no ancestors.
 */
export function stateDigestOf({ properties, ancestors }: EntityState): string | undefined {
  const own = properties === null ? null : propertiesDigest(properties);
  if (ancestors.length === 0) return own ?? undefined;
  return digestOf({ ancestors: ancestors.map(entityKey).sort(), properties: own });
}

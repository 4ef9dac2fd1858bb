// Builds the entities of a request for the engine: subject, resource, action, and the entities that
// statements reach by references. Each entity contains its ancestors if statements read them.
import type { CedarValueJson, EntityJson } from "@cedar-policy/cedar-wasm/nodejs";
import type { PolicyRequest } from "../../../domain/policy/baseline/policy-case.ts";
import { cedarTypeOf } from "../../../domain/policy/cedar-types.ts";
import { typedValueOf } from "../../hierarchy/typed-values.ts";
import { limits } from "../../../platform/limits.ts";
import { TextFault } from "../engine/cedar-instance.ts";
import { linksOf } from "../../hierarchy/on-behalf-of.ts";
import { entityStateOf } from "../../hierarchy/stored-state.ts";
import { entityKey, type EntityName } from "../../hierarchy/entity-name.ts";
import {
  type HierarchyReads,
  readsReference,
  type ReferencePart,
  type ReferenceTree,
} from "../text/hierarchy-reads.ts";
import type { ReadTree } from "../text/read-tree.ts";
import type { RequestUids } from "../text/statement-scope.ts";
import { type CedarConverter, type Place, rootPlace } from "./cedar-values.ts";

/** Policies read more entities than a decision may use. */
export class TooManyEntities extends TextFault {
  override readonly name = "TooManyEntities";

  constructor() {
    super(`The policies read more than ${limits.entitiesPerDecision} entities.`);
  }
}

type Attributes = Record<string, CedarValueJson>;

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Merges two conversions of the same value. Each conversion contains only the members that one path reads.
 */
function merged(one: CedarValueJson | undefined, other: CedarValueJson): CedarValueJson {
  if (!isObject(one) || !isObject(other)) return other;
  const members = new Map<string, CedarValueJson>(Object.entries(one));
  for (const [name, value] of Object.entries(other)) members.set(name, merged(members.get(name), value));
  return Object.fromEntries(members);
}

const readTreeOf = (tree: ReferenceTree): ReadTree =>
  tree === "all" || tree.members.size === 0
    ? "all"
    : new Map(Array.from(tree.members, ([name, below]) => [name, readTreeOf(below)]));

/** A value in a part of a request. */
interface Position {
  part: ReferencePart;
  place: Place;
}

/** Collects entities. */
export class RequestEntities {
  readonly #request: PolicyRequest;
  readonly #converter: CedarConverter;
  readonly #found = new Map<string, EntityJson>();
  /** All entities that are passed to the engine, including those that are passed only as ancestors. */
  readonly #counted = new Set<string>();
  /** The entities from which all references were followed. */
  readonly #followed = new Set<string>();

  constructor(request: PolicyRequest, converter: CedarConverter) {
    this.#request = request;
    this.#converter = converter;
  }

  /** The collected entities. */
  get all(): EntityJson[] {
    return [...this.#found.values()];
  }

  /** Adds subject and resource. @param attributesOf converts the attributes that are read. */
  addOwn(
    { principal, resource }: RequestUids,
    { ancestors }: HierarchyReads,
    attributesOf: (part: "principal" | "resource") => Attributes,
  ): void {
    const { request } = { request: this.#request };
    for (const [part, uid, entity] of [
      ["resource", resource, request.resource],
      ["principal", principal, request.subject],
    ] as const)
      this.#add(entity, uid, {
        attrs: attributesOf(part),
        parents: ancestors.has(part) ? (entity.parents ?? []) : [],
      });
  }

  /** Adds the action with the groups that contain it. */
  addAction({ action }: RequestUids): void {
    const parents = (this.#request.actionGroups ?? []).map((id) => ({ type: "Action", id }));
    if (parents.length > 0) this.#found.set("action", { uid: action, attrs: {}, parents });
  }

  /**
   * Adds the entities that statements reach by references in a value.
   *
   * @throws {TooManyEntities} also if an entity is not loaded.
   */
  follow(
    value: object,
    tree: ReferenceTree,
    { part, place = rootPlace }: { part: ReferencePart; place?: Place },
  ): void {
    const names = tree === "all" ? Object.keys(value) : tree.members.keys();
    for (const name of names) {
      const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
      if (!isObject(member)) continue;
      const below = tree === "all" ? "all" : (tree.members.get(name) ?? "all");
      const at = { part, place: { parent: place, key: name, depth: place.depth + 1, array: null } };
      const typed = typedValueOf(member);
      if (typed?.kind === "entity") this.#addReference(typed.value, below, at);
      else if (!typed) this.follow(member, below, at);
    }
  }

  #addReference(name: EntityName, tree: ReferenceTree, { part, place }: Position): void {
    if (!readsReference(tree)) return;
    const key = entityKey(name);
    if (tree === "all" && this.#followed.has(key)) return;
    if (tree === "all") this.#followed.add(key);
    const properties = this.#propertiesOf(name);
    // The depth of attributes is counted from 0 for each entity.
    const start = { ...place, depth: 0 };
    const attrs = this.#converter.convert(properties, readTreeOf(tree), {
      part,
      form: "plain",
      place: start,
    });
    const isRead = tree === "all" || tree.ancestors;
    const parents = isRead ? this.#ancestorsOf(name) : [];
    this.#add(
      name,
      { type: cedarTypeOf(name.type), id: name.id },
      { attrs: { ...attrs, id: name.id }, parents },
    );
    this.follow(properties, tree, { part, place: start });
  }

  #add(
    name: EntityName,
    uid: { type: string; id: string },
    { attrs, parents }: { attrs: Attributes; parents: readonly EntityName[] },
  ): void {
    const key = entityKey(name);
    const present = this.#found.get(key);
    const before = new Map<string, CedarValueJson>(Object.entries(present?.attrs ?? {}));
    for (const [member, value] of Object.entries(attrs))
      before.set(member, merged(before.get(member), value));
    const uids = parents.map(({ type, id }) => ({ type: cedarTypeOf(type), id }));
    this.#found.set(key, {
      uid,
      attrs: Object.fromEntries(before),
      // Subject and resource may be the same entity, for which the caller sent different parents.
      parents: [...(present?.parents ?? []), ...uids],
    });
    for (const one of [name, ...parents]) this.#counted.add(entityKey(one));
    if (this.#counted.size > limits.entitiesPerDecision) throw new TooManyEntities();
  }

  /** Subject and resource also have the properties that the caller sent. */
  #propertiesOf(name: EntityName): Readonly<Record<string, unknown>> {
    const { subject, resource } = this.#request;
    const own = [resource, subject].filter((one) => entityKey(one) === entityKey(name));
    if (own.length > 0) return Object.assign({}, ...own.map(({ properties }) => properties));
    return { ...this.#linkTo(name)?.properties, ...this.#find(name).properties };
  }

  /** Returns the principal with this name on whose behalf the subject acts; undefined if there is none. */
  #linkTo(name: EntityName) {
    return linksOf(this.#request.subject.onBehalfOf).find((link) => entityKey(link) === entityKey(name));
  }

  #ancestorsOf(name: EntityName): readonly EntityName[] {
    const { subject, resource } = this.#request;
    const own = [resource, subject].filter((one) => entityKey(one) === entityKey(name));
    if (own.length > 0) return own.flatMap(({ parents = [] }) => parents);
    return entityStateOf(this.#linkTo(name) ?? name, (one) => this.#find(one)).ancestors;
  }

  #find(name: EntityName): {
    properties: Readonly<Record<string, unknown>> | null;
    parents: readonly EntityName[];
  } {
    const { find } = this.#request;
    const found = find ? find(name) : { properties: null, parents: [] };
    if (!found) throw new TooManyEntities();
    return found;
  }
}

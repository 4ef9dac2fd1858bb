// Builds the entities of a request for the engine: subject, resource, action, and the entities that
// statements reach by references or by name. Each entity contains its ancestors if statements read them.
import type { CedarValueJson, EntityJson } from "@cedar-policy/cedar-wasm/nodejs";
import type { PolicyRequest } from "../../../domain/policy/baseline/policy-case.ts";
import { cedarTypeOf, typeOfCedar } from "../../../domain/policy/cedar-types.ts";
import { isRecord } from "../../../domain/values/is-record.ts";
import { limits } from "../../../platform/limits.ts";
import { quoted } from "../../../wire/http/quote.ts";
import { entityKey, type EntityName } from "../../hierarchy/entity-name.ts";
import { placesOf, sentProperties } from "../../hierarchy/sent-entities.ts";
import { typedValueOf } from "../../hierarchy/typed-values.ts";
import { TextFault } from "../engine/cedar-instance.ts";
import {
  attributesIn,
  type HierarchyReads,
  namedKeyOf,
  readsAttributes,
  readsReference,
  type ReferencePart,
  type ReferenceTree,
} from "../reads/hierarchy-reads.ts";
import type { RequestUids } from "../text/statement-scope.ts";
import { type CedarConverter, type NumberForm, type Place, rootPlace } from "./cedar-values.ts";

const labelOf = ({ type, id }: EntityName): string => `${quoted(type)} ${quoted(id)}`;

/** Policies read more entities than a decision may use, or an entity that is not loaded. */
export class TooManyEntities extends TextFault {
  override readonly name = "TooManyEntities";
}

const tooMany = (name: EntityName): TooManyEntities =>
  new TooManyEntities(
    `The policies read more than ${limits.entitiesPerDecision} entities; ${labelOf(name)} or an ancestor of it exceeds the limit. Store fewer groups above this entity, or read fewer entities in the policies.`,
  );

const tooLarge = (name: EntityName): TooManyEntities =>
  new TooManyEntities(
    `The properties of the entities that the policies read have more than ${limits.referencedChars} characters; ${labelOf(name)} exceeds the limit. Store fewer properties, or read fewer entities in the policies.`,
  );

const notLoaded = (name: EntityName): TooManyEntities =>
  new TooManyEntities(
    `The policies read ${labelOf(name)}, which is not loaded, or which is in an entity whose parents the request sends. Send the request again without these parents.`,
  );

const parentsSent = (name: EntityName): TooManyEntities =>
  new TooManyEntities(`The policies name ${labelOf(name)}; send the request without parents of it.`);

type Attributes = Record<string, CedarValueJson>;

/**
 * Merges two conversions of the same value. Each conversion contains only the members that one path reads.
 */
function merged(one: CedarValueJson | undefined, other: CedarValueJson): CedarValueJson {
  if (!isRecord(one) || !isRecord(other)) return other;
  const members = new Map<string, CedarValueJson>(Object.entries(one));
  for (const [name, value] of Object.entries(other)) members.set(name, merged(members.get(name), value));
  return Object.fromEntries(members);
}

const lengths = new WeakMap<object, number>();

/** The number of characters of stored properties, computed once per object. */
function charsOf(properties: object): number {
  const cached = lengths.get(properties);
  if (cached !== undefined) return cached;
  const { length } = JSON.stringify(properties);
  lengths.set(properties, length);
  return length;
}

/** A value in a part of a request. */
interface Position {
  /** Null if the value is in an entity that the text names. */
  part: ReferencePart | null;
  form: NumberForm;
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
  /** The entities whose properties were measured, and the number of characters of all these properties. */
  readonly #measured = new Set<string>();
  #chars = 0;

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
    const { resource: target, subject } = this.#request;
    for (const [part, uid, entity] of [
      ["resource", resource, target],
      ["principal", principal, subject],
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

  /** Adds the entities that the text names and whose attributes or ancestors statements read. */
  addNamed({ named }: HierarchyReads): void {
    for (const { uid, tree } of named.values()) {
      const type = typeOfCedar(uid.type);
      // No entity has a type that is written like this, so the entity has neither attributes nor ancestors.
      if (type === undefined) continue;
      const place = { ...rootPlace, key: namedKeyOf(uid) };
      this.#addReference({ type, id: uid.id }, tree, { part: null, form: "plain", place });
    }
  }

  /**
   * Adds the entities that statements reach by references in a value.
   *
   * @throws {TooManyEntities} also if an entity is not loaded.
   */
  follow(value: object, tree: ReferenceTree, { part, form, place }: Position): void {
    const names = tree === "all" ? Object.keys(value) : tree.members.keys();
    for (const name of names) {
      const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
      if (!isRecord(member)) continue;
      const below = tree === "all" ? "all" : (tree.members.get(name) ?? "all");
      const at = { part, form, place: { parent: place, key: name, depth: place.depth + 1, array: null } };
      const typed = typedValueOf(member);
      if (!typed) this.follow(member, below, at);
      else if (typed.kind === "entity") this.#addReference(typed.value, below, at);
    }
  }

  #addReference(name: EntityName, tree: ReferenceTree, position: Position): void {
    if (!readsReference(tree)) return;
    if (position.form === "numbers" && readsAttributes(tree)) {
      this.#converter.refuseReference(name, position);
      return;
    }
    const key = entityKey(name);
    if (tree === "all" && this.#followed.has(key)) return;
    if (tree === "all") this.#followed.add(key);
    const properties = this.#propertiesOf(name);
    const { part } = position;
    // The depth of attributes is counted from 0 for each entity.
    const place = { ...position.place, depth: 0, origin: this.#originOf(name) };
    const attrs = this.#converter.convert(properties, attributesIn(tree), { part, form: "plain", place });
    const parents = tree === "all" || tree.ancestors ? this.#ancestorsOf(name, part) : [];
    this.#add(
      name,
      { type: cedarTypeOf(name.type), id: name.id },
      { attrs: { ...attrs, id: name.id }, parents },
    );
    this.follow(properties, tree, { part, form: "plain", place });
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
      parents: [...(present?.parents ?? []), ...uids],
    });
    for (const one of [name, ...parents]) this.#counted.add(entityKey(one));
    if (this.#counted.size > limits.entitiesPerDecision) throw tooMany(name);
  }

  /** Whether an entity is the subject or the resource. */
  #isOwn(name: EntityName): boolean {
    const { subject, resource } = this.#request;
    const key = entityKey(name);
    return entityKey(subject) === key || entityKey(resource) === key;
  }

  /** The stored properties of an entity, and those that the caller sent. */
  #propertiesOf(name: EntityName): Readonly<Record<string, unknown>> {
    const sent = sentProperties(this.#request, name) ?? {};
    // The properties of subject and resource include the stored ones.
    return this.#isOwn(name) ? sent : { ...sent, ...this.#storedOf(name) };
  }

  /** Finds the origin of each property of an entity. */
  #originOf(name: EntityName): NonNullable<Place["origin"]> {
    const stored = this.#isOwn(name) ? null : this.#storedOf(name);
    const pointerTo = (member: string): readonly string[] | undefined => {
      if (stored && Object.hasOwn(stored, member)) return undefined;
      const places = placesOf(this.#request, name);
      const sent = places.find(({ entity }) => Object.hasOwn(entity.properties ?? {}, member)) ?? places[0];
      return sent && [...sent.path, "properties"];
    };
    return { name, pointerTo };
  }

  /** The ancestors of an entity. Only `context.onBehalfOf` reads those that the chain of a request sends. */
  #ancestorsOf(name: EntityName, part: ReferencePart | null): readonly EntityName[] {
    const { entities, subject, resource } = this.#request;
    const own = [resource, subject].filter((one) => entityKey(one) === entityKey(name));
    if (own.length > 0) return own.flatMap(({ parents = [] }) => parents);
    const isGiven = placesOf(this.#request, name).some(({ entity }) => (entity.parents ?? []).length > 0);
    if (isGiven && part !== "context") throw parentsSent(name);
    const ancestors = entities ? entities.ancestorsOf(name) : [];
    if (!ancestors) throw notLoaded(name);
    return ancestors;
  }

  /** Returns the stored properties of an entity, and counts their characters once. */
  #storedOf(name: EntityName): Readonly<Record<string, unknown>> | null {
    const { entities } = this.#request;
    const properties = entities ? entities.propertiesOf(name) : null;
    if (properties === undefined) throw notLoaded(name);
    const key = entityKey(name);
    if (!properties || this.#measured.has(key)) return properties;
    this.#measured.add(key);
    this.#chars += charsOf(properties);
    if (this.#chars > limits.referencedChars) throw tooLarge(name);
    return properties;
  }
}

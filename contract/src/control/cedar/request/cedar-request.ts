import type { CedarValueJson, EntityJson, StatefulAuthorizationCall } from "@cedar-policy/cedar-wasm/nodejs";
import {
  type PolicyEntity,
  type PolicyRequest,
  visibleContext,
} from "../../../domain/policy/baseline/policy-case.ts";
import { type PolicyFacts } from "../../../domain/policy/policy-facts.ts";
import { cedarTypeOf } from "../../../domain/policy/cedar-types.ts";
import { CedarConverter, type NumberForm, rootPlace, type ValueFault } from "./cedar-values.ts";
import { linksOf } from "../../hierarchy/on-behalf-of.ts";
import type { CompiledGroup } from "../sets/compile-set.ts";
import type { ApplicableReads } from "../sets/group-reads.ts";
import { readsReference, referenceParts } from "../reads/hierarchy-reads.ts";
import { sentProperties } from "../../hierarchy/sent-entities.ts";
import { RequestEntities } from "./request-entities.ts";
import { type PartReads, type PolicyReads, type RequestPart, requestParts } from "../reads/policy-reads.ts";
import { readsAny, readsPath } from "../reads/read-tree.ts";
import type { RequestUids } from "../text/statement-scope.ts";

type Context = StatefulAuthorizationCall["context"];
type CedarRecord = Record<string, CedarValueJson>;

/** A request for the engine, and the values in it that Cedar cannot represent. */
export interface CedarRequest {
  /** The request without the values that Cedar cannot represent. */
  call: StatefulAuthorizationCall;
  /**
   * Values that statements read but Cedar cannot represent. A null matters only if a statement of
   * `applicable.withoutNulls` reads it.
   */
  faults: readonly ValueFault[];
  applicable: ApplicableReads;
}

/**
 * The values of the parts of a request. If the request describes the subject or the resource in several
 * places, the properties from all these places count.
 */
function partsOf(request: PolicyRequest): Record<RequestPart, object> {
  const { subject, resource, action, args } = request;
  return {
    args,
    action: action.properties ?? {},
    context: visibleContext(request.context),
    principal: sentProperties(request, subject) ?? {},
    resource: sentProperties(request, resource) ?? {},
  };
}

const timeFor = ({ now }: PolicyFacts) => ({
  ...now,
  instant: { __extn: { fn: "datetime", arg: now.instant } },
});

function factsFor(facts: PolicyFacts, { facts: read }: PolicyReads): Context {
  const members: Record<string, unknown> = {};
  const names = read === "all" ? Object.keys(facts) : read;
  for (const name of names) {
    if (name === "now") members[name] = timeFor(facts);
    else if (Object.hasOwn(facts, name)) members[name] = Reflect.get(facts, name);
  }
  // All other facts are strings, integers, booleans and lists of strings, which are valid Cedar values.
  return members as Context;
}

/** Builds the request for one group of statements. */
class RequestBuilder {
  readonly converter = new CedarConverter();
  readonly #request: PolicyRequest;
  readonly #reads: PolicyReads;
  readonly #parts: Record<RequestPart, object>;

  constructor(request: PolicyRequest, reads: PolicyReads) {
    this.#request = request;
    this.#reads = reads;
    this.#parts = partsOf(request);
  }

  context(): Context {
    const { plain, numbers } = this.#reads;
    const context: CedarRecord = readsAny(plain.context) ? this.#part("context", "plain") : {};
    if (readsPath(plain.context, ["onBehalfOf"])) Object.assign(context, this.#onBehalfOf());
    context["facts"] = factsFor(this.#request.facts, this.#reads);
    for (const part of ["args", "action"] as const) {
      if (readsAny(plain[part])) context[part] = this.#part(part, "plain");
    }
    const read = requestParts.filter((part) => readsAny(numbers[part]));
    if (read.length === 0) return context;
    const trees = new Map(read.map((part) => [part, this.#part(part, "numbers")]));
    if (readsPath(numbers.context, ["onBehalfOf"]))
      Object.assign(trees.get("context") ?? {}, this.#onBehalfOf());
    return { ...context, numbers: Object.fromEntries(trees) };
  }

  /**
   * The member `onBehalfOf` with the principals on whose behalf the subject acts; empty if there are none.
   */
  #onBehalfOf(nameOf: typeof uidOf = uidOf): CedarRecord {
    const links = linksOf(this.#request.subject.onBehalfOf).map((link) => ({ __entity: nameOf(link) }));
    const [immediate] = links;
    const root = links.at(-1);
    return immediate && root ? { onBehalfOf: { immediate, root, all: links } } : {};
  }

  /**
   * The entities that statements read, each with `id` and the attributes that are read. The list is empty if
   * no entity is read.
   */
  entities(uids: RequestUids): EntityJson[] {
    const { plain, hierarchy } = this.#reads;
    const { ancestors, references, numbers } = hierarchy;
    const entities = new RequestEntities(this.#request, this.converter);
    const readsOwn = (["principal", "resource"] as const).some(
      (part) => ancestors.has(part) || readsAny(plain[part]) || readsReference(references[part]),
    );
    if (readsOwn) entities.addOwn(uids, hierarchy, (part) => this.#part(part, "plain"));
    if (ancestors.has("action")) entities.addAction(uids);
    for (const part of referenceParts) {
      const further = part === "context" ? this.#onBehalfOf(({ type, id }) => ({ type, id })) : {};
      const value = { ...this.#parts[part], ...further };
      entities.follow(value, references[part], { part, form: "plain", place: rootPlace });
      entities.follow(value, numbers[part], { part, form: "numbers", place: rootPlace });
    }
    entities.addNamed(hierarchy);
    return entities.all;
  }

  #part(part: RequestPart, form: NumberForm): CedarRecord {
    const reads: PartReads = this.#reads[form];
    const members = this.converter.convert(this.#parts[part], reads[part], { part, form });
    if (part === "principal") return { ...members, id: this.#request.subject.id };
    return part === "resource" ? { ...members, id: this.#request.resource.id } : members;
  }
}

const uidOf = ({ type, id }: PolicyEntity) => ({ type: cedarTypeOf(type), id });

/** The entities of a request, as policies name them. */
export const uidsOf = ({
  subject,
  action,
  resource,
}: Pick<PolicyRequest, "subject" | "action" | "resource">): RequestUids => ({
  principal: uidOf(subject),
  action: { type: "Action", id: action.name },
  resource: uidOf(resource),
});

/**
 * The request for the engine, with only the parts that the statements read.
 *
 * @throws {TooDeep} if these parts are nested beyond 32 levels.
 */
export function cedarRequest(request: PolicyRequest, { slot, reads }: CompiledGroup): CedarRequest {
  const uids = uidsOf(request);
  const applicable = reads.of(uids);
  const parts = { ...uids, preparsedPolicySetId: slot };
  if (applicable.statements.length === 0) {
    const context = { facts: factsFor(request.facts, applicable.reads) };
    return { call: { ...parts, context, entities: [] }, faults: [], applicable };
  }
  const builder = new RequestBuilder(request, applicable.reads);
  const call = { ...parts, context: builder.context(), entities: builder.entities(uids) };
  return { call, faults: builder.converter.faults, applicable };
}

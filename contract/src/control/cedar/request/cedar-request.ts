import type { EntityJson, StatefulAuthorizationCall } from "@cedar-policy/cedar-wasm/nodejs";
import { type PolicyEntity, type PolicyRequest } from "../../../domain/policy/baseline/policy-case.ts";
import { type PolicyFacts } from "../../../domain/policy/policy-facts.ts";
import { cedarTypeOf, toCedarRecord, toCedarValue } from "./cedar-values.ts";
import type { CompiledGroup } from "../sets/compile-set.ts";
import type { PolicyReads } from "../text/policy-reads.ts";

type Context = StatefulAuthorizationCall["context"];

const reservedNames = new Set(["facts", "args", "action"]);

function factsFor(facts: PolicyFacts, { facts: read }: PolicyReads): Context {
  if (read === "all") return toCedarRecord(facts);
  const members: Record<string, unknown> = {};
  for (const name of read) if (Object.hasOwn(facts, name)) members[name] = Reflect.get(facts, name);
  // Facts are strings, integers, booleans and lists of strings, which are all Cedar values.
  return members as Context;
}

function contextFor(request: PolicyRequest, reads: PolicyReads): Context {
  const context: Context = { facts: factsFor(request.facts, reads) };
  const wanted = (name: string): boolean => reads.context === "all" || reads.context.has(name);
  if (wanted("args")) context["args"] = toCedarRecord(request.args);
  if (wanted("action")) context["action"] = toCedarRecord(request.action.properties ?? {});
  for (const [name, value] of Object.entries(request.context)) {
    if (reservedNames.has(name) || !wanted(name)) continue;
    const converted = toCedarValue(value);
    if (converted !== undefined) context[name] = converted;
  }
  return context;
}

const uidOf = ({ type, id }: PolicyEntity) => ({ type: cedarTypeOf(type), id });

const entityOf = (one: PolicyEntity, properties: PolicyEntity["properties"]): EntityJson => ({
  uid: uidOf(one),
  attrs: { ...toCedarRecord(properties ?? {}), id: one.id },
  parents: [],
});

/**
 * Subject and resource with their properties and `id`; if both are the same entity, it has the properties of
 * both.
 */
function entitiesFor({ subject, resource }: PolicyRequest): EntityJson[] {
  const same = subject.type === resource.type && subject.id === resource.id;
  if (same) return [entityOf(subject, { ...resource.properties, ...subject.properties })];
  return [entityOf(subject, subject.properties), entityOf(resource, resource.properties)];
}

/**
 * The request for the engine, with only the parts that the statements read.
 *
 * @throws {TooDeep} if these parts are nested beyond 32 levels.
 */
export function cedarRequest(
  request: PolicyRequest,
  { slot, reads }: CompiledGroup,
): StatefulAuthorizationCall {
  return {
    principal: uidOf(request.subject),
    action: { type: "Action", id: request.action.name },
    resource: uidOf(request.resource),
    context: contextFor(request, reads),
    preparsedPolicySetId: slot,
    entities: reads.entities ? entitiesFor(request) : [],
  };
}

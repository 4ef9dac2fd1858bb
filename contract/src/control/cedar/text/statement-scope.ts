import type { PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";
import { memberOf } from "../policy-nodes.ts";

/** The type and id of an entity, as policies name them. */
export interface EntityUid {
  type: string;
  id: string;
}

/** The entities of a request. */
export interface RequestUids {
  principal: EntityUid;
  action: EntityUid;
  resource: EntityUid;
}

/** The entities that a statement can apply to; absent members are any. */
export type StatementScope = Readonly<Record<keyof RequestUids, Partial<EntityUid>>>;

function partOf(constraint: unknown): Partial<EntityUid> {
  const operator = memberOf(constraint, "op");
  if (operator === "is") return { type: String(memberOf(constraint, "entity_type")) };
  if (operator !== "==") return {};
  const named = memberOf(constraint, "entity");
  const entity = memberOf(named, "__entity") ?? named;
  return { type: String(memberOf(entity, "type")), id: String(memberOf(entity, "id")) };
}

/** The scope of a statement by `==` and `is`; `in` limits nothing here. */
export const scopeOf = ({ principal, action, resource }: PolicyJson): StatementScope => ({
  principal: partOf(principal),
  action: partOf(action),
  resource: partOf(resource),
});

const matches = ({ type, id }: Partial<EntityUid>, uid: EntityUid): boolean =>
  (id === undefined || id === uid.id) && (type === undefined || type === uid.type);

/** Whether a scope does not exclude a request. */
export const isInScope = (scope: StatementScope, uids: RequestUids): boolean =>
  matches(scope.principal, uids.principal) &&
  matches(scope.action, uids.action) &&
  matches(scope.resource, uids.resource);

import type { PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";
import { type EntityUid, memberOf } from "../../../domain/policy/policy-nodes.ts";

/** The entities of a request. */
export interface RequestUids {
  principal: EntityUid;
  action: EntityUid;
  resource: EntityUid;
}

/** The entities to which a statement can apply. If a type or id is absent, any is possible. */
export type StatementScope = Readonly<Record<keyof RequestUids, Partial<EntityUid>>>;

function partOf(constraint: unknown): Partial<EntityUid> {
  const operator = memberOf(constraint, "op");
  if (operator === "is") return { type: String(memberOf(constraint, "entity_type")) };
  if (operator !== "==") return {};
  const named = memberOf(constraint, "entity");
  const entity = memberOf(named, "__entity") ?? named;
  return { type: String(memberOf(entity, "type")), id: String(memberOf(entity, "id")) };
}

/** The scope of a statement, as limited by `==` and `is`. Limits by `in` are ignored. */
export const scopeOf = ({ principal, action, resource }: PolicyJson): StatementScope => ({
  principal: partOf(principal),
  action: partOf(action),
  resource: partOf(resource),
});

const matches = ({ type, id }: Partial<EntityUid>, uid: EntityUid): boolean =>
  (id === undefined || id === uid.id) && (type === undefined || type === uid.type);

/** Whether a statement with this scope can apply to a request. */
export const isInScope = (scope: StatementScope, uids: RequestUids): boolean =>
  matches(scope.principal, uids.principal) &&
  matches(scope.action, uids.action) &&
  matches(scope.resource, uids.resource);

// Completes the items of a batch of evaluations by its defaults. The defaults are validated once, with the body: they
// may be large, and every item can use them.
import type * as z from "zod";
import type { OnBehalfOf } from "../../domain/policy/baseline/policy-case.ts";
import { type AuthorizationRequest, chainOf, withoutArgs } from "../decisions/authorize-call.ts";
import { keepCanonical } from "../../wire/json/canonical-json.ts";
import { isRecord } from "../../domain/values/is-record.ts";
import type { authzenItem } from "./authzen-item.ts";
import { authzenEvaluationBody, type AuthZenEvaluationsBody } from "./authzen.ts";

type Defaults = Pick<AuthZenEvaluationsBody, "subject" | "action" | "resource" | "context" | "args">;
type Item = z.output<typeof authzenItem>;

/** A validated evaluation. */
export type AuthZenEvaluation = Pick<AuthorizationRequest, "subject" | "action" | "resource"> & {
  context?: Record<string, unknown> | undefined;
  args?: Record<string, unknown> | undefined;
};

/** The members that identify an entity or an action. */
const names: readonly string[] = ["type", "id", "name"];

/** The members of an entity or action that are read. */
const readMembers: readonly string[] = [...names, "properties", "parents", "onBehalfOf"];

const readPart = (entity: object | undefined): Record<string, unknown> | undefined =>
  entity && Object.fromEntries(Object.entries(entity).filter(([name]) => readMembers.includes(name)));

/**
 * Completes the entity or action of an item: missing identifying members come from the default. If an incomplete item
 * is the entity of the default, all its other missing members come from the default too, because they describe the same
 * entity. A complete item replaces the whole default, as AuthZEN requires.
 */
function filled(item: unknown, fallback: Record<string, unknown> | undefined): unknown {
  if (item === undefined) return fallback;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const named = Object.entries(fallback ?? {}).filter(([member]) => names.includes(member));
  const completed: object = { ...Object.fromEntries(named), ...item };
  const isComplete = named.every(([member]) => Object.hasOwn(item, member));
  const isSame = named.every(([member, value]) => Reflect.get(completed, member) === value);
  return isSame && !isComplete ? { ...fallback, ...item } : completed;
}

/** The parts of an entity or action that may be large. */
interface LargeParts {
  properties?: Readonly<Record<string, unknown>> | undefined;
  onBehalfOf?: OnBehalfOf | undefined;
}

/** A chain of principals without their properties. */
const withoutProperties = ({ properties: _properties, onBehalfOf, ...link }: OnBehalfOf): OnBehalfOf => ({
  ...link,
  ...(onBehalfOf && { onBehalfOf: withoutProperties(onBehalfOf) }),
});

/**
 * Returns a function that completes an entity or action. Its result has two parts: what must be validated, and what is
 * valid because it comes from the default.
 */
function entityReader(fallback: LargeParts | undefined) {
  const read = readPart(fallback);
  return (item: unknown) => {
    const sent = filled(item, read);
    const isDefault = (member: keyof LargeParts): boolean =>
      fallback?.[member] !== undefined && Reflect.get(Object(sent), member) === fallback[member];
    const properties = isDefault("properties") ? fallback?.properties : undefined;
    const onBehalfOf = isDefault("onBehalfOf") ? fallback?.onBehalfOf : undefined;
    const without = {
      ...(properties && { properties: undefined }),
      ...(onBehalfOf && { onBehalfOf: withoutProperties(onBehalfOf) }),
    };
    const valid = { ...(properties && { properties }), ...(onBehalfOf && { onBehalfOf }) };
    return { toValidate: properties || onBehalfOf ? { ...Object(sent), ...without } : sent, valid };
  };
}

/**
 * The context and the arguments of an item. The default context applies if the item has no context, and the
 * default arguments apply if it has no arguments. An item therefore never conflicts with a default.
 */
function argumentsOf(
  { context, args }: Item,
  defaults: Pick<Defaults, "context" | "args">,
  contextWithoutArgs: Defaults["context"],
) {
  const own = { context: context ?? undefined, args: args ?? undefined };
  const hasOwnArgs = own.args !== undefined || Object.hasOwn(Object(context), "args");
  return {
    toValidate: own,
    valid: {
      ...(own.context === undefined && { context: hasOwnArgs ? contextWithoutArgs : defaults.context }),
      ...(!hasOwnArgs && { args: defaults.args }),
    },
  };
}

/** Writes the canonical form of the large parts of the defaults once, because the digest of each item contains it. */
function keepDefaults({ subject, action, resource, context, args }: Defaults): void {
  const chain = subject?.onBehalfOf && chainOf(subject.onBehalfOf);
  const entities = [subject, action, resource].map((entity) => entity?.properties);
  const parts = [...entities, chain, args, context?.["args"], context && withoutArgs(context)];
  for (const part of parts) if (isRecord(part)) keepCanonical(part);
}

/**
 * Returns a function that completes an item by the defaults of its batch. Items that use the same default share its
 * properties, context and arguments, so that the hosts and secrets in them are searched once.
 *
 * @returns undefined for an item that is not valid.
 */
export function itemReader(defaults: Defaults): (item: Item) => AuthZenEvaluation | undefined {
  keepDefaults(defaults);
  const contextWithoutArgs = withoutArgs(defaults.context ?? {});
  const subjectOf = entityReader(defaults.subject);
  const actionOf = entityReader(defaults.action);
  const resourceOf = entityReader(defaults.resource);
  return (item) => {
    const subject = subjectOf(item.subject);
    const action = actionOf(item.action);
    const resource = resourceOf(item.resource);
    const further = argumentsOf(item, defaults, contextWithoutArgs);
    const { data } = authzenEvaluationBody.safeParse({
      subject: subject.toValidate,
      action: action.toValidate,
      resource: resource.toValidate,
      ...further.toValidate,
    });
    return (
      data && {
        ...data,
        ...further.valid,
        subject: { ...data.subject, ...subject.valid },
        action: { ...data.action, ...action.valid },
        resource: { ...data.resource, ...resource.valid },
      }
    );
  };
}

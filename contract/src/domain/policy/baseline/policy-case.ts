import type { PolicyFacts } from "../policy-facts.ts";
import type { TimeFacts } from "../time-facts.ts";
import type { PolicyOutcome } from "../policy-outcomes.ts";

/** The type and the id of an entity. */
interface NamedEntity {
  type: string;
  id: string;
}

/** Finds entities that policies reach by references or by name. */
export interface ReachedEntities {
  /** The stored properties; null if the entity is not stored, undefined if it is not loaded. */
  propertiesOf: (name: NamedEntity) => Readonly<Record<string, unknown>> | null | undefined;
  /** All ancestors; undefined if they are not loaded. */
  ancestorsOf: (name: NamedEntity) => readonly NamedEntity[] | undefined;
}

/** A subject or a resource of a request. */
export interface PolicyEntity extends NamedEntity {
  /** The properties of the entity. Policies see each of them as an attribute. */
  properties?: Readonly<Record<string, unknown>> | undefined;
  /**
   * In a caller's request, the direct parents of the entity. In the request that policies evaluate, all its
   * ancestors.
   */
  parents?: readonly NamedEntity[] | undefined;
}

/**
 * A principal on whose behalf a subject acts. This principal may in turn act on behalf of another principal.
 */
export interface OnBehalfOf extends PolicyEntity {
  parents?: readonly { type: string; id: string }[] | undefined;
  onBehalfOf?: OnBehalfOf | undefined;
}

/** A subject of a request. */
interface PolicySubject extends PolicyEntity {
  /** A claim of the caller. */
  onBehalfOf?: OnBehalfOf | undefined;
}

/** The request that a policy evaluates. */
export interface PolicyRequest {
  subject: PolicySubject;
  /** The action. Policies see its properties as `context.action`. */
  action: { name: string; properties?: Readonly<Record<string, unknown>> | undefined };
  resource: PolicyEntity;
  /** The arguments. Policies see them as `context.args`. */
  args: Readonly<Record<string, unknown>>;
  /** Further members of `context`. The members `args` and `ignoredContextMembers` are ignored. */
  context: Readonly<Record<string, unknown>>;
  /** The names of all groups that contain the action; absent if no group contains it. */
  actionGroups?: readonly string[] | undefined;
  /** Finds other entities. Absent if no other entity is stored. */
  entities?: ReachedEntities | undefined;
  /** The facts. Policies see them as `context.facts`. */
  facts: PolicyFacts;
}

/** Members of a caller's `context` that policies never see, because the service sets them itself. */
export const ignoredContextMembers = ["facts", "numbers", "action", "onBehalfOf"] as const;

const hiddenMembers: readonly string[] = [...ignoredContextMembers, "args"];

const visible = new WeakMap<object, PolicyRequest["context"]>();

/**
 * Returns the caller's context without the members that policies never see: the same object for the same context,
 * because its size is cached with it.
 */
export function visibleContext(context: PolicyRequest["context"]): PolicyRequest["context"] {
  if (!hiddenMembers.some((name) => Object.hasOwn(context, name))) return context;
  const known = visible.get(context) ?? withoutHidden(context);
  visible.set(context, known);
  return known;
}

function withoutHidden(context: PolicyRequest["context"]): PolicyRequest["context"] {
  return Object.fromEntries(Object.entries(context).filter(([name]) => !hiddenMembers.includes(name)));
}

/** The action of an agent that calls a tool. */
export const toolCallAction = "tools/call";

type Part<T> = { [Name in keyof T]?: T[Name] | undefined };

/** Facts of a test case. Omitted facts have harmless defaults. */
interface PolicyFactsPart extends Part<Omit<PolicyFacts, "now">> {
  now?: Part<TimeFacts> | undefined;
}

/** A test case of a policy. The policy is evaluated alone, without the baseline. */
export interface PolicyCase {
  name: string;
  /**
   * The request. By default, the agent `test-agent` calls its declared tool `test.tool` without arguments.
   */
  request?:
    | {
        subject?: PolicyEntity | undefined;
        action?: PolicyRequest["action"] | undefined;
        resource?: PolicyEntity | undefined;
        args?: Readonly<Record<string, unknown>> | undefined;
        context?: Readonly<Record<string, unknown>> | undefined;
        facts?: PolicyFactsPart | undefined;
      }
    | undefined;
  /** The expected outcome; `none` if the policy does not apply. */
  expect: PolicyOutcome | "none";
}

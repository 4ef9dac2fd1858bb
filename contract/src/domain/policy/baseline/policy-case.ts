import type { PolicyFacts } from "../policy-facts.ts";
import type { TimeFacts } from "../time-facts.ts";
import type { PolicyOutcome } from "../policy-outcomes.ts";

/** A subject or a resource of a request. */
export interface PolicyEntity {
  type: string;
  id: string;
  /** Each property becomes an attribute. */
  properties?: Readonly<Record<string, unknown>> | undefined;
}

/** The request that a policy evaluates. */
export interface PolicyRequest {
  subject: PolicyEntity;
  /** Its properties are `context.action`. */
  action: { name: string; properties?: Readonly<Record<string, unknown>> | undefined };
  resource: PolicyEntity;
  /** `context.args`. */
  args: Readonly<Record<string, unknown>>;
  /** Further members of `context`; `args` and `ignoredContextMembers` in it are ignored. */
  context: Readonly<Record<string, unknown>>;
  /** `context.facts`. */
  facts: PolicyFacts;
}

/** Members of a caller's `context` that policies never see, because the service sets them itself. */
export const ignoredContextMembers = ["facts", "numbers", "action", "onBehalfOf"] as const;

const hiddenMembers: readonly string[] = [...ignoredContextMembers, "args"];

/** The caller's context without the members that policies never see. */
export function visibleContext(context: PolicyRequest["context"]): PolicyRequest["context"] {
  if (!hiddenMembers.some((name) => Object.hasOwn(context, name))) return context;
  return Object.fromEntries(Object.entries(context).filter(([name]) => !hiddenMembers.includes(name)));
}

/** The action of an agent that calls a tool. */
export const toolCallAction = "tools/call";

type Part<T> = { [Name in keyof T]?: T[Name] | undefined };

/** Facts of a test case; omitted ones have harmless defaults. */
interface PolicyFactsPart extends Part<Omit<PolicyFacts, "now">> {
  now?: Part<TimeFacts> | undefined;
}

/** A test case of a policy: its result alone, without the baseline. */
export interface PolicyCase {
  name: string;
  /** Default request: the agent `test-agent` calls its declared tool `test.tool` without arguments. */
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
  /** `none`: the policy does not apply. */
  expect: PolicyOutcome | "none";
}

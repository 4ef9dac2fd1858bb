import { type PolicyRequest, toolCallAction } from "../../../domain/policy/baseline/policy-case.ts";
import { harmlessFacts } from "../../../domain/policy/policy-facts.ts";

const rounds = 200;

/**
 * Requests that warm an engine up. Each request has another subject, because a repeated request would be
 * answered from the cache.
 */
export const warmUpRequests = (): PolicyRequest[] =>
  Array.from({ length: rounds }, (_, round) => ({
    subject: { type: "agent", id: `warm-up-${round}` },
    action: { name: toolCallAction },
    resource: { type: "tool", id: "warm.up" },
    args: {},
    context: {},
    facts: harmlessFacts,
  }));

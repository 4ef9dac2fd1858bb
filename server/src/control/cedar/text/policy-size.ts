import { limits } from "@assay/contract/platform/limits";
import type { PolicyRequest } from "@assay/contract/domain";
import type { EffectiveSet } from "../sets/effective-set.ts";
import { effectiveBaselinePolicies } from "../sets/effective-set.ts";

const baseline: ReadonlySet<unknown> = new Set(effectiveBaselinePolicies);

const bytesOf = (text: string): number => Buffer.byteLength(text);

const sizes = new WeakMap<EffectiveSet, number>();

function textBytes(set: EffectiveSet): number {
  const known = sizes.get(set);
  if (known !== undefined) return known;
  const attached = set.policies.filter((policy) => !baseline.has(policy));
  const bytes = attached.reduce((sum, { text }) => sum + bytesOf(text), 0);
  sizes.set(set, bytes);
  return bytes;
}

/** What is wrong with a set whose policies are too much text together; undefined: nothing. The baseline is not counted. */
export function setTooLarge(set: EffectiveSet): string | undefined {
  const bytes = textBytes(set);
  return bytes > limits.policyTextBytes
    ? `The attached policies have ${bytes} bytes of text; at most ${limits.policyTextBytes} are evaluated.`
    : undefined;
}

/** What is wrong with a request that is too large to be decided on; undefined: nothing. */
export function requestTooLarge({
  subject,
  action,
  resource,
  args,
  context,
}: Pick<PolicyRequest, "subject" | "action" | "resource" | "args" | "context">): string | undefined {
  const said = [subject.properties, action.properties, resource.properties, args, context];
  const text = JSON.stringify(said);
  // A UTF-16 unit is at most three bytes of UTF-8: most requests need no counting.
  if (text.length * 3 <= limits.policyInputBytes) return undefined;
  const bytes = bytesOf(text);
  return bytes > limits.policyInputBytes
    ? `Arguments, context and properties have ${bytes} bytes; at most ${limits.policyInputBytes} are decided on.`
    : undefined;
}

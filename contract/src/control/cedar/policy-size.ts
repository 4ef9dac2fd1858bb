import type { PolicyRequest } from "../../domain/policy/baseline/policy-case.ts";
import { maxJsonBytes } from "../../wire/json/max-json-bytes.ts";
import { limits } from "../../platform/limits.ts";
import { utf8 } from "../../wire/crypto/bytes.ts";
import { effectiveBaselinePolicies, type EffectiveSet } from "./policy-set.ts";

const baseline: ReadonlySet<unknown> = new Set(effectiveBaselinePolicies);

const sizes = new WeakMap<EffectiveSet, number>();

function textBytes(set: EffectiveSet): number {
  const cached = sizes.get(set);
  if (cached !== undefined) return cached;
  const attached = set.policies.filter((policy) => !baseline.has(policy));
  const bytes = attached.reduce((sum, { text }) => sum + utf8(text).length, 0);
  sizes.set(set, bytes);
  return bytes;
}

/**
 * The fault of a set whose texts, without the baseline, are too large in total; undefined if they are not.
 */
export function setTooLarge(set: EffectiveSet): string | undefined {
  const bytes = textBytes(set);
  return bytes > limits.policyTextBytes
    ? `The attached policies have ${bytes} bytes of text; they must have at most ${limits.policyTextBytes}.`
    : undefined;
}

const bounds = new WeakMap<object, number>();
const exactSizes = new WeakMap<object, number>();

type Measure = (part: object) => number;

/** Returns a measure that is computed once for each object. The parts of a request never change. */
const once =
  (known: WeakMap<object, number>, measure: Measure): Measure =>
  (part) => {
    const size = known.get(part) ?? measure(part);
    known.set(part, size);
    return size;
  };

const boundOf: Measure = (part) => maxJsonBytes(part, limits.policyInputBytes);
const boundOnce = once(bounds, boundOf);
const bytesOnce = once(exactSizes, (part) => utf8(JSON.stringify(part)).length);

/** The bytes of a JSON array of the parts. */
const sumOf = (parts: readonly (object | undefined)[], measure: Measure): number =>
  parts.reduce<number>((sum, part) => sum + (part === undefined ? "null".length : measure(part)) + 1, 1);

/**
 * The fault of a request that is too large to evaluate; undefined if it is not too large.
 *
 * @param isShared whether other requests may have the same parts, so that their sizes are cached.
 */
export function requestTooLarge(
  {
    subject,
    action,
    resource,
    args,
    context,
  }: Pick<PolicyRequest, "subject" | "action" | "resource" | "args" | "context">,
  isShared = false,
): string | undefined {
  const parts = [
    subject.properties,
    action.properties,
    resource.properties,
    args,
    context,
    ...(subject.onBehalfOf ? [subject.onBehalfOf] : []),
  ];
  if (sumOf(parts, isShared ? boundOnce : boundOf) <= limits.policyInputBytes) return undefined;
  const bytes = sumOf(parts, bytesOnce);
  return bytes > limits.policyInputBytes
    ? `Arguments, context and properties have ${bytes} bytes; they must have at most ${limits.policyInputBytes}.`
    : undefined;
}

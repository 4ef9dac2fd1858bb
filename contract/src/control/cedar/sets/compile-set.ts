import { greatestSizes, totalCost } from "../../../domain/policy/policy-cost.ts";
import { type Cedar, TextFault } from "../engine/cedar-instance.ts";
import type { EffectivePolicy, EffectiveSet } from "../policy-set.ts";
import { type CompiledStatement, GroupReads } from "./group-reads.ts";
import type { KnownStatements } from "./known-statements.ts";

/** Statements that are evaluated together, preparsed under the name `slot`. */
export interface CompiledGroup {
  slot: string;
  /** The statements in the order of the policies, by the id under which the engine knows each statement. */
  statements: ReadonlyMap<string, CompiledStatement>;
  reads: GroupReads;
}

/** The preparsed groups of a set. */
export interface CompiledSet {
  /** The enforced statements. */
  enforced: CompiledGroup;
  /**
   * The permits as a separate group. It is evaluated if every satisfied forbid has the outcome ask or
   * transform, because the engine then reports no permits.
   */
  permits: CompiledGroup | null;
  /** The statements in shadow mode. */
  shadow: CompiledGroup | null;
  /** Policies in shadow mode that cannot be compiled. */
  faults: readonly CannotCompile[];
  /** The greatest cost of the statements of the set for any request, in steps. */
  maxCost: number;
}

/** A policy of a set cannot be compiled: it was valid only when it was stored, or it was never checked. */
export class CannotCompile extends TextFault {
  override readonly name = "CannotCompile";
  readonly policy: EffectivePolicy;

  constructor(policy: EffectivePolicy, reason: string) {
    super(`Policy ${policy.id} cannot be compiled: ${reason}.`);
    this.policy = policy;
  }
}

/** The maximum number of groups of one set. */
export const slotsPerSet = 3;

/**
 * Preparses a set under names that are not in use.
 *
 * @throws {CannotCompile} if a policy is invalid; the error names the policy.
 * @throws {CedarBroken} if the engine crashes.
 */
export function compileSet(
  cedar: Cedar,
  { policies }: EffectiveSet,
  { slots, known }: { slots: readonly string[]; known: KnownStatements },
): CompiledSet {
  const compiledStatements = (policy: EffectivePolicy): CompiledStatement[] => {
    const split = known.of(cedar, policy.text);
    if (!split.ok) throw new CannotCompile(policy, split.errors[0]?.message ?? "the text is not valid");
    return split.statements.map((statement) => ({ policy, statement }));
  };
  const modeIs = (mode: EffectivePolicy["mode"]) => policies.filter((policy) => policy.mode === mode);
  const enforced = modeIs("enforce").flatMap(compiledStatements);
  const faults: CannotCompile[] = [];
  const shadow = modeIs("shadow").flatMap((policy) => {
    try {
      return compiledStatements(policy);
    } catch (error) {
      if (!(error instanceof CannotCompile)) throw error;
      faults.push(error);
      return [];
    }
  });
  const softens = enforced.some(
    ({ policy, statement }) => statement.effect === "forbid" && (policy.outcome ?? "deny") !== "deny",
  );
  const permits = enforced.filter(({ statement }) => statement.effect === "permit");
  const [first = "", second = "", third = ""] = slots;
  const group = (slot: string, statements: readonly CompiledStatement[]): CompiledGroup =>
    preparse(cedar, slot, statements);
  return {
    enforced: group(first, enforced),
    permits: softens ? group(second, permits) : null,
    shadow: shadow.length > 0 ? group(third, shadow) : null,
    faults,
    maxCost: totalCost(
      [...enforced, ...(softens ? permits : []), ...shadow].map(({ statement }) => statement.cost),
      greatestSizes,
    ),
  };
}

function preparse(cedar: Cedar, slot: string, compiled: readonly CompiledStatement[]): CompiledGroup {
  // The engine numbers the statements of a text, so no annotation can make one policy replace another. It takes a tenth
  // of the time that it takes for separate statements.
  const statements = new Map(compiled.map((one, index) => [`policy${index}`, one]));
  const staticPolicies = compiled.map(({ statement }) => statement.text).join("\n");
  const result = cedar.preparsePolicySet(slot, { staticPolicies });
  if (result.type === "failure") throw new Error(`${slot}: ${result.errors[0]?.message ?? "not parsed"}`);
  return { slot, statements, reads: new GroupReads(compiled) };
}

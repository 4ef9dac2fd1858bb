import { type Cedar, TextFault } from "../cedar-wasm.ts";
import type { EffectivePolicy, EffectiveSet } from "./effective-set.ts";
import { joinReads, type PolicyReads } from "../text/policy-reads.ts";
import { type PolicyStatement, statementsOf } from "../text/policy-statements.ts";

/** A statement, with the policy that it is of. */
export interface CompiledStatement {
  policy: EffectivePolicy;
  statement: PolicyStatement;
}

/** Statements that are evaluated together, preparsed under a name. */
export interface CompiledGroup {
  slot: string;
  /** Id that the engine knows a statement by → the statement, in the order of the policies. */
  statements: ReadonlyMap<string, CompiledStatement>;
  reads: PolicyReads;
}

/** What of a set is preparsed. */
export interface CompiledSet {
  /** All that counts. */
  enforced: CompiledGroup;
  /** What permits: asked apart when only asks and transforms forbid, for the engine does not name permits then. */
  permits: CompiledGroup | null;
  /** What is in shadow mode. */
  shadow: CompiledGroup | null;
  /** Policies in shadow mode that cannot be compiled. */
  faults: readonly CannotCompile[];
}

/** A policy of a set cannot be compiled: its text was right once, or it was never checked. */
export class CannotCompile extends TextFault {
  override readonly name = "CannotCompile";
  readonly policy: EffectivePolicy;

  constructor(policy: EffectivePolicy, reason: string) {
    super(`Policy ${policy.id} cannot be compiled: ${reason}.`);
    this.policy = policy;
  }
}

/** Preparsed groups of one set, at the most. */
export const slotsPerSet = 3;

/**
 * Preparses a set under names that are free.
 *
 * @throws {CannotCompile | CedarBroken} the first names the policy at fault.
 */
export function compileSet(cedar: Cedar, { policies }: EffectiveSet, slots: readonly string[]): CompiledSet {
  const modeIs = (mode: EffectivePolicy["mode"]) => policies.filter((policy) => policy.mode === mode);
  const enforced = modeIs("enforce").flatMap((policy) => compiledStatements(cedar, policy));
  const faults: CannotCompile[] = [];
  const shadow = modeIs("shadow").flatMap((policy) => {
    try {
      return compiledStatements(cedar, policy);
    } catch (error) {
      if (!(error instanceof CannotCompile)) throw error;
      faults.push(error);
      return [];
    }
  });
  const softens = enforced.some(
    ({ policy, statement }) => statement.effect === "forbid" && (policy.outcome ?? "deny") !== "deny",
  );
  const [first = "", second = "", third = ""] = slots;
  const group = (slot: string, statements: readonly CompiledStatement[]): CompiledGroup =>
    preparse(cedar, slot, statements);
  return {
    enforced: group(first, enforced),
    permits: softens
      ? group(
          second,
          enforced.filter(({ statement }) => statement.effect === "permit"),
        )
      : null,
    shadow: shadow.length > 0 ? group(third, shadow) : null,
    faults,
  };
}

function compiledStatements(cedar: Cedar, policy: EffectivePolicy): CompiledStatement[] {
  const parsed = statementsOf(cedar, policy.text);
  if (!parsed.ok) throw new CannotCompile(policy, parsed.errors[0]?.message ?? "the text is not valid");
  return parsed.statements.map((statement) => ({ policy, statement }));
}

function preparse(cedar: Cedar, slot: string, compiled: readonly CompiledStatement[]): CompiledGroup {
  // The ids are ours: whatever a text calls its policies, none can stand in for another.
  const statements = new Map(compiled.map((one, index) => [`s${index}`, one]));
  const texts = [...statements].map(([id, { statement }]): [string, string] => [id, statement.text]);
  const answer = cedar.preparsePolicySet(slot, { staticPolicies: Object.fromEntries(texts) });
  if (answer.type === "failure") throw new Error(`${slot}: ${answer.errors[0]?.message ?? "not parsed"}`);
  return { slot, statements, reads: joinReads(compiled.map(({ statement }) => statement.reads)) };
}

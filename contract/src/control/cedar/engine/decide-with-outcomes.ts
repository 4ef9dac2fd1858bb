// Decides by policies whose outcomes a test sets. The engine is needed only to evaluate the text of a policy.
import { findBaselinePolicy } from "../../../domain/policy/baseline/baseline.ts";
import { decideBaseline } from "../../../domain/policy/baseline/decide-baseline.ts";
import type { PolicyCase, PolicyRequest } from "../../../domain/policy/baseline/policy-case.ts";
import type { PatchOperation, PolicyReason, PolicyVerdict } from "../../../domain/policy/verdict.ts";
import { type EffectivePolicy, type EffectiveSet, policySet } from "../policy-set.ts";
import { requestTooLarge } from "../policy-size.ts";
import { concludeVerdict, deniedBefore, policyReason, type PolicyQuestion } from "../policy-verdict.ts";
import type { ReplayEngine } from "../../simulation/replay-decision.ts";
import { parsePatch } from "../text/policy-statements.ts";
import { everything } from "./run-policy-case.ts";

/** The outcome that a test sets for a policy, as a function of the request. */
export type SetOutcome = (request: PolicyRequest) => PolicyCase["expect"];

/** The parts of a decider. */
export interface DeciderParts {
  /** Undefined if the engine cannot be loaded. */
  engine: ReplayEngine | undefined;
  /** The outcomes that the test sets, by policy id. */
  outcomes: ReadonlyMap<string, SetOutcome>;
  /** Creates the error for a decision that would require an engine to evaluate the text of a policy. */
  notEvaluated: (policyId: string) => Error;
}

type OutcomeOf = (policy: EffectivePolicy) => PolicyCase["expect"] | undefined;

/**
 * Decides as the engine does, but uses the set outcome of a policy instead of its text.
 *
 * @throws {unknown} the error from `notEvaluated` if a text must be evaluated and there is no engine.
 */
export const decidesWithOutcomes = ({ engine, outcomes, notEvaluated }: DeciderParts): ReplayEngine => ({
  decide: (set, request, findings, checkedSize, admits) => {
    const tooLarge = checkedSize ?? requestTooLarge(request) ?? null;
    const outcomeOf: OutcomeOf = ({ id }) => (id === everything.id ? "allow" : outcomes.get(id)?.(request));
    if (engine) return engine.decide(withOutcomes(set, outcomeOf), request, findings, tooLarge, admits);
    const outcomeOrError: OutcomeOf = (policy) => {
      const outcome = outcomeOf(policy);
      if (outcome === undefined) throw notEvaluated(policy.id);
      return outcome;
    };
    return (
      deniedBefore({ set, request, findings }, tooLarge) ??
      decideWithoutEngine({ set, request, findings }, outcomeOrError)
    );
  },
  readsOf: (set, request) =>
    engine?.readsOf(
      withOutcomes(set, ({ id }) => outcomes.get(id)?.(request)),
      request,
    ),
});

/** The first annotation `@transform` in a text, and the literal that it contains. */
const annotationIn = (text: string): RegExpExecArray | null =>
  /@transform\s*\(\s*("(?:[^"\\]|\\.)*")\s*\)/.exec(text);

/** The changes that the text of a policy requires; empty if it has no changes that can be read without the engine. */
function changesIn({ text }: EffectivePolicy): readonly PatchOperation[] {
  try {
    const literal: unknown = JSON.parse(annotationIn(text)?.[1] ?? '""');
    return parsePatch(typeof literal === "string" ? literal : undefined) ?? [];
  } catch {
    return [];
  }
}

/** Replaces each policy with a set outcome by a policy that returns this outcome for every request. */
function withOutcomes(set: EffectiveSet, outcomeOf: OutcomeOf): EffectiveSet {
  if (set.policies.every((policy) => outcomeOf(policy) === undefined)) return set;
  const policies = set.policies.flatMap((policy): EffectivePolicy[] => {
    const given = outcomeOf(policy);
    if (given === undefined) return [policy];
    if (given === "none") return [];
    const [effect, outcome] = given === "allow" ? (["permit", null] as const) : (["forbid", given] as const);
    const changes = outcome === "transform" ? (annotationIn(policy.text)?.[0] ?? "") : "";
    const text = `${changes} ${effect} (principal, action, resource);`;
    return [{ ...policy, text, outcome, digest: `outcome ${given}` }];
  });
  return policySet(policies, { baseline: false, unresolved: set.unresolved });
}

/**
 * The reasons of the baseline policies in a set. If these policies only require approval, their permit is
 * included.
 */
function baselineReasons({ set, request, findings }: PolicyQuestion): PolicyReason[] {
  if (request.subject.type !== "agent") return [];
  const decide = (one: PolicyRequest) =>
    decideBaseline(one, findings).filter(({ policyId }) => set.policies.some(({ id }) => id === policyId));
  const reasons = decide(request);
  if (reasons.some(({ outcome }) => outcome !== "ask")) return reasons;
  return [...reasons, ...decide({ ...request, facts: { ...request.facts, approved: true } })];
}

/** Decides without an engine, by the rules of the baseline and by the set outcomes. */
function decideWithoutEngine(question: PolicyQuestion, outcomeOf: OutcomeOf): PolicyVerdict {
  const reasonsOf = (mode: EffectivePolicy["mode"]): PolicyReason[] =>
    question.set.policies.flatMap((policy) => {
      if (policy.mode !== mode || findBaselinePolicy(policy.id)) return [];
      const outcome = outcomeOf(policy) ?? "none";
      return outcome === "none" ? [] : [policyReason(policy, outcome)];
    });
  const reasons = [...baselineReasons(question), ...reasonsOf("enforce")];
  const isPermitted = reasons.some(({ outcome }) => outcome === "allow");
  const concluded = concludeVerdict(question.request, reasons, isPermitted);
  const changing = question.set.policies.filter(({ id }) =>
    reasons.some((one) => one.policyId === id && one.outcome === "transform"),
  );
  const transform = concluded.outcome === "transform" ? changing.flatMap(changesIn) : null;
  return { ...concluded, shadow: reasonsOf("shadow"), warnings: [], obligations: [], transform };
}

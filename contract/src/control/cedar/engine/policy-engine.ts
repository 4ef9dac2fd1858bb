import type { StatefulAuthorizationCall } from "@cedar-policy/cedar-wasm/nodejs";
import { type FactFindings } from "../../../domain/policy/baseline/explain-baseline.ts";
import type { PolicyRequest } from "../../../domain/policy/baseline/policy-case.ts";
import { type PolicyVerdict } from "../../../domain/policy/verdict.ts";
import { requestTooLarge, setTooLarge } from "../policy-size.ts";
import {
  baselineDenials,
  denied,
  deniedBefore,
  engineReason,
  type PolicyQuestion,
} from "../policy-verdict.ts";
import { type CedarRequest, cedarRequest, uidsOf } from "../request/cedar-request.ts";
import { unrepresentableByPolicy, unrepresentableIn } from "../request/unrepresentable.ts";
import { CedarBroken, CedarInstance, type LoadCedar } from "./cedar-instance.ts";
import { CannotCompile, type CompiledGroup, type CompiledSet } from "../sets/compile-set.ts";
import { CompiledSets } from "../sets/compiled-sets.ts";
import { CrashedSets } from "../sets/crashed-sets.ts";
import type { KnownStatements } from "../sets/known-statements.ts";
import { baselineSet, type EffectiveSet, withoutShadow } from "../policy-set.ts";
import { reasonForFault, shadowOutcome, shadowWarning } from "./engine-faults.ts";
import { type CachedOutcome, evaluateGroup, type Evaluation, notEvaluated } from "./evaluate-group.ts";
import type { PolicyReads } from "../reads/policy-reads.ts";
import { afterChanges } from "../changed-verdict.ts";
import { type AdmitsCost, admitsAny } from "../../../domain/policy/cost/cost-budget.ts";
import { type PreparedDecision, prepareDecision } from "./decision-cost.ts";
import { EvaluationCache } from "./evaluation-cache.ts";
import { type Clocks, evaluationTime, maxEvaluationMs } from "./time-budget.ts";
import { reasonsOf } from "./verdict-parts.ts";
import { warmUpRequests } from "./warm-up.ts";
import { isSoft, remarksOf, verdictOf } from "./cedar-verdict.ts";

/** Cached compiled sets. */
const compiledCapacity = 256;

/** The options of an engine. */
export interface PolicyEngineOptions {
  /** Loads the module of the engine. */
  load: LoadCedar;
  /** The clocks that measure the time of an evaluation. */
  clocks: Clocks;
  /** Maximum number of cached compiled sets (default 256). */
  capacity?: number;
}

/** The findings of a request that contains neither outside hosts nor secrets. */
export const nothingFound: FactFindings = { egress: [], secrets: [] };

/**
 * Decides requests by policies. Deny takes precedence over ask, ask over transform, and transform over allow.
 * Without a permit, the decision is deny. Errors also deny (fail closed): an unresolved policy, an error in a
 * policy, an evaluation of more than 50 ms, or an input of more than 64 KiB.
 */
export class PolicyEngine {
  readonly #cedar: CedarInstance;
  readonly #sets: CompiledSets;
  readonly #clocks: Clocks;
  readonly #cache = new EvaluationCache();
  readonly #crashed = new CrashedSets();

  constructor({ load, clocks, capacity = compiledCapacity }: PolicyEngineOptions) {
    this.#cedar = new CedarInstance(load);
    this.#sets = new CompiledSets(this.#cedar, capacity);
    this.#clocks = clocks;
  }

  /**
   * Decides a request synchronously. No request and no policy makes this method throw.
   *
   * @param findings the findings from which the facts follow, for the messages of the baseline.
   * @param tooLarge the fault of a request that is too large, or null if the size is permitted. By default,
   *   the method checks the size itself.
   * @param admits the budget that the decisions of one request share.
   */
  decide(
    set: EffectiveSet,
    request: PolicyRequest,
    findings: FactFindings,
    tooLarge: string | null = requestTooLarge(request) ?? null,
    admits: AdmitsCost = admitsAny,
  ): PolicyVerdict {
    const question = { set, request, findings };
    const refusal = deniedBefore(question, tooLarge);
    if (refusal) return refusal;
    if (this.#crashed.has(set)) return this.#decideWithoutShadow(question);
    try {
      return this.#decide(this.#sets.get(set), question, admits);
    } catch (error) {
      if (!(error instanceof CedarBroken)) return deniedByFault(question, error);
      this.#crashed.add(set);
      return this.#decideWithoutShadow(question);
    }
  }

  /** The statements of texts that are known, so that sets with these texts are compiled in little time. */
  get statements(): KnownStatements {
    return this.#sets.known;
  }

  /** The texts of a set that must be split before it is compiled; empty if it is compiled or never evaluated. */
  unknownTexts(set: EffectiveSet): readonly string[] {
    if (this.#sets.has(set) || this.#crashed.has(set)) return [];
    if (set.unresolved.length > 0 || setTooLarge(set) !== undefined) return [];
    return set.policies.flatMap(({ text }) => (this.statements.has(text) ? [] : [text]));
  }

  /** Warms the engine up: its first decisions take about 0.1 s, which is more than the limit. */
  warm(): void {
    for (const request of warmUpRequests()) this.decide(baselineSet, request, nothingFound);
  }

  /**
   * The parts of a request that the enforced policies of a set read; they suffice to replay a decision.
   *
   * @returns undefined if the set cannot be compiled.
   */
  readsOf(set: EffectiveSet, request: PolicyRequest): PolicyReads | undefined {
    try {
      return this.#sets.get(set).enforced.reads.of(uidsOf(request)).reads;
    } catch (error) {
      if (error instanceof CannotCompile || error instanceof CedarBroken) return undefined;
      throw error;
    }
  }

  /**
   * The groups of statements that read references or entities by name for a request. Empty if the set is
   * denied before its policies are evaluated.
   */
  referenceReaders(set: EffectiveSet, request: Parameters<typeof uidsOf>[0]): readonly CompiledGroup[] {
    if (set.unresolved.length > 0 || setTooLarge(set) !== undefined) return [];
    const readersWithoutShadow = (): readonly CompiledGroup[] => {
      const enforced = withoutShadow(set);
      return enforced ? this.referenceReaders(enforced, request) : [];
    };
    if (this.#crashed.has(set)) return readersWithoutShadow();
    try {
      const { enforced: first, shadow } = this.#sets.get(set);
      const uids = uidsOf(request);
      return [first, ...(shadow ? [shadow] : [])].filter(({ reads }) => reads.of(uids).readsReferences);
    } catch (error) {
      if (error instanceof CannotCompile) return [];
      if (!(error instanceof CedarBroken)) throw error;
      this.#crashed.add(set);
      return readersWithoutShadow();
    }
  }

  /**
   * Decides by the enforced policies alone if a policy in shadow mode may have crashed the engine. Policies
   * in shadow mode must never affect a decision.
   */
  #decideWithoutShadow(question: PolicyQuestion): PolicyVerdict {
    const { set, request, findings } = question;
    const broken = new CedarBroken();
    const enforced = withoutShadow(set);
    if (!enforced) return deniedByFault(question, broken);
    const verdict = this.decide(enforced, request, findings);
    return { ...verdict, warnings: [...verdict.warnings, shadowWarning(null, broken.message)] };
  }

  #decide(compiled: CompiledSet, question: PolicyQuestion, admits: AdmitsCost): PolicyVerdict {
    const prepared = prepareDecision(compiled, question.request, admits);
    if ("refusal" in prepared) return denied([...baselineDenials(question), prepared.refusal]);
    const first = this.#decideEnforced(compiled, question, prepared);
    const shadow = this.#evaluateShadow(compiled, question, prepared);
    const admitsBoth: AdmitsCost = (steps) => admits(prepared.steps + steps);
    const enforced = afterChanges(question, first, (changed) => {
      const again = prepareDecision({ ...compiled, shadow: null }, changed.request, admitsBoth);
      return "refusal" in again ? denied([again.refusal]) : this.#decideEnforced(compiled, changed, again);
    });
    return { ...enforced, shadow: shadow.shadow, warnings: [...enforced.warnings, ...shadow.warnings] };
  }

  /** The verdict of the enforced policies. */
  #decideEnforced(
    compiled: CompiledSet,
    question: PolicyQuestion,
    prepared: PreparedDecision,
  ): PolicyVerdict {
    const { outcome, permits, elapsedMs } = this.#evaluate(compiled, question.request, prepared);
    if (elapsedMs > maxEvaluationMs) {
      const message = `The policies took ${Math.ceil(elapsedMs)} ms; at most ${maxEvaluationMs} ms are allowed.`;
      return denied([...baselineDenials(question), engineReason("policy_slow", message)]);
    }
    const evaluated = { outcome, permits };
    return { ...verdictOf(question, evaluated), ...remarksOf(evaluated), shadow: [] };
  }

  /** Evaluates the enforced policies of a set, and caches the outcomes if the evaluation was fast enough. */
  #evaluate(compiled: CompiledSet, request: PolicyRequest, prepared: PreparedDecision): Evaluation {
    const evaluate = () => this.#evaluateEnforced(compiled, request, prepared);
    const { value, elapsedMs } = evaluationTime(this.#clocks, evaluate, prepared.steps);
    const { first, second } = value;
    for (const result of elapsedMs <= maxEvaluationMs ? [first, second] : []) {
      if (result?.key !== undefined) this.#cache.set(result.key, result.outcome);
    }
    return { outcome: first.outcome, permits: second?.outcome ?? null, elapsedMs };
  }

  #evaluateEnforced({ enforced, permits }: CompiledSet, request: PolicyRequest, prepared: PreparedDecision) {
    const first = this.#evaluateGroup(enforced, prepared.enforced);
    const isOpen = permits !== null && isSoft(first.outcome);
    const second = isOpen ? this.#evaluateGroup(permits, cedarRequest(request, permits)) : null;
    return { first, second };
  }

  /** Evaluates an enforced group, unless it reads values that Cedar cannot represent. */
  #evaluateGroup(group: CompiledGroup, prepared: CedarRequest): CachedOutcome {
    const unrepresentable = unrepresentableIn(prepared);
    return unrepresentable.length > 0
      ? { outcome: notEvaluated(unrepresentable) }
      : this.#evaluateCached(group, prepared.call);
  }

  /** Evaluates a group, or returns the cached outcome. */
  #evaluateCached(group: CompiledGroup, call: StatefulAuthorizationCall): CachedOutcome {
    // A request that contains the time never repeats.
    const readsTime = "now" in Object(call.context["facts"]);
    const key = readsTime ? undefined : this.#cache.keyOf(group, call);
    const cached = key === undefined ? undefined : this.#cache.get(key);
    if (cached) return { outcome: cached };
    return { outcome: this.#cedar.call((cedar) => evaluateGroup(cedar, group, call)), key };
  }

  /** Evaluates policies in shadow mode; their errors are warnings. */
  #evaluateShadow(
    { shadow: group, faults }: CompiledSet,
    { request, findings }: PolicyQuestion,
    { shadow: prepared, shadowFault }: PreparedDecision,
  ): ShadowResult {
    const broken = faults.map(({ policy, message }) => shadowWarning(policy.id, message));
    if (shadowFault !== undefined)
      return { shadow: [], warnings: [...broken, shadowWarning(null, shadowFault)] };
    if (!group || !prepared) return { shadow: [], warnings: broken };
    try {
      const { outcome, key } = this.#evaluateCached(group, prepared.call);
      if (key !== undefined) this.#cache.set(key, outcome);
      const { satisfied, warnings } = shadowOutcome(outcome, unrepresentableByPolicy(prepared));
      return { shadow: reasonsOf(satisfied, request, findings), warnings: [...broken, ...warnings] };
    } catch (error) {
      return { shadow: [], warnings: [...broken, shadowWarning(null, reasonForFault(error).message)] };
    }
  }
}

type ShadowResult = Pick<PolicyVerdict, "shadow" | "warnings">;

const deniedByFault = (question: PolicyQuestion, error: unknown): PolicyVerdict =>
  denied([...baselineDenials(question), reasonForFault(error)]);

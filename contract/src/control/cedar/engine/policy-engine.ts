import { type FactFindings } from "../../../domain/policy/baseline/explain-baseline.ts";
import { harmlessFacts } from "../../../domain/policy/policy-facts.ts";
import { type PolicyRequest, toolCallAction } from "../../../domain/policy/baseline/policy-case.ts";
import { type PolicyVerdict, type PolicyWarning } from "../../../domain/policy/verdict.ts";
import { requestTooLarge } from "../policy-size.ts";
import { denied, deniedBefore, engineReason } from "../policy-verdict.ts";
import { cedarRequest } from "../request/cedar-request.ts";
import { CedarBroken, CedarInstance, type LoadCedar } from "./cedar-instance.ts";
import { TooDeep } from "../request/cedar-values.ts";
import { CannotCompile, type CompiledGroup, type CompiledSet } from "../sets/compile-set.ts";
import { CompiledSets } from "../sets/compiled-sets.ts";
import { baselineSet, type EffectiveSet } from "../policy-set.ts";
import { evaluateGroup, type GroupOutcome } from "./evaluate-group.ts";
import type { PolicyReads } from "../text/policy-reads.ts";
import { EvaluationCache } from "./evaluation-cache.ts";
import { busyTime, type Clocks, wallTime } from "./time-budget.ts";
import { reasonsOf } from "./verdict-parts.ts";
import { isSoft, remarksOf, verdictOf } from "./cedar-verdict.ts";

/**
 * Maximum time of an evaluation in milliseconds (`busyTime`). Slower ones are denied; the engine cannot be
 * interrupted.
 */
const maxEvaluationMs = 50;
/** Cached compiled sets. */
const compiledCapacity = 256;

/** The options of an engine. */
export interface PolicyEngineOptions {
  /** Loads the module of the engine. */
  load: LoadCedar;
  /** Measure the time of an evaluation. */
  clocks: Clocks;
  /** Cached compiled sets (default 256). */
  capacity?: number;
}

/** The result of evaluating a compiled set. */
interface Evaluation {
  outcome: GroupOutcome;
  /** Evaluated only if `outcome` leaves open whether a statement permits. */
  permits: GroupOutcome | null;
  elapsedMs: number;
}

/** A request, and the findings behind its facts. */
interface RequestWithFindings {
  request: PolicyRequest;
  findings: FactFindings;
}

/** The findings of a request whose facts are harmless. */
export const nothingFound: FactFindings = { egress: [], secrets: [] };
/** After this number of crashes, a set is not evaluated again: each crash requires a new engine (0.1 s). */
const maxCrashes = 3;
const warmRounds = 200;
const warmRequest: PolicyRequest = {
  subject: { type: "agent", id: "warm-up" },
  action: { name: toolCallAction },
  resource: { type: "tool", id: "warm.up" },
  args: {},
  context: {},
  facts: harmlessFacts,
};

/**
 * Decides by policies. Deny takes precedence over ask, ask over transform, transform over allow; without a
 * permit, the decision is deny. Errors deny (fail closed): an unresolved policy, an error in a policy, more
 * than 50 ms, more than 64 KiB.
 */
export class PolicyEngine {
  readonly #cedar: CedarInstance;
  readonly #sets: CompiledSets;
  readonly #clocks: Clocks;
  readonly #cache = new EvaluationCache();
  /** Number of engine crashes, by the digest of the set. */
  readonly #crashes = new Map<string, number>();

  constructor({ load, clocks, capacity = compiledCapacity }: PolicyEngineOptions) {
    this.#cedar = new CedarInstance(load);
    this.#sets = new CompiledSets(this.#cedar, capacity);
    this.#clocks = clocks;
  }

  /**
   * Decides on a request. Synchronous; no request or policy makes it throw.
   *
   * @param findings the findings behind the facts, for the messages of the baseline.
   * @param tooLarge the fault in the request's size, if it was checked before; null if it has none.
   */
  decide(
    set: EffectiveSet,
    request: PolicyRequest,
    findings: FactFindings,
    tooLarge: string | null = requestTooLarge(request) ?? null,
  ): PolicyVerdict {
    const refusal = deniedBefore(set, tooLarge);
    if (refusal) return refusal;
    const input = { request, findings };
    if (this.#crashesOf(set) >= maxCrashes) return this.#decideWithoutShadow(set, input);
    try {
      return this.#decide(this.#sets.get(set), input);
    } catch (error) {
      if (!(error instanceof CedarBroken)) return denied([reasonForFault(error)]);
      this.#crashes.set(set.digest, this.#crashesOf(set) + 1);
      return this.#decideWithoutShadow(set, input);
    }
  }

  /** Warms the engine up: its first decisions take about 0.1 s, which is more than the limit. */
  warm(): void {
    for (let round = 0; round < warmRounds; round += 1) {
      // A repeated request would be answered from the cache.
      this.decide(
        baselineSet,
        { ...warmRequest, subject: { type: "agent", id: `warm-up-${round}` } },
        nothingFound,
      );
    }
  }

  /**
   * The parts of a request that the enforced policies of a set read: they suffice to replay a decision.
   *
   * @returns undefined if the set cannot be compiled.
   */
  readsOf(set: EffectiveSet): PolicyReads | undefined {
    try {
      return this.#sets.get(set).enforced.reads;
    } catch (error) {
      if (error instanceof CannotCompile || error instanceof CedarBroken) return undefined;
      throw error;
    }
  }

  #crashesOf({ digest }: EffectiveSet): number {
    return this.#crashes.get(digest) ?? 0;
  }

  /**
   * Policies in shadow mode never affect a decision: since one may have crashed the engine, the others decide
   * without them.
   */
  #decideWithoutShadow(set: EffectiveSet, { request, findings }: RequestWithFindings): PolicyVerdict {
    const broken = new CedarBroken();
    const enforced = set.policies.filter(({ mode }) => mode === "enforce");
    if (enforced.length === set.policies.length) return denied([reasonForFault(broken)]);
    const digest = `${set.digest} without shadow`;
    const verdict = this.decide({ policies: enforced, unresolved: [], digest }, request, findings);
    return { ...verdict, warnings: [...verdict.warnings, shadowWarning(null, broken.message)] };
  }

  #decide(compiled: CompiledSet, input: RequestWithFindings): PolicyVerdict {
    const { request } = input;
    const { outcome, permits, elapsedMs } = this.#evaluate(compiled, request);
    const shadow = this.#evaluateShadow(compiled, input);
    if (elapsedMs > maxEvaluationMs) {
      const message = `The policies took ${Math.ceil(elapsedMs)} ms; at most ${maxEvaluationMs} ms are allowed.`;
      return denied([engineReason("policy_slow", message)], shadow);
    }
    const { warnings, obligations } = remarksOf({ outcome, permits });
    return {
      ...verdictOf({ ...input, outcome, permits }),
      shadow: shadow.shadow,
      warnings: [...warnings, ...shadow.warnings],
      obligations,
    };
  }

  /**
   * Repeats an evaluation that exceeds the limit in wall time, because the machine may have paused the
   * process.
   */
  #evaluate(compiled: CompiledSet, request: PolicyRequest): Evaluation {
    const evaluate = () => this.#evaluateEnforced(compiled, request);
    let { value, elapsedMs } = wallTime(this.#clocks, evaluate);
    if (elapsedMs > maxEvaluationMs) ({ value, elapsedMs } = busyTime(this.#clocks, evaluate));
    const { first, second } = value;
    for (const result of elapsedMs <= maxEvaluationMs ? [first, second] : []) {
      if (result?.key !== undefined) this.#cache.set(result.key, result.outcome);
    }
    return { outcome: first.outcome, permits: second?.outcome ?? null, elapsedMs };
  }

  #evaluateEnforced({ enforced, permits }: CompiledSet, request: PolicyRequest) {
    const first = this.#evaluateCached(enforced, request);
    const second = permits !== null && isSoft(first.outcome) ? this.#evaluateCached(permits, request) : null;
    return { first, second };
  }

  /**
   * Evaluates a group, or returns the cached outcome.
   *
   * @returns `key`: the cache key for an outcome that is not cached.
   */
  #evaluateCached(
    group: CompiledGroup,
    request: PolicyRequest,
  ): { outcome: GroupOutcome; key?: string | undefined } {
    const call = cedarRequest(request, group);
    const key = this.#cache.keyOf(group, call);
    const cached = key === undefined ? undefined : this.#cache.get(key);
    if (cached) return { outcome: cached };
    return { outcome: this.#cedar.call((cedar) => evaluateGroup(cedar, group, call)), key };
  }

  /** Evaluates policies in shadow mode; their errors are warnings. */
  #evaluateShadow({ shadow, faults }: CompiledSet, { request, findings }: RequestWithFindings): ShadowResult {
    const broken = faults.map(({ policy, message }) => shadowWarning(policy.id, message));
    if (!shadow) return { shadow: [], warnings: broken };
    try {
      const { outcome, key } = this.#evaluateCached(shadow, request);
      const { satisfied, failed, refused } = outcome;
      if (key !== undefined) this.#cache.set(key, outcome);
      const failures = failed.map(({ policy, message }) => shadowWarning(policy.id, message));
      const refusals = refused === null ? [] : [shadowWarning(null, refused)];
      return {
        shadow: reasonsOf(satisfied, request, findings),
        warnings: [...broken, ...failures, ...refusals],
      };
    } catch (error) {
      return { shadow: [], warnings: [...broken, shadowWarning(null, reasonForFault(error).message)] };
    }
  }
}

type ShadowResult = Pick<PolicyVerdict, "shadow" | "warnings">;

const shadowWarning = (policyId: string | null, message: string): PolicyWarning => ({
  policyId,
  code: "shadow_policy_error",
  message: `The policy in shadow mode could not be evaluated: ${message}`,
});

function reasonForFault(error: unknown) {
  if (error instanceof CannotCompile) return engineReason("policy_error", error.message, error.policy);
  if (error instanceof TooDeep) {
    return engineReason(
      "policy_too_large",
      "The parts of the request that policies read are nested more than 32 levels deep.",
    );
  }
  if (error instanceof CedarBroken) return engineReason("policy_error", error.message);
  throw error;
}

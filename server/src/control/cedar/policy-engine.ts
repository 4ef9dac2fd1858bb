import {
  type FactFindings,
  harmlessFacts,
  type PolicyRequest,
  type PolicyVerdict,
  type PolicyWarning,
  toolCallAction,
} from "@assay/contract/domain";
import { requestTooLarge } from "@assay/contract/control/cedar/policy-size";
import { denied, deniedBefore, engineReason } from "@assay/contract/control/cedar/policy-verdict";
import { cedarRequest } from "./request/cedar-request.ts";
import { CedarBroken, CedarInstance } from "./cedar-wasm.ts";
import { TooDeep } from "./request/cedar-values.ts";
import { CannotCompile, type CompiledGroup, type CompiledSet } from "./sets/compile-set.ts";
import { CompiledSets } from "./sets/compiled-sets.ts";
import { baselineSet, type EffectiveSet } from "./sets/effective-set.ts";
import { evaluateGroup, type GroupOutcome } from "./evaluate-group.ts";
import type { PolicyReads } from "./text/policy-reads.ts";
import { EvaluationCache } from "./remembered-answers.ts";
import { busyTime, type Clocks, wallTime } from "./time-budget.ts";
import { reasonsOf } from "./verdict-parts.ts";
import { isSoft, remarksOf, verdictOf } from "./cedar-verdict.ts";

/** Longest evaluation, in milliseconds (`busyTime`): what took longer is denied. The engine cannot be interrupted. */
const longestMs = 50;
/** Sets that are kept compiled. */
const compiledCapacity = 256;

/** What an engine can be told. */
export interface PolicyEngineOptions {
  /** Measure how long an evaluation takes. */
  clocks: Clocks;
  /** Sets that are kept compiled; default 256. */
  capacity?: number;
}

/** What came of asking the engine. */
interface Evaluation {
  answer: GroupOutcome;
  /** Asked only when the answer leaves open whether anything permits. */
  permits: GroupOutcome | null;
  elapsedMs: number;
}

/** Asked of one request. */
interface Question {
  request: PolicyRequest;
  findings: FactFindings;
}

/** The findings of a request whose facts are harmless. */
export const nothingFound: FactFindings = { egress: [], secrets: [] };
/** A set over which the engine broke so often is not tried again: each break costs a fresh engine (0.1 s). */
const mostBreaks = 3;
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
 * Decides by policies. Deny beats ask beats transform beats allow, and what nothing permits is denied. Whatever goes wrong
 * is a deny: an unresolved policy, an error in any policy, more than 50 ms, more than 64 KiB.
 */
export class PolicyEngine {
  readonly #cedar = new CedarInstance();
  readonly #sets: CompiledSets;
  readonly #clocks: Clocks;
  readonly #remembered = new EvaluationCache();
  /** Digest of a set → how often the engine broke over it. */
  readonly #broken = new Map<string, number>();

  constructor({ clocks, capacity = compiledCapacity }: PolicyEngineOptions) {
    this.#sets = new CompiledSets(this.#cedar, capacity);
    this.#clocks = clocks;
  }

  /**
   * Decides on a request. Synchronous; never throws for what a request or a policy says.
   *
   * @param findings what the facts rest on, for the messages of the baseline.
   * @param tooLarge what is wrong with the request's size, where that is known already; null: nothing.
   */
  decide(
    set: EffectiveSet,
    request: PolicyRequest,
    findings: FactFindings,
    tooLarge: string | null = requestTooLarge(request) ?? null,
  ): PolicyVerdict {
    const refusal = deniedBefore(set, tooLarge);
    if (refusal) return refusal;
    const question = { request, findings };
    if (this.#breaks(set) >= mostBreaks) return this.#decideBroken(set, question);
    try {
      return this.#decide(this.#sets.get(set), question);
    } catch (error) {
      if (!(error instanceof CedarBroken)) return denied([reasonForFault(error)]);
      this.#broken.set(set.digest, this.#breaks(set) + 1);
      return this.#decideBroken(set, question);
    }
  }

  /** Makes the engine ready: its first decisions take some 0.1 s, which would be more than is allowed. */
  warm(): void {
    for (let round = 0; round < warmRounds; round += 1) {
      // A question that was asked before would not reach the engine.
      this.decide(
        baselineSet,
        { ...warmRequest, subject: { type: "agent", id: `warm-up-${round}` } },
        nothingFound,
      );
    }
  }

  /**
   * What the policies of a set that count look at: a decision can be made anew from that alone.
   *
   * @returns undefined when the set cannot be compiled.
   */
  readsOf(set: EffectiveSet): PolicyReads | undefined {
    try {
      return this.#sets.get(set).enforced.reads;
    } catch (error) {
      if (error instanceof CannotCompile || error instanceof CedarBroken) return undefined;
      throw error;
    }
  }

  #breaks({ digest }: EffectiveSet): number {
    return this.#broken.get(digest) ?? 0;
  }

  /** What is in shadow mode never counts: when it may be what broke the engine, the others decide without it. */
  #decideBroken(set: EffectiveSet, { request, findings }: Question): PolicyVerdict {
    const broken = new CedarBroken();
    const enforced = set.policies.filter(({ mode }) => mode === "enforce");
    if (enforced.length === set.policies.length) return denied([reasonForFault(broken)]);
    const digest = `${set.digest} without shadow`;
    const verdict = this.decide({ policies: enforced, unresolved: [], digest }, request, findings);
    return { ...verdict, warnings: [...verdict.warnings, shadowWarning(null, broken.message)] };
  }

  #decide(compiled: CompiledSet, question: Question): PolicyVerdict {
    const { request } = question;
    const evaluation = this.#evaluate(compiled, request);
    const { answer, permits, elapsedMs } = evaluation;
    const shadow = this.#shadow(compiled, question);
    if (elapsedMs > longestMs) {
      const message = `The policies took ${Math.ceil(elapsedMs)} ms; at most ${longestMs} ms are allowed.`;
      return denied([engineReason("policy_slow", message)], shadow);
    }
    const { warnings, obligations } = remarksOf({ answer, permits });
    return {
      ...verdictOf({ ...question, answer, permits }),
      shadow: shadow.shadow,
      warnings: [...warnings, ...shadow.warnings],
      obligations,
    };
  }

  /** What took too long on the wall is asked once more: a pause of the machine is not the policies'. */
  #evaluate(compiled: CompiledSet, request: PolicyRequest): Evaluation {
    const ask = () => this.#askAll(compiled, request);
    let { value, elapsedMs } = wallTime(this.#clocks, ask);
    if (elapsedMs > longestMs) ({ value, elapsedMs } = busyTime(this.#clocks, ask));
    const { first, second } = value;
    for (const asked of elapsedMs <= longestMs ? [first, second] : []) {
      if (asked?.key !== undefined) this.#remembered.set(asked.key, asked.answer);
    }
    return { answer: first.answer, permits: second?.answer ?? null, elapsedMs };
  }

  #askAll({ enforced, permits }: CompiledSet, request: PolicyRequest) {
    const first = this.#ask(enforced, request);
    const second = permits !== null && isSoft(first.answer) ? this.#ask(permits, request) : null;
    return { first, second };
  }

  /** Asks the engine, unless it was asked the same before. @returns `key`: under which the answer is to be kept. */
  #ask(group: CompiledGroup, request: PolicyRequest): { answer: GroupOutcome; key?: string | undefined } {
    const question = cedarRequest(request, group);
    const key = this.#remembered.keyOf(group, question);
    const known = key === undefined ? undefined : this.#remembered.get(key);
    if (known) return { answer: known };
    return { answer: this.#cedar.call((cedar) => evaluateGroup(cedar, group, question)), key };
  }

  /** What policies in shadow mode would say; whatever goes wrong with them is a warning. */
  #shadow({ shadow, faults }: CompiledSet, { request, findings }: Question): ShadowSaid {
    const broken = faults.map(({ policy, message }) => shadowWarning(policy.id, message));
    if (!shadow) return { shadow: [], warnings: broken };
    try {
      const { answer, key } = this.#ask(shadow, request);
      const { satisfied, failed, refused } = answer;
      if (key !== undefined) this.#remembered.set(key, answer);
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

type ShadowSaid = Pick<PolicyVerdict, "shadow" | "warnings">;

const shadowWarning = (policyId: string | null, message: string): PolicyWarning => ({
  policyId,
  code: "shadow_policy_error",
  message: `In shadow mode, could not be evaluated: ${message}`,
});

function reasonForFault(error: unknown) {
  if (error instanceof CannotCompile) return engineReason("policy_error", error.message, error.policy);
  if (error instanceof TooDeep) {
    return engineReason("policy_too_large", "What policies look at is nested more than 32 levels deep.");
  }
  if (error instanceof CedarBroken) return engineReason("policy_error", error.message);
  throw error;
}

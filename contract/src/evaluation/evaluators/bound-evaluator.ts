import type { Evaluator } from "../../domain/evaluators/evaluator.ts";
import type { RemoteRule } from "./remote-evaluator.ts";

type Rule = Evaluator<unknown>;

/** An evaluator with resolved settings, ready to score samples. */
export interface BoundEvaluator {
  type: string;
  /** The settings with all defaults, as plain JSON. */
  config: unknown;
  classifications: readonly string[];
  /**
   * Evaluates a sample. The outcome of a remote evaluator is errored until its endpoint responds. If the
   * sample requires no call, the outcome is final.
   */
  evaluate(sample: Parameters<Rule["evaluate"]>[1]): ReturnType<Rule["evaluate"]>;
  unscored: (
    sample: Parameters<Rule["unscored"]>[1],
    status: "skipped" | "errored",
    reason: string,
  ) => ReturnType<Rule["unscored"]>;
  /**
   * Builds the part of the results that only this evaluator type has, from outcome counts. Undefined if the
   * type has no such part.
   */
  summarize?: (
    tallies: Parameters<NonNullable<Rule["summarize"]>>[1],
  ) => ReturnType<NonNullable<Rule["summarize"]>>;
  /** The block of the results that pools the items in the tallies; undefined if the type has no items. */
  pooled?: NonNullable<Rule["pooled"]>;
  /** Returns a sample's outcome in the safety checks, from its tally; undefined if the type has no checks. */
  safety?: (tally: string) => ReturnType<NonNullable<Rule["safety"]>>;
  /** How to call the evaluator's endpoint; undefined if the evaluator is not remote. */
  remote?: RemoteRule;
}

/** Binds an evaluator's rule to its settings. */
export function bind<Config>(evaluator: Evaluator<Config>, config: Config): BoundEvaluator {
  const { type, classifications, summarize, pooled, safety } = evaluator;
  return {
    type,
    config,
    classifications,
    evaluate: (sample) => evaluator.evaluate(config, sample),
    unscored: (sample, status, reason) => evaluator.unscored(config, sample, status, reason),
    ...(summarize && { summarize: (tallies) => summarize(config, tallies) }),
    ...(pooled && { pooled }),
    ...(safety && { safety: (tally) => safety(config, tally) }),
  };
}

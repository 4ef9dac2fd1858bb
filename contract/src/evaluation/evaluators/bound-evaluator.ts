import type { Evaluator } from "../../domain/evaluators/evaluator.ts";
import type { RemoteRule } from "./remote-evaluator.ts";

type Rule = Evaluator<unknown>;

/** An evaluator with resolved settings, ready to score samples. */
export interface BoundEvaluator {
  type: string;
  /** The settings with all defaults: plain JSON. */
  config: unknown;
  classifications: readonly string[];
  /**
   * Evaluates a sample. A sample of a remote evaluator is errored until its endpoint has responded, unless
   * the outcome requires no call.
   */
  evaluate(sample: Parameters<Rule["evaluate"]>[1]): ReturnType<Rule["evaluate"]>;
  unscored: (
    sample: Parameters<Rule["unscored"]>[1],
    status: "skipped" | "errored",
    reason: string,
  ) => ReturnType<Rule["unscored"]>;
  /** The extra block of the results, from counts of outcomes; undefined if the type has none. */
  summarize?: (
    tallies: Parameters<NonNullable<Rule["summarize"]>>[1],
  ) => ReturnType<NonNullable<Rule["summarize"]>>;
  /** How to call its endpoint, if the evaluator is remote. */
  remote?: RemoteRule;
}

/** Binds an evaluator's rule to its settings. */
export function bind<Config>(evaluator: Evaluator<Config>, config: Config): BoundEvaluator {
  const { type, classifications, summarize } = evaluator;
  return {
    type,
    config,
    classifications,
    evaluate: (sample) => evaluator.evaluate(config, sample),
    unscored: (sample, status, reason) => evaluator.unscored(config, sample, status, reason),
    ...(summarize && { summarize: (tallies) => summarize(config, tallies) }),
  };
}

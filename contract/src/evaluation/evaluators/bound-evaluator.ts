import type { Evaluator } from "../../domain/evaluators/evaluator.ts";
import type { RemoteRule } from "./remote-evaluator.ts";

type Rule = Evaluator<unknown>;

/** An evaluator with its settings resolved, ready to score samples. */
export interface BoundEvaluator {
  type: string;
  /** The settings with every default filled in: plain JSON. */
  config: unknown;
  classifications: readonly string[];
  /** Judges a sample; of a remote evaluator, as far as that needs no call: errored until its endpoint has answered. */
  evaluate(sample: Parameters<Rule["evaluate"]>[1]): ReturnType<Rule["evaluate"]>;
  unscored: (
    sample: Parameters<Rule["unscored"]>[1],
    status: "skipped" | "errored",
    reason: string,
  ) => ReturnType<Rule["unscored"]>;
  /** The extra block of the results, from counts of outcomes; undefined when the type has none. */
  summarize?: (
    tallies: Parameters<NonNullable<Rule["summarize"]>>[1],
  ) => ReturnType<NonNullable<Rule["summarize"]>>;
  /** How its endpoint is asked, when somebody else runs it. */
  remote?: RemoteRule;
}

/** Ties an evaluator's rule to its settings. */
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

import { keysOfEvaluators, type NamedEvaluator } from "../../domain/evaluation/evaluation-keys.ts";
import { routableSample, routedSamples } from "../../domain/review/routed-samples.ts";
import type { EvaluatedSample } from "./evaluated-samples.ts";
import { combinedScore, sampleResults } from "./outcomes/stored-outcome.ts";
import type { Routing } from "../routing/evaluation-routing.ts";

/** Returns the ids of the samples that an evaluation's routing selects for review, worst first. */
export function samplesToRoute(
  evaluation: {
    evaluators: readonly (NamedEvaluator & { weight: number })[];
    evaluated: readonly EvaluatedSample[];
  },
  routing: Routing,
): string[] {
  const keys = keysOfEvaluators(evaluation.evaluators);
  const positions = routing.evaluators && routing.evaluators.map((key) => keys.indexOf(key));
  const samples = evaluation.evaluated.map(({ sample, outcomes }) => {
    const scores = {
      combined: combinedScore(evaluation, outcomes),
      results: sampleResults(evaluation, outcomes),
    };
    return routableSample(sample.id, scores, positions);
  });
  return routedSamples(samples, routing).map(({ id }) => id);
}

import { describe, expect, test } from "vitest";
import { type RoutableSample, routableSample, routedSamples, type RoutingRule } from "./routed-samples.ts";

const sample = (id: string, score: number | null, flagged = false): RoutableSample => ({
  id,
  score,
  flagged,
});
const samples = [
  sample("a", 70),
  sample("b", 20),
  sample("c", 69.9),
  sample("d", 20, true),
  sample("e", 100, true),
  sample("f", null, true),
  sample("g", null),
  sample("h", 20),
  sample("i", 0),
];
const routed = (rule: Partial<RoutingRule>) =>
  routedSamples(samples, { score_below: null, flagged: false, max_samples: 1000, ...rule })
    .map(({ id }) => id)
    .join("");

describe("the samples to review", () => {
  test("have a score below the limit, which is exclusive", () => {
    expect(routed({ score_below: 70 })).toBe("idbhc");
  });

  test("include flagged samples regardless of their score; samples without a score are last", () => {
    expect(routed({ flagged: true })).toBe("def");
  });

  test("match either condition and are listed once, worst first: by score, then flagged samples, then in dataset order", () => {
    expect(routed({ score_below: 70, flagged: true })).toBe("idbhcef");
  });

  test("are limited to the requested number", () => {
    expect(routed({ score_below: 70, flagged: true, max_samples: 3 })).toBe("idb");
  });

  test("are an empty list if the rule has no conditions", () => {
    expect(routed({})).toBe("");
  });
});

describe("the score of a sample for a rule", () => {
  const scores = {
    combined: { weighted: 50, flagged: true },
    results: [
      { score: 80, flagged: false },
      { score: 20, flagged: false },
      { score: null, flagged: false },
    ],
  };

  test("is the combined score, if no evaluators are named", () => {
    expect(routableSample("a", scores, null)).toEqual({ id: "a", score: 50, flagged: true });
  });

  test("is the lowest score of the named evaluators, and null if none of them scored the sample", () => {
    expect(routableSample("a", scores, [0, 1, 2])).toEqual({ id: "a", score: 20, flagged: false });
    expect(routableSample("a", scores, [2])).toEqual({ id: "a", score: null, flagged: false });
  });
});

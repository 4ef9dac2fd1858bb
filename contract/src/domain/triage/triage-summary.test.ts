import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { summarizeTriage } from "./triage-summary.ts";
import { triageTally, type TriageResponse } from "./triage-tally.ts";

const levels = ["emergent", "urgent", "routine"];

const tally = (expected: string | null, answer: string, count: number) => {
  const known: TriageResponse =
    answer === "no_answer" ||
    answer === "invalid_level" ||
    answer === "missing_output" ||
    answer === "errored"
      ? { kind: answer }
      : { kind: "level", level: answer };
  return { tally: triageTally({ expected, answer: known }), count };
};

/**
 * Twenty samples with a known expected level, and three without:
 *
 *            emergent urgent routine | no_answer invalid missing errored | all
 *   emergent        4      1       1 |         1       1       1       1 |  10
 *   urgent          1      2       1 |         1       0       0       0 |   5
 *   routine         0      1       4 |         0       0       0       0 |   5
 */
const tallies = [
  tally("emergent", "emergent", 4),
  tally("emergent", "urgent", 1),
  tally("emergent", "routine", 1),
  tally("emergent", "no_answer", 1),
  tally("emergent", "invalid_level", 1),
  tally("emergent", "missing_output", 1),
  tally("emergent", "errored", 1),
  tally("urgent", "emergent", 1),
  tally("urgent", "urgent", 2),
  tally("urgent", "routine", 1),
  tally("urgent", "no_answer", 1),
  tally("routine", "urgent", 1),
  tally("routine", "routine", 4),
  tally(null, "errored", 2),
  tally(null, "missing_output", 1),
];

describe("the triage block", () => {
  const summary = summarizeTriage({ levels }, tallies);

  test("counts every sample once", () => {
    expect(summary).toMatchObject({
      levels,
      total: 20,
      answered: 15,
      no_answer: 2,
      invalid_level: 1,
      missing_output: 1,
      errored: 1,
      unknown_expected: 3,
    });
  });

  test("contains every cell of the confusion matrix, including 0", () => {
    const nothing = { no_answer: 0, invalid_level: 0, missing_output: 0, errored: 0 };
    expect(summary.confusion).toEqual({
      emergent: {
        emergent: 4,
        urgent: 1,
        routine: 1,
        no_answer: 1,
        invalid_level: 1,
        missing_output: 1,
        errored: 1,
      },
      urgent: { ...nothing, emergent: 1, urgent: 2, routine: 1, no_answer: 1 },
      routine: { ...nothing, emergent: 0, urgent: 1, routine: 4 },
    });
  });

  test("returns exact, under- and over-triage over all samples and over samples with a level", () => {
    // On the diagonal 4 + 2 + 4 = 10; right of it 1 + 1 + 1 = 3; left of it 1 + 0 + 1 = 2.
    expect(summary.exact.all).toMatchObject({ numerator: 10, denominator: 20, rate: 0.5 });
    expect(summary.exact.answered).toMatchObject({ numerator: 10, denominator: 15, rate: 10 / 15 });
    expect(summary.under_triage.all).toMatchObject({ numerator: 3, denominator: 20, rate: 0.15 });
    expect(summary.under_triage.answered).toMatchObject({ numerator: 3, denominator: 15, rate: 0.2 });
    expect(summary.over_triage.all).toMatchObject({ numerator: 2, denominator: 20, rate: 0.1 });
    expect(summary.over_triage.answered).toMatchObject({ numerator: 2, denominator: 15, rate: 2 / 15 });
  });

  test("returns the Wilson interval of each rate", () => {
    // 10 of 20, z² = 3.841459: (10 + 1.920729 ± 1.959964·√(5 + 0.960365)) / 23.841459 = 0.5 ± 0.200702.
    expect(summary.exact.all.ci95?.[0]).toBeCloseTo(0.299298, 6);
    expect(summary.exact.all.ci95?.[1]).toBeCloseTo(0.700702, 6);
  });

  test("computes recall over all samples that expect a level, regardless of the response", () => {
    expect(summary.recall["emergent"]).toMatchObject({ numerator: 4, denominator: 10, rate: 0.4 });
    expect(summary.recall["urgent"]).toMatchObject({ numerator: 2, denominator: 5, rate: 0.4 });
    expect(summary.recall["routine"]).toMatchObject({ numerator: 4, denominator: 5, rate: 0.8 });
  });

  test("counts every other response as not caught, with its upper bound", () => {
    expect(summary.most_urgent).toBe("emergent");
    expect(summary.emergent_not_caught).toMatchObject({ numerator: 6, denominator: 10, rate: 0.6 });
    expect(summary.emergent_under_triage).toMatchObject({ numerator: 2, denominator: 10, rate: 0.2 });
    // 0.95 quantiles of Beta(7, 4) and Beta(3, 8), scipy 1.17.1.
    expect(summary.emergent_not_caught.upper95).toBeCloseTo(0.84997175919332, 12);
    expect(summary.emergent_under_triage.upper95).toBeCloseTo(0.5069013010632024, 12);
  });

  test("computes the kappas over pairs of levels only", () => {
    // Rows 6, 4, 5; columns 5, 4, 6; n = 15. p_o = 10/15; Σ r·c = 30 + 16 + 30 = 76; κ = (150 − 76)/(225 − 76).
    expect(summary.kappa).toBeCloseTo(74 / 149, 14);
    // Σ d²·n = (1 + 1 + 1 + 1) + 4·1 = 8; Σ d²·r·c = 6·(4 + 24) + 4·(5 + 6) + 5·(20 + 4) = 168 + 44 + 120 = 332.
    expect(summary.weighted_kappa).toBeCloseTo(1 - (15 * 8) / 332, 14);
    expect(summary.kappa_n).toBe(15);
    expect(summary.kappa_reason).toBeNull();
  });

  test("depends neither on the order of the tallies nor on how they are split", () => {
    const split = tallies.flatMap(({ tally: key, count }) =>
      Array.from({ length: count }, () => ({ tally: key, count: 1 })),
    );
    expect(summarizeTriage({ levels }, split.toReversed())).toEqual(summary);
  });
});

describe("the triage block of samples in clusters", () => {
  const inClusters = (answer: string) =>
    Array.from({ length: 15 }, (_, index) => ({
      ...tally("emergent", answer, 20),
      cluster: `case ${index}`,
    }));

  test("has an upper bound of misses that depends on the number of clusters, not of samples", () => {
    const { emergent_not_caught: missed, recall } = summarizeTriage({ levels }, inClusters("emergent"));
    expect(missed).toMatchObject({ numerator: 0, denominator: 300, n_clusters: 15, effective_n: 15 });
    expect(missed.upper95).toBeCloseTo(0.181036, 6);
    expect(recall["emergent"]?.ci95?.[0]).toBeCloseTo(0.796117, 6);
  });

  test("joins the tallies of a cluster, and counts the clusters of each denominator separately", () => {
    const { exact, recall } = summarizeTriage({ levels }, [
      { ...tally("emergent", "emergent", 3), cluster: "a" },
      { ...tally("emergent", "no_answer", 1), cluster: "a" },
      { ...tally("urgent", "urgent", 2), cluster: "b" },
      tally("urgent", "urgent", 2),
    ]);
    expect(exact.all).toMatchObject({ numerator: 7, denominator: 8, n_clusters: 4 });
    expect(exact.answered).toMatchObject({ numerator: 7, denominator: 7, n_clusters: 4 });
    expect(recall["emergent"]).toMatchObject({ numerator: 3, denominator: 4, n_clusters: 1, effective_n: 1 });
    expect(recall["urgent"]).toMatchObject({ numerator: 4, denominator: 4, n_clusters: 3 });
  });
});

describe("the triage block without samples", () => {
  const summary = summarizeTriage({ levels }, []);

  test("has counts of 0 and no rates", () => {
    const none = {
      numerator: 0,
      denominator: 0,
      rate: null,
      ci95: null,
      n_clusters: 0,
      effective_n: null,
    };
    expect(summary).toMatchObject({
      total: 0,
      answered: 0,
      unknown_expected: 0,
      exact: { all: none, answered: none },
      recall: { emergent: none, urgent: none, routine: none },
      emergent_not_caught: { ...none, upper95: null },
    });
  });

  test("has no kappa, with a reason", () => {
    expect(summary).toMatchObject({
      kappa: null,
      weighted_kappa: null,
      kappa_n: 0,
      kappa_reason: "no_pairs",
    });
  });
});

test("a run with a single level on both sides has no kappa, with a reason", () => {
  const summary = summarizeTriage({ levels }, [tally("urgent", "urgent", 9)]);
  expect(summary).toMatchObject({ kappa: null, weighted_kappa: null, kappa_n: 9, kappa_reason: "one_level" });
});

test("levels may have the names of members of Object.prototype", () => {
  const odd = ["constructor", "toString", "hasOwnProperty"];
  const summary = summarizeTriage({ levels: odd }, [tally("constructor", "toString", 2)]);
  expect(summary.confusion["constructor"]?.["toString"]).toBe(2);
  expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
});

test.each(["no_answer", "invalid_level", "missing_output", "errored", "__proto__"])(
  "a level named %s is refused",
  (name) => {
    expect(() => summarizeTriage({ levels: ["emergent", name] }, [])).toThrow(
      `"${name}" cannot name a triage level`,
    );
  },
);

test("a tally of other levels is rejected", () => {
  expect(() => summarizeTriage({ levels }, [tally("purple", "urgent", 1)])).toThrow(
    "does not belong to the levels",
  );
  expect(() => summarizeTriage({ levels }, [tally("urgent", "purple", 1)])).toThrow(
    "does not belong to the levels",
  );
});

test("the parts of any block add up", () => {
  const column = fc.constantFrom(...levels, "no_answer", "invalid_level", "missing_output", "errored");
  const row = fc.constantFrom(...levels, null);
  const cell = fc
    .tuple(row, column, fc.nat(50))
    .map(([expected, answer, count]) => tally(expected, answer, count));
  fc.assert(
    fc.property(fc.array(cell), (cells) => {
      const summary = summarizeTriage({ levels }, cells);
      const { total, answered, exact, under_triage, over_triage } = summary;
      expect(
        answered + summary.no_answer + summary.invalid_level + summary.missing_output + summary.errored,
      ).toBe(total);
      expect(exact.all.numerator + under_triage.all.numerator + over_triage.all.numerator).toBe(answered);
      const recalls = Object.values(summary.recall);
      expect(recalls.reduce((sum, { denominator }) => sum + denominator, 0)).toBe(total);
      expect(recalls.reduce((sum, { numerator }) => sum + numerator, 0)).toBe(exact.all.numerator);
      const caught = summary.recall["emergent"]?.numerator ?? 0;
      expect(summary.emergent_not_caught.numerator + caught).toBe(summary.emergent_not_caught.denominator);
    }),
  );
});

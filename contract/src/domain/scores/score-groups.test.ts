import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type GroupedCell, groupKeys, scoreGroups } from "./score-groups.ts";
import { scoreMean } from "./score-mean.ts";

/** Returns scored samples of a group. */
const cell = (key: string | null, score: number, further: Partial<GroupedCell> = {}): GroupedCell => ({
  keys: [key],
  status: "scored",
  score,
  passed: score >= 70,
  tally: null,
  flags: null,
  missing_output: false,
  not_applicable: false,
  cluster: null,
  count: 1,
  ...further,
});

const none = { emergentNotCaught: undefined, missedFlags: false };

const published = [
  cell("A", 100, { count: 18 }),
  cell("A", 0, { count: 2 }),
  cell("B", 100, { count: 10 }),
  cell("B", 0, { count: 10 }),
];

describe("groups of scores", () => {
  test("compare 18 of 20 with 10 of 20", () => {
    const { data, worst, lowest, omitted } = scoreGroups(published, none);
    // SE² = 40/39 · (0.09/20 + 0.25/20) · 100² = 13.204505². t = 40/13.204505 with 19 degrees of freedom.
    expect(data[0]).toMatchObject({
      key: "A",
      samples: 20,
      mean: 90,
      n_clusters: 20,
      effective_n: 20,
      passed: { numerator: 18, denominator: 20 },
      versus_rest: { change: 40, reason: null },
    });
    expect(data[0]?.versus_rest.p_value).toBeCloseTo(0.006899, 6);
    expect(data[0]?.versus_rest.p_adjusted).toBeCloseTo(0.013799, 6);
    // The interval is 40 ± 2.093024 · 13.204505.
    expect(data[0]?.versus_rest.ci95?.[0]).toBeCloseTo(12.362653, 5);
    expect(data[1]?.versus_rest).toMatchObject({ change: -40 });
    expect([worst, lowest, omitted]).toEqual(["B", "B", 0]);
  });

  test("are not significant without variation, with fewer than 5 clusters, or without other samples", () => {
    const single = scoreGroups([cell("A", 50, { count: 9 })], none);
    expect(single.data[0]?.versus_rest).toEqual({
      change: null,
      ci95: null,
      p_value: null,
      p_adjusted: null,
      reason: "no_scores",
    });
    const same = scoreGroups([cell("A", 100 / 3, { count: 9 }), cell("B", 200 / 3, { count: 9 })], none);
    expect(same.data[0]?.versus_rest).toMatchObject({ p_value: null, reason: "no_variation" });
    const few = [...published, cell("C", 0, { count: 4 }), cell("C", 100, { count: 96, cluster: "c" })];
    const third = scoreGroups(few, none).data.find(({ key }) => key === "C");
    expect(third?.versus_rest.reason).toBeNull();
    const four = few.map((one) =>
      one.cluster ? one : { ...one, cluster: one.keys[0] === "C" ? "d" : null },
    );
    const clustered = scoreGroups(four, none).data.find(({ key }) => key === "C");
    expect(clustered).toMatchObject({ n_clusters: 2, versus_rest: { reason: "too_few_clusters" } });
  });

  test("count a sample in each of its groups, and samples without a key in their own group", () => {
    const cells = [
      cell("A", 100, { keys: ["A", "B"], count: 2 }),
      cell("A", 0),
      cell(null, 50),
      cell("B", 0, { status: "errored", score: null, passed: null }),
    ];
    const { data, worst, lowest } = scoreGroups(cells, none);
    expect(
      data.map(({ key, samples, coverage }) => [key, samples, coverage.scored, coverage.errored]),
    ).toEqual([
      ["A", 3, 3, 0],
      ["B", 3, 2, 1],
      [null, 1, 1, 0],
    ]);
    expect([worst, lowest]).toEqual([null, "A"]);
  });

  test("have figures for the 100 largest, and count the others", () => {
    const cells = Array.from({ length: 130 }, (_, at) => cell(`group ${at}`, 50, { count: 1 + (at % 2) }));
    const { data, omitted } = scoreGroups(cells, none);
    expect([data.length, omitted]).toEqual([100, 30]);
    expect(data[0]).toMatchObject({ key: "group 1", samples: 2 });
    expect(data[99]).toMatchObject({ samples: 1 });
  });

  test("count runs only of samples with a score", () => {
    const cells = [cell("A", 100), cell("B", 0, { status: "skipped", score: null, passed: null })];
    const runs = [
      { ...cell("A", 100), count: 2 },
      { ...cell("B", 100), status: "skipped" as const },
      { ...cell("B", 0), status: "skipped" as const, passed: null },
    ];
    const { data } = scoreGroups(cells, none, runs);
    expect(data.map(({ key, passed: { numerator, denominator } }) => [key, numerator, denominator])).toEqual([
      ["A", 2, 2],
      ["B", 0, 0],
    ]);
  });

  test("do not depend on the order and grouping of the samples", () => {
    const samples = fc.array(
      fc.record({
        key: fc.constantFrom("A", "B", null),
        score: fc.constantFrom(0, 100 / 3, 200 / 3, 100),
        cluster: fc.constantFrom("x", "y", "z", "u", "v", null),
      }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(samples, (drawn) => {
        const cells = drawn.map(({ key, score, cluster }) => cell(key, score, { cluster }));
        const twice = [...cells, ...cells];
        const joined = cells.map((one) => ({ ...one, count: 2 })).toReversed();
        expect(scoreGroups(joined, none)).toEqual(scoreGroups(twice, none));
      }),
    );
  });
});

describe("the keys of a sample", () => {
  test("are its distinct tags, or the scalar value of a property", () => {
    expect(groupKeys(["a", "b", "a"], true)).toEqual(["a", "b"]);
    expect(groupKeys([], true)).toEqual([null]);
    expect([groupKeys("dev", false), groupKeys(7, false), groupKeys(false, false)]).toEqual([
      ["dev"],
      [7],
      [false],
    ]);
    expect([groupKeys(undefined, false), groupKeys(["a"], false), groupKeys({}, false)]).toEqual([
      [null],
      [null],
      [null],
    ]);
  });
});

describe("a mean of scores", () => {
  test("has Student's interval for independent scores", () => {
    // Mean 60, s = 20, SE = 20/√4 = 10, t(.975; 3) = 3.182446.
    const mean = scoreMean([40, 40, 80, 80].map((score) => ({ score, cluster: null, count: 1 })));
    expect(mean).toMatchObject({ mean: 60, n_clusters: 4, effective_n: 4 });
    // s² = 1600/3, so SE = √(1600/3/4) = 11.547005.
    expect(mean.ci95?.[0]).toBeCloseTo(60 - 3.182446 * 11.547005, 4);
  });

  test("counts equal samples of a cluster once", () => {
    const clusters = [10, 30, 50, 70].map((score, at) => ({ score, cluster: `c${at}`, count: 5 }));
    // The clusters have equal sizes, so the interval is that of the four values.
    const single = scoreMean(clusters.map((one) => ({ ...one, cluster: null, count: 1 })));
    const mean = scoreMean(clusters);
    expect(mean.ci95?.[0]).toBeCloseTo(single.ci95?.[0] ?? 0, 9);
    // s² = 20·500/19, SE² = 4/3 · 25 · (30² + 10² + 10² + 30²)/400, so s²/SE² = 3.157895.
    expect(mean).toMatchObject({ mean: 40, n_clusters: 4 });
    expect(mean.effective_n).toBeCloseTo(3.157895, 6);
  });

  test("of scores 0 and 100 has the interval of a proportion, also if all are equal", () => {
    const ten = scoreMean([{ score: 100, cluster: null, count: 10 }]);
    // Wilson's lower limit for 10 of 10 is 10/(10 + 1.959964²).
    expect(ten.ci95?.[0]).toBeCloseTo(72.2467, 4);
    expect(ten).toMatchObject({ mean: 100, n_clusters: 10, effective_n: 10 });
    expect(scoreMean([{ score: 50, cluster: null, count: 10 }])).toMatchObject({
      ci95: null,
      effective_n: 10,
    });
    expect(scoreMean([{ score: 50, cluster: "one", count: 10 }])).toMatchObject({
      ci95: null,
      effective_n: 1,
    });
    expect(scoreMean([])).toEqual({ mean: null, ci95: null, n_clusters: 0, effective_n: null });
  });
});

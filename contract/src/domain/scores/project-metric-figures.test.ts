import { describe, expect, test } from "vitest";
import { type DatedScoreSum, projectFigures } from "./project-metric-figures.ts";

const row = (
  day: string,
  scored: number,
  mean: number,
  given: Partial<DatedScoreSum> = {},
): DatedScoreSum => ({
  evaluator: "",
  period: "current",
  day,
  evaluations: 1,
  scored,
  sum: mean * scored,
  lowest: mean,
  highest: mean,
  ...given,
});

describe("projectFigures", () => {
  test("averages samples and not the evaluations' means", () => {
    const figures = projectFigures([row("2026-03-02", 1000, 80), row("2026-03-03", 10, 10)], "", "weekly");
    // (80 000 + 100) / 1010. The mean of the two means would be 45. 2026-03-02 is a Monday.
    expect(figures).toMatchObject({ current: 80_100 / 1010, evaluation_count: 2, sample_count: 1010 });
    expect(figures.time_series).toEqual([
      { date: "2026-03-02", score: 80_100 / 1010, evaluations: 2, sample_count: 1010 },
    ]);
  });

  test("adds the previous period, without buckets", () => {
    const rows = [
      row("2026-03-02", 4, 75),
      row("2026-03-01", 2, 50, { period: "previous" }),
      row("2026-02-01", 6, 100, { period: "previous" }),
    ];
    const figures = projectFigures(rows, "", "daily");
    // The previous mean is (100 + 600) / 8 = 87.5.
    expect(figures).toMatchObject({
      current: 75,
      previous: 87.5,
      trend: -12.5,
      previous_evaluation_count: 2,
      previous_sample_count: 8,
    });
    expect(figures.time_series.map(({ date }) => date)).toEqual(["2026-03-02"]);
  });

  test("returns null, 0 and no bucket without scores, never NaN", () => {
    for (const rows of [[], [row("2026-03-02", 0, 0)]])
      expect(projectFigures(rows, "", "daily")).toEqual({
        current: null,
        previous: null,
        trend: null,
        evaluation_count: 0,
        sample_count: 0,
        previous_evaluation_count: 0,
        previous_sample_count: 0,
        by_evaluator: {},
        time_series: [],
      });
  });

  test("separates evaluators and combined scores", () => {
    const rows = [row("2026-03-02", 2, 50), row("2026-03-02", 2, 90, { evaluator: "b" })];
    const figures = projectFigures([...rows, row("2026-03-02", 1, 10, { evaluator: "a" })], "b", "daily");
    expect(figures.current).toBe(90);
    expect(Object.entries(figures.by_evaluator).map(([key, { current }]) => [key, current])).toEqual([
      ["a", 10],
      ["b", 90],
    ]);
  });

  test("returns the unchanged mean of one evaluation, or of evaluations with equal means", () => {
    // In doubles, 33.33…4 · 9 / 9 is 33.33…6.
    const mean = 100 * (1 - 2 / 3);
    const rows = Array.from({ length: 3 }, () => row("2026-03-02", 3, mean));
    expect(projectFigures(rows, "", "daily").current).toBe(mean);
    expect(projectFigures(rows.slice(0, 1), "", "daily").time_series).toMatchObject([{ score: mean }]);
  });

  test("never rounds a mean beyond the scale", () => {
    const rows = Array.from({ length: 3 }, () => row("2026-03-02", 3, 100, { sum: 300.00000000000006 }));
    expect(projectFigures(rows, "", "daily").current).toBe(100);
  });
});

import { describe, expect, test } from "vitest";
import { bar, dotChart } from "./chart.ts";

const points = (...values: number[]) =>
  values.map((value, day) => ({ label: `2026-03-0${day + 1}`, value, weight: 1 }));

/** Returns the chart's rows without their labels and without the axis. */
const dotsOf = (lines: readonly string[]) => lines.slice(1, -2).map((line) => line.replace(/^.*?[┤│]/, ""));

describe("a chart of dots", () => {
  test("has the lowest value on the lowest line and the highest on the highest line", () => {
    // The chart has eight lines from 0 to 70, so each line covers ten points.
    expect(dotChart(points(0, 70, 40), 80)).toEqual([
      "    ▲",
      "70.0┤ ●",
      "    │",
      "    │",
      "    │  ●",
      "    │",
      "    │",
      "    │",
      " 0.0┤●",
      "    └───▶",
      "     2026-03-01 to 2026-03-03",
    ]);
  });

  test("has one line if all values are equal or there is one point", () => {
    expect(dotChart(points(50, 50), 80)).toEqual([
      "    ▲",
      "50.0┤●●",
      "    └──▶",
      "     2026-03-01 to 2026-03-02",
    ]);
    expect(dotChart(points(100), 80)).toEqual(["     ▲", "100.0┤●", "     └─▶", "      2026-03-01"]);
  });

  test("joins neighbors by their weights if there are more points than columns", () => {
    const narrow = dotChart(
      [
        { label: "a", value: 10, weight: 3 },
        { label: "b", value: 50, weight: 1 },
        { label: "c", value: 70, weight: 1 },
      ],
      10,
    );
    // The weighted mean is (3 · 10 + 50) / 4 = 20.
    expect(narrow[1]).toBe("70.0┤ ●");
    expect(narrow[8]).toBe("20.0┤●");
  });

  test.each([1, 2, 71, 72, 73, 500])("draws %i points within 80 characters, one dot per column", (count) => {
    const many = Array.from({ length: count }, (_, at) => ({ label: `${at}`, value: at % 90, weight: 1 }));
    const lines = dotChart(many, 80);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    // The chart joins as few neighbors as possible to fit 72 columns, which results in this number of
    // columns.
    const columns = Math.ceil(count / Math.ceil(count / 72));
    const dots = dotsOf(lines).flatMap((line) => [...line.matchAll(/●/g)].map(({ index }) => index));
    expect(dots.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: columns }, (_, at) => at),
    );
  });
});

test("a bar is as long as its share, and never empty for a positive share", () => {
  expect([0, 0.0001, 0.5, 1, 2].map((share) => bar(share, 4))).toEqual(["", "▏", "██", "████", "████"]);
  expect(bar(0.28125, 4)).toBe("█▏");
});

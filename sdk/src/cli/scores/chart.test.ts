import { describe, expect, test } from "vitest";
import { bar, dotChart } from "./chart.ts";

const points = (...values: number[]) =>
  values.map((value, day) => ({ label: `2026-03-0${day + 1}`, value, weight: 1 }));

describe("a chart of dots", () => {
  test("has the lowest value on its lowest line, the highest on its highest", () => {
    // Eight lines from 0 to 70: ten points a line.
    expect(dotChart(points(0, 70, 40), 80)).toEqual([
      "  70.0 ┤  ●",
      "       │",
      "       │",
      "       │   ●",
      "       │",
      "       │",
      "       │",
      "   0.0 ┤ ●",
      "         2026-03-01 to 2026-03-03",
    ]);
  });

  test("is one line where all values are the same", () => {
    expect(dotChart(points(50, 50), 80)).toEqual(["  50.0 ┤ ●●", "         2026-03-01 to 2026-03-02"]);
    expect(dotChart(points(100), 80)).toEqual([" 100.0 ┤ ●", "         2026-03-01"]);
  });

  test("joins neighbours by their weights where it is narrow", () => {
    const narrow = dotChart(
      [
        { label: "a", value: 10, weight: 3 },
        { label: "b", value: 50, weight: 1 },
        { label: "c", value: 70, weight: 1 },
      ],
      11,
    );
    // (3 · 10 + 50) / 4 = 20.
    expect(narrow[0]).toBe("  70.0 ┤  ●");
    expect(narrow[7]).toBe("  20.0 ┤ ●");
  });
});

test("a bar is as long as its share, and never nothing for something", () => {
  expect([0, 0.0001, 0.5, 1, 2].map((share) => bar(share, 4))).toEqual(["", "▏", "██", "████", "████"]);
  expect(bar(0.28125, 4)).toBe("█▏");
});

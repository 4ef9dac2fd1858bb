import { describe, expect, test } from "vitest";
import { studentTCdf, studentTQuantile } from "./student-t.ts";

describe("Student's t", () => {
  // With 1 degree of freedom, t has a Cauchy distribution: ½ + arctan(t)/π. With 2, it is ½ + t / (2·√(2 +
  // t²)).
  test.each([-3, -0.5, 0, 0.5, 3, 40])("at %d equals the closed form, where one exists", (t) => {
    expect(studentTCdf(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 13);
    expect(studentTCdf(t, 2)).toBeCloseTo(0.5 + t / (2 * Math.sqrt(2 + t * t)), 13);
  });

  test.each([
    // NIST/SEMATECH e-Handbook, table 1.3.6.7.2, column 0.975.
    [1, 12.706],
    [2, 4.303],
    [9, 2.262],
    [44, 2.015],
    [100, 1.984],
  ])("with %d degrees of freedom has the published 0.975 quantile", (degrees, quantile) => {
    expect(studentTQuantile(0.975, degrees)).toBeCloseTo(quantile, 3);
  });

  test("approaches the normal distribution as the degrees of freedom grow", () => {
    // For df = 10⁶ the quantile is z + (z³ + z) / (4·df) (Abramowitz & Stegun 26.7.5): 1.959963985 + 0.00000237.
    expect(studentTQuantile(0.975, 1e6)).toBeCloseTo(1.959966357, 8);
  });

  test.each([0.001, 0.025, 0.4, 0.5, 0.9, 0.9999])(
    "has a quantile at %d that is the inverse of its distribution function",
    (share) => {
      for (const degrees of [1, 3, 7.5, 44, 2000])
        expect(studentTCdf(studentTQuantile(share, degrees), degrees)).toBeCloseTo(share, 12);
      expect(studentTQuantile(1 - share, 5)).toBeCloseTo(-studentTQuantile(share, 5), 9);
    },
  );

  test("rejects arguments without a quantile", () => {
    expect(() => studentTQuantile(1, 5)).toThrow("Probability is 1; it must lie between 0 and 1");
    expect(() => studentTQuantile(0.5, 0)).toThrow(
      "Degrees of freedom are 0; they must be a number above 0.",
    );
    expect(() => studentTCdf(1, Number.NaN)).toThrow(RangeError);
  });
});

// Compares paired tests with R, SciPy and statsmodels, over published and real data.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { finish } from "../comparison/steps.ts";
import { clusterMean } from "./cluster-mean.ts";
import { holmAdjusted } from "./holm.ts";
import { mcnemarExact } from "./mcnemar.ts";
import { signFlipTest } from "./sign-flip.ts";
import { studentTCdf } from "./student-t.ts";

interface PairedCase {
  id: string;
  baseline: number[];
  candidate: number[];
  computed: {
    mean_difference: number;
    sd_difference_sample: number;
    t: number | null;
    df: number;
    t_p_two_sided: number | null;
    t_ci95_of_mean_difference: [number | null, number | null];
    cohen_dz: number | null;
    sign_flip_permutation_exact_p?: number;
  };
}

interface Statistics {
  paired: PairedCase[];
  mcnemar: {
    id: string;
    "table_[[both_right,base_right_cand_wrong],[base_wrong_cand_right,both_wrong]]": [
      [number, number],
      [number, number],
    ];
    computed: { exact_p: number };
  }[];
  multiple_testing: { id: string; p: number[]; holm_adjusted: number[] }[];
}

// The schema follows the `_about` member of the file. A file with another structure fails the test.
const cases: Statistics = haveCases
  ? JSON.parse(readFileSync(join(casesDir, "D-statistics", "statistics.json"), "utf8"))
  : { paired: [], mcnemar: [], multiple_testing: [] };

const differencesOf = ({ baseline, candidate }: PairedCase): Float64Array =>
  Float64Array.from(candidate, (value, index) => value - (baseline[index] ?? Number.NaN));

/**
 * Excludes cases in which all differences are equal as decimals. SciPy computes a spread from their rounding
 * errors.
 */
const varied = cases.paired.filter(({ computed }) => computed.t_ci95_of_mean_difference[0] !== null);

describe.skipIf(!haveCases)("paired differences", () => {
  test("cover every case", () => {
    expect([cases.paired.length, varied.length]).toEqual([8, 7]);
  });

  test.each(varied)("of $id have the mean, deviation, interval and d of R and SciPy", (one) => {
    const { mean, deviation, ci95 } = clusterMean(differencesOf(one), null);
    const { computed } = one;
    expect(mean).toBeCloseTo(computed.mean_difference, 9);
    expect(deviation).toBeCloseTo(computed.sd_difference_sample, 9);
    expect(ci95?.[0]).toBeCloseTo(computed.t_ci95_of_mean_difference[0] ?? Number.NaN, 9);
    expect(ci95?.[1]).toBeCloseTo(computed.t_ci95_of_mean_difference[1] ?? Number.NaN, 9);
    expect((mean ?? Number.NaN) / (deviation ?? Number.NaN)).toBeCloseTo(computed.cohen_dz ?? Number.NaN, 9);
  });

  test.each(varied)("of $id have the t distribution's p", ({ computed: { t, df, t_p_two_sided: p } }) => {
    expect(2 * studentTCdf(-Math.abs(t ?? Number.NaN), df)).toBeCloseTo(p ?? Number.NaN, 12);
  });

  test.each(cases.paired.filter(({ computed }) => computed.sign_flip_permutation_exact_p !== undefined))(
    "of $id have the exact p of the sign-flip test",
    (one) => {
      const { p, exact } = finish(signFlipTest(differencesOf(one)));
      expect(exact).toBe(true);
      expect(p).toBeCloseTo(one.computed.sign_flip_permutation_exact_p ?? Number.NaN, 12);
    },
  );
});

describe.skipIf(!haveCases)("published tables", () => {
  test.each(cases.mcnemar)("$id has the exact p of McNemar's test", ({ computed, ...rest }) => {
    const [[, worse], [better]] =
      rest["table_[[both_right,base_right_cand_wrong],[base_wrong_cand_right,both_wrong]]"];
    expect(mcnemarExact(worse, better) / computed.exact_p).toBeCloseTo(1, 9);
  });

  test.each(cases.multiple_testing)("$id has Holm's adjusted values", ({ p, holm_adjusted: adjusted }) => {
    for (const [index, value] of holmAdjusted(p).entries())
      expect(value).toBeCloseTo(adjusted[index] ?? Number.NaN, 12);
  });
});

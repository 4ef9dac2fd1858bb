import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { clopperPearsonInterval } from "./clopper-pearson.ts";
import { describeScores, quantileOf } from "./describe.ts";
import { cohensKappa, countPairs, weightedKappa } from "./kappa.ts";
import { wilsonInterval } from "./wilson.ts";

/**
 * Reads a file in the folder. The schema follows its `_about` member; a file with another structure fails the
 * test.
 */
const read = <Shape>(file: string, empty: Shape): Shape =>
  haveCases ? JSON.parse(readFileSync(join(casesDir, file), "utf8")) : empty;

interface PublishedInterval {
  successes: number;
  n: number;
  wilson95: [number, number];
  clopper_pearson95: [number, number];
}

interface QuantileCase {
  values: number[];
  type7: number[];
}

const statistics = read<{
  proportion_intervals: PublishedInterval[];
  quantiles: { probabilities: number[]; cases: Record<string, QuantileCase> };
}>("D-statistics/statistics.json", { proportion_intervals: [], quantiles: { probabilities: [], cases: {} } });

describe.skipIf(!haveCases)("intervals of proportions", () => {
  test.each(statistics.proportion_intervals)(
    "for $successes of $n equal those of R and scipy",
    (published) => {
      const { successes, n, wilson95, clopper_pearson95: exact95 } = published;
      const pairs = [
        [wilsonInterval(successes, n), wilson95],
        [clopperPearsonInterval(successes, n), exact95],
      ] as const;
      for (const [interval, [low, high]] of pairs) {
        // Some of R's figures have only 8 decimals.
        expect(interval?.[0]).toBeCloseTo(low, 7);
        expect(interval?.[1]).toBeCloseTo(high, 7);
      }
    },
  );
});

describe.skipIf(!haveCases)("quantiles", () => {
  test.each(Object.entries(statistics.quantiles.cases))(
    "of %s are those of R's type 7",
    (_, { values, type7 }) => {
      const sorted = Float64Array.from(values).sort();
      for (const [place, probability] of statistics.quantiles.probabilities.entries()) {
        expect(quantileOf(sorted, probability)).toBeCloseTo(type7[place] ?? Number.NaN, 12);
      }
      const half = statistics.quantiles.probabilities.indexOf(0.5);
      expect(describeScores(values).median).toBeCloseTo(type7[half] ?? Number.NaN, 12);
    },
  );
});

interface NistSet {
  values: number[];
  computed_by_rational_arithmetic: { mean_exact_decimal: string; std_dev_sample_exact_decimal: string };
}

const nist = read<{ sets: Record<string, NistSet> }>("D-statistics/nist-univariate.json", { sets: {} });

/**
 * The standard deviations of the sets after conversion to doubles. They were computed in exact rational
 * arithmetic (Python's fractions, with mpmath for the root). At an offset of 10¹² (SmLs07), the conversion
 * from decimals to doubles already changes the fifth digit.
 */
const ofTheDoubles: Record<string, number> = {
  Lew: 277.3321680443161,
  Michelso: 0.07901054781905066,
  NumAcc1: 1,
  NumAcc3: 0.1000000000349246,
  SmLs07: 0.13605877380546655,
};

const relative = (value: number | null, wanted: number) => (value ?? Number.NaN) / wanted - 1;

describe.skipIf(!haveCases)("mean and deviation", () => {
  test.each(Object.entries(nist.sets))(
    "of NIST's %s are those of exact arithmetic",
    (name, { values, ...rest }) => {
      const exact = rest.computed_by_rational_arithmetic;
      const { mean, std_dev } = describeScores(values);
      expect(relative(mean, Number(exact.mean_exact_decimal))).toBeCloseTo(0, 14);
      expect(relative(std_dev, ofTheDoubles[name] ?? Number.NaN)).toBeCloseTo(0, 14);
      // The certified figure must match in seven digits if doubles can represent the data.
      if (name === "SmLs07") return;
      expect(relative(std_dev, Number(exact.std_dev_sample_exact_decimal))).toBeCloseTo(0, 7);
    },
  );
});

interface AgreementCase {
  id: string;
  scale: "nominal" | "ordinal";
  raters: number;
  missing_cells: number;
  ratings_rows_are_subjects: (string | number)[][];
  computed: Record<string, number>;
}

const agreement = read<{ cases: AgreementCase[] }>("C-agreement/agreement.json", { cases: [] });
const twoRaters = agreement.cases.filter(
  ({ raters, missing_cells: missing }) => raters === 2 && missing === 0,
);

/** Returns the distinct grades: numbers sorted numerically, never as text, and names in a fixed order. */
function levelsOf(ratings: readonly (readonly (string | number)[])[]): (string | number)[] {
  return [...new Set(ratings.flat())].toSorted((a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1,
  );
}

function matrixOf(ratings: readonly (readonly (string | number)[])[]): number[][] {
  const pairs = ratings.map(([first = "", second = ""]): [string | number, string | number] => [
    first,
    second,
  ]);
  return countPairs(levelsOf(ratings), pairs);
}

describe.skipIf(!haveCases)("kappas of published reviews", () => {
  test("cover every case of two raters without gaps", () => {
    expect(twoRaters).toHaveLength(12);
  });

  test.each(twoRaters)(
    "of $id are those of R's irr and scikit-learn",
    ({ ratings_rows_are_subjects: ratings, computed }) => {
      expect(cohensKappa(matrixOf(ratings)).value).toBeCloseTo(computed["cohen_kappa"] ?? Number.NaN, 10);
    },
  );

  test.each(twoRaters.filter(({ scale }) => scale === "ordinal"))(
    "of $id, weighted, are those of scikit-learn",
    ({ ratings_rows_are_subjects: ratings, computed }) => {
      const quadratic = computed["cohen_kappa_quadratic_observed_levels"] ?? Number.NaN;
      expect(weightedKappa(matrixOf(ratings)).value).toBeCloseTo(quadratic, 12);
    },
  );
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agreementByDefinition } from "../../../../test/support/agreement-by-definition.ts";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { gradingsOf } from "../../../../test/support/graded-table.ts";
import type { GradeScale } from "../index.ts";
import type { AgreementFigure } from "./agreement-figures.ts";
import { raterAgreement } from "./rater-agreement.ts";

type Grade = string | number;

interface AgreementCase {
  id: string;
  scale: "nominal" | "ordinal";
  missing_cells: number;
  raters: number;
  ratings_rows_are_subjects: (Grade | null)[][];
  published: Record<string, unknown>;
  computed: Record<string, number>;
  landis_koch_of_kappa?: { label: string };
}

// The schema follows the `_about` member of the file. A file with another structure fails the test.
const { cases }: { cases: AgreementCase[] } = haveCases
  ? JSON.parse(readFileSync(join(casesDir, "C-agreement/agreement.json"), "utf8"))
  : { cases: [] };

/** Returns the distinct grades: numbers sorted numerically, never as text, and names in a fixed order. */
function observed(ratings: readonly (readonly (Grade | null)[])[]): Grade[] {
  const given = ratings.flat().filter((grade) => grade !== null);
  return [...new Set(given)].toSorted((a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1,
  );
}

/** Measures the agreement of a case once, because several tests compare its figures. */
function measuredOnce(scaleOf: (one: AgreementCase) => GradeScale) {
  const measured = new Map<AgreementCase, ReturnType<typeof raterAgreement>>();
  return (one: AgreementCase) => {
    const agreement =
      measured.get(one) ?? raterAgreement(gradingsOf(scaleOf(one), one.ratings_rows_are_subjects));
    measured.set(one, agreement);
    return agreement;
  };
}

const asNumbers = measuredOnce(() => ({ type: "scale" }));
const asOptions = measuredOnce(({ ratings_rows_are_subjects: ratings }) => ({
  type: "categorical",
  values: observed(ratings),
  ordered: false,
}));
const asOrdered = measuredOnce(({ ratings_rows_are_subjects: ratings }) => ({
  type: "categorical",
  values: observed(ratings),
  ordered: true,
}));

/** The figures to compare. Each has its name in the file and the accepted difference. */
type Wanted = [figure: AgreementFigure, name: string, within: number][];

const FULL = 1e-9;
/** CRAN's irrCAC rounds to five decimals. */
const FIVE_PLACES = 5.0001e-6;

/** Compares the figures of a case and returns the number of compared figures. */
function compare({ computed }: AgreementCase, wanted: Wanted): number {
  const there = wanted.filter(([, name]) => computed[name] !== undefined);
  for (const [{ value }, name, within] of there) {
    expect(Math.abs((value ?? Number.NaN) - (computed[name] ?? Number.NaN)), name).toBeLessThanOrEqual(
      within,
    );
  }
  return there.length;
}

const ordinal = cases.filter(({ scale }) => scale === "ordinal");

describe.skipIf(!haveCases)("agreement on published tables", () => {
  test("covers every table of the file", () => {
    expect(cases).toHaveLength(18);
    expect(ordinal).toHaveLength(10);
  });

  test.each(cases)("of $id equals R's irr and irrCAC", (one) => {
    const agreement = asOptions(one);
    const compared = compare(one, [
      [agreement.percent_agreement, "percent_agreement_mean_pairwise", FULL],
      [agreement.percent_agreement_all, "percent_agreement_all_raters", FULL],
      [agreement.cohens_kappa, "cohen_kappa", FULL],
      [agreement.cohens_kappa, "light_kappa_mean_pairwise_cohen", FULL],
      [agreement.fleiss_kappa, "fleiss_kappa", FULL],
      [agreement.fleiss_kappa, "irrCAC_fleiss.kappa", FIVE_PLACES],
      [agreement.krippendorff_alpha, "krippendorff_alpha_nominal", FULL],
      [agreement.krippendorff_alpha, "irrCAC_krippen.alpha", FIVE_PLACES],
      [agreement.gwet_ac1, "irrCAC_gwet.ac1", FIVE_PLACES],
    ]);
    // A table without gaps has seven or eight of these figures. irr rejects every table with gaps, and irrCAC
    // rejects units without a grade.
    expect(compared).toBeGreaterThanOrEqual(one.missing_cells === 0 ? 8 : 3);
  });

  test.each(ordinal)("of $id, weighted, equals scikit-learn over the levels in use", (one) => {
    const { weighted_kappa: weighted } = asOptions(one);
    compare(one, [[weighted, "cohen_kappa_quadratic_observed_levels", FULL]]);
  });

  test.each(ordinal)("of $id, by distance, equals scikit-learn and Krippendorff", (one) => {
    const agreement = asNumbers(one);
    const compared = compare(one, [
      [agreement.weighted_kappa, "cohen_kappa_quadratic_full_range", FULL],
      [agreement.krippendorff_alpha, "krippendorff_alpha_interval", FULL],
    ]);
    expect(compared).toBe(one.raters === 2 ? 2 : 1);
    expect(agreement.alpha_metric).toBe("interval");
  });

  test.each(ordinal)("of $id, by rank, equals Krippendorff's ordinal alpha", (one) => {
    const agreement = asOrdered(one);
    expect(compare(one, [[agreement.krippendorff_alpha, "krippendorff_alpha_ordinal", FULL]])).toBe(1);
    expect(agreement).toMatchObject({
      alpha_metric: "ordinal",
      interpretation_of: one.raters === 2 ? "weighted_kappa" : "krippendorff_alpha",
    });
  });

  test.each(ordinal.filter(({ computed }) => computed["icc_2_1_agreement_single"] !== undefined))(
    "of $id equals R's intraclass correlation",
    (one) => {
      const { value = null, reason = null } = asNumbers(one).icc_a1 ?? {};
      const figure = { value, reason: reason && ("one_category" as const) };
      expect(compare(one, [[figure, "icc_2_1_agreement_single", FULL]])).toBe(1);
    },
  );

  const severalRaters = cases.filter(({ computed }) => computed["cohen_kappa_raters_1_2"] !== undefined);

  test.each(severalRaters)("of $id equals Cohen's kappa for each pair", (one) => {
    const pairs = asOptions(one).by_pair.map(({ raters, cohens_kappa: value }): Wanted[number] => {
      const [first, second] = raters.map((id) => Number(id.slice(1)));
      return [{ value, reason: null }, `cohen_kappa_raters_${first}_${second}`, FULL];
    });
    expect(compare(one, pairs)).toBe((one.raters * (one.raters - 1)) / 2);
  });

  test.each(cases.filter(({ landis_koch_of_kappa: word }) => word !== undefined))(
    "of $id has Landis and Koch's interpretation",
    (one) => {
      expect(asOptions(one).interpretation).toBe(`${one.landis_koch_of_kappa?.label}_agreement`);
    },
  );

  test.each(cases)("of $id equals its definition", (one) => {
    const { ratings_rows_are_subjects: ratings } = one;
    const defined = agreementByDefinition(ratings, observed(ratings));
    const agreement = asOptions(one);
    for (const name of ["cohens_kappa", "fleiss_kappa", "gwet_ac1"] as const) {
      expect(agreement[name].value).toBeCloseTo(defined[name] ?? Number.NaN, 12);
    }
  });
});

describe("Krippendorff's reliability data of 4 observers and 12 units", () => {
  // Krippendorff, K. (2011). Computing Krippendorff's Alpha-Reliability, section C: α is 0.743, 0.815 and
  // 0.849.
  const observers = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
    [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
  ];
  const units = Array.from({ length: 12 }, (_, unit) => observers.map((grades) => grades[unit] ?? null));

  test.each([
    ["nominal", 0.743421],
    ["ordinal", 0.815388],
    ["interval", 0.849107],
  ] as const)("have the %s alpha %d", (metric, alpha) => {
    const agreement = raterAgreement(gradingsOf({ type: "scale" }, units), metric);
    expect(agreement.krippendorff_alpha.value).toBeCloseTo(alpha, 6);
    expect(agreement.alpha_metric).toBe(metric);
    // The interpretation stays that of the interval alpha.
    expect(agreement).toMatchObject({
      interpretation_of: "krippendorff_alpha",
      interpretation: "almost_perfect_agreement",
    });
  });
});

describe.skipIf(!haveCases)("agreement in the literature", () => {
  const valueOf = (id: string) => {
    const found = cases.find((one) => one.id === id);
    if (!found) throw new Error(`No case "${id}".`);
    return found;
  };

  test("of 30 patients and six psychiatrists is Fleiss' 0.430 (1971)", () => {
    expect(asOptions(valueOf("fleiss1971")).fleiss_kappa.value).toBeCloseTo(0.43, 3);
  });

  test("of Krippendorff's example with gaps is 0.691 nominal and 0.811 interval", () => {
    expect(asOptions(valueOf("krippendorff-wikipedia")).krippendorff_alpha.value).toBeCloseTo(0.691, 3);
    expect(asNumbers(valueOf("krippendorff-wikipedia")).krippendorff_alpha.value).toBeCloseTo(0.811, 3);
  });

  test("of Feinstein and Cicchetti's table is 85 %, kappa 0.70 (1990)", () => {
    const { percent_agreement: percent, cohens_kappa: kappa } = asOptions(valueOf("feinstein-a"));
    expect(percent.value).toBeCloseTo(85, 12);
    expect(kappa.value).toBeCloseTo(0.7, 2);
  });
});

interface Review {
  sample: string;
  system: string;
  reviewer: string;
  grades: Record<string, number>;
}

// The file contains one review per line, as the folder's README states. Any other line fails the test.
const reviews: Review[] = haveCases
  ? readFileSync(join(casesDir, "C-agreement/llm-answer-reviews.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line): Review => JSON.parse(line))
  : [];

const reviewers = ["primary", "secondary"];

function gradesOf(dimension: string): (number | null)[][] {
  const rows = new Map<string, (number | null)[]>();
  for (const { sample, system, reviewer, grades } of reviews) {
    const key = `${sample} ${system}`;
    const row = rows.get(key) ?? [null, null];
    row[reviewers.indexOf(reviewer)] = grades[dimension] ?? null;
    rows.set(key, row);
  }
  return [...rows.values()];
}

describe.skipIf(!haveCases)("agreement on 450 real reviews", () => {
  // These figures were computed in exact rational arithmetic (Python's fractions): percent agreement, Cohen's
  // κ, Cohen's κ by squared distance, Fleiss' κ, Krippendorff's interval α, and Gwet's AC1 over the grades
  // that occur.
  const exact: [string, number, number, number, number, number, number][] = [
    [
      "Accuracy",
      12,
      0.030636668262326472,
      0.487734343299797,
      -0.0012473451774938475,
      0.4502873202721541,
      0.035203695462208896,
    ],
    [
      "Completeness",
      104 / 9,
      0.03790369367627151,
      0.44774734318414583,
      0.0025618177767877033,
      0.3917315297906602,
      0.02949973989942778,
    ],
    [
      "Logical Consistency",
      172 / 9,
      0.029942673046856494,
      0.11823647294589178,
      -0.08397855866587255,
      -0.11647883808438393,
      0.12588252245329234,
    ],
    [
      "Clarity and Conciseness",
      160 / 9,
      0.022818508345658146,
      0.07942526707570002,
      -0.004937168793230405,
      0.07029000523973912,
      0.08410677719728422,
    ],
    [
      "Evidence Support",
      16,
      0.053654085810931104,
      0.5728182696315448,
      -0.006354052039331227,
      0.5640084257053075,
      0.08350009213491137,
    ],
  ];

  test.each(exact)(
    "of %s equals exact arithmetic",
    (dimension, percent, cohen, weighted, fleiss, alpha, ac1) => {
      const agreement = raterAgreement(gradingsOf({ type: "scale" }, gradesOf(dimension)));
      expect(agreement).toMatchObject({ n_samples: 225, review_count: 450, reviewer_count: 2 });
      expect(agreement.percent_agreement.value).toBeCloseTo(percent, 12);
      expect(agreement.cohens_kappa.value).toBeCloseTo(cohen, 14);
      expect(agreement.weighted_kappa.value).toBeCloseTo(weighted, 14);
      expect(agreement.fleiss_kappa.value).toBeCloseTo(fleiss, 14);
      expect(agreement.krippendorff_alpha.value).toBeCloseTo(alpha, 14);
      expect(agreement.gwet_ac1.value).toBeCloseTo(ac1, 14);
    },
  );
});

import { describe, expect, test } from "vitest";
import { gradingsOf } from "../../../../test/support/graded-table.ts";
import type { GradeScale, GradeValue } from "./grade-scale.ts";
import { raterAgreement } from "./rater-agreement.ts";

type Table = readonly (readonly (GradeValue | null)[])[];

const agreementOf = (scale: GradeScale, table: Table) => raterAgreement(gradingsOf(scale, table));

const letters: GradeScale = { type: "categorical", values: ["a", "b", "c"], ordered: false };
const none = (reason: string) => ({ value: null, reason, ci95: null });

describe("three raters, one without a grade on one sample", () => {
  // The samples have the grades aaa, aab, bb- and c (from one rater).
  const table: Table = [
    ["a", "a", "a"],
    ["a", "a", "b"],
    ["b", "b", null],
    [null, null, "c"],
  ];
  const agreement = agreementOf(letters, table);

  test("are counted: shared samples, grades and raters", () => {
    expect(agreement).toMatchObject({ n_samples: 3, review_count: 9, reviewer_count: 3 });
  });

  test("have the share of agreeing pairs, averaged over the shared samples", () => {
    // The shares of agreeing pairs are 3/3, 1/3 and 1/1; their mean is 7/9. On two of three samples all
    // raters agree.
    expect(agreement.percent_agreement.value).toBeCloseTo(700 / 9, 12);
    expect(agreement.percent_agreement_all.value).toBeCloseTo(200 / 3, 12);
  });

  test("have the mean of the kappas of their pairs", () => {
    // Raters 1 and 2 gave aa, aa, bb: κ = 1. Raters 1 and 3 gave aa, ab: p_o = 1/2, and because rater 1
    // always chose a, p_e = 1/2 and κ = 0. The same holds for raters 2 and 3.
    expect(agreement.by_pair).toEqual([
      expect.objectContaining({
        raters: ["r01", "r02"],
        n_samples: 3,
        percent_agreement: 100,
        cohens_kappa: 1,
      }),
      expect.objectContaining({
        raters: ["r01", "r03"],
        n_samples: 2,
        percent_agreement: 50,
        cohens_kappa: 0,
      }),
      expect.objectContaining({
        raters: ["r02", "r03"],
        n_samples: 2,
        percent_agreement: 50,
        cohens_kappa: 0,
      }),
    ]);
    expect(agreement.cohens_kappa.value).toBeCloseTo(1 / 3, 12);
    expect(agreement.kappa_pairs).toEqual({ defined: 3, undefined: 0, too_few_samples: 0 });
  });

  test("have a chance agreement averaged over all samples, including the sample with a single grade", () => {
    // Mean shares over four samples: a (1 + 2/3)/4 = 5/12, b (1/3 + 1)/4 = 4/12, c 1/4 = 3/12; Σ π² = 50/144.
    const chance = 50 / 144;
    expect(agreement.fleiss_kappa.value).toBeCloseTo((7 / 9 - chance) / (1 - chance), 12);
    // q = 3: p_e = (1 − 50/144)/2 = 47/144.
    const gwet = 47 / 144;
    expect(agreement.gwet_ac1.value).toBeCloseTo((7 / 9 - gwet) / (1 - gwet), 12);
  });

  test("have Krippendorff's alpha over the shared samples only", () => {
    // Of the eight pairable grades, five are a and three are b. Only aab disagrees: four ordered pairs over n
    // − 1 = 2 give an observed disagreement of 2. By chance it is 2·5·3 = 30 over 8 − 1. α = 1 − 7·2/30.
    expect(agreement.krippendorff_alpha.value).toBeCloseTo(1 - 14 / 30, 12);
    expect(agreement.alpha_metric).toBe("nominal");
  });

  test("have specific agreement by category", () => {
    // Σ n_k(n_k − 1) and Σ n_k(n − 1): for a, 6 + 2 and 6 + 4; for b, 0 + 2 and 2 + 2; for c, 0, as it has no
    // pair.
    expect(agreement.by_category).toEqual({
      a: { agreement: 0.8, numerator: 8, denominator: 10 },
      b: { agreement: 0.5, numerator: 2, denominator: 4 },
      c: { agreement: null, numerator: 0, denominator: 0 },
    });
  });

  test("are interpreted by Fleiss' kappa, and two raters by Cohen's kappa", () => {
    // (7/9 − 50/144)/(94/144) = 62/94 = 0.66.
    expect(agreement.interpretation).toBe("substantial_agreement");
    const two = agreementOf(letters, [
      ["a", "a"],
      ["a", "b"],
      ["a", "a"],
      ["a", "b"],
    ]);
    // Cohen's κ: p_o = p_e = 1/2. Fleiss' κ has the shares 3/4 and 1/4, so (1/2 − 5/8)/(3/8), which would be
    // "poor".
    expect(two.cohens_kappa.value).toBe(0);
    expect(two.fleiss_kappa.value).toBeCloseTo(-1 / 3, 12);
    expect(two.interpretation).toBe("slight_agreement");
  });
});

describe("the weighted kappa", () => {
  test("uses the options' positions in the rubric, including unused options", () => {
    // Positions: 0 (low), 1 (medium), 2 (high). For ll, lh, hh, hh: Σ d² = 4; rows l 2, h 2; columns l 1, h
    // 3: Σ_ij d² = 4·(2·3 + 2·1) = 32; κ = 1 − 4·4/32. With two levels, this equals the unweighted κ.
    const scale: GradeScale = { type: "categorical", values: ["low", "medium", "high"], ordered: false };
    const table: Table = [
      ["low", "low"],
      ["low", "high"],
      ["high", "high"],
      ["high", "high"],
    ];
    expect(agreementOf(scale, table).weighted_kappa.value).toBe(0.5);
    // With medium in between, ll, lm, mh, hh: Σ d² = 2; rows 0 0 1 2, columns 0 1 2 2: Σ_ij d² = 2·(0+1+4+4)
    // + (1+0+1+1) + (4+1+0+0) = 26; κ = 1 − 2·4/26.
    const between: Table = [
      ["low", "low"],
      ["low", "medium"],
      ["medium", "high"],
      ["high", "high"],
    ];
    expect(agreementOf(scale, between).weighted_kappa.value).toBeCloseTo(1 - 8 / 26, 14);
  });

  test("treats numeric options as numbers: 10 is not between 1 and 2", () => {
    // Positions: 0, 1, 2 for 1, 2, 10. Pairs 1-1, 2-2, 1-10, 10-10: Σ d² = 4; rows 0 1 0 2, columns 0 1 2 2:
    // Σ_ij d² = 2·(0+1+4+4) + (1+0+1+1) + (4+1+0+0) = 26; κ = 1 − 4·4/26. Sorted as text, κ would be 0.8.
    const scale: GradeScale = { type: "categorical", values: [1, 2, 10], ordered: false };
    const table: Table = [
      [1, 1],
      [2, 2],
      [1, 10],
      [10, 10],
    ];
    expect(agreementOf(scale, table).weighted_kappa.value).toBeCloseTo(1 - 16 / 26, 14);
  });

  test("uses the distance on a numeric scale", () => {
    // For 1-1, 2-2, 2-10, 10-10: Σ d² = 64. Over all 16 pairs of 1 2 2 10 with 1 2 10 10: 0+1+81+81 +
    // 2·(1+0+64+64) + 81+64+0+0 = 566; κ = 1 − 4·64/566.
    const table: Table = [
      [1, 1],
      [2, 2],
      [2, 10],
      [10, 10],
    ];
    expect(agreementOf({ type: "scale" }, table).weighted_kappa.value).toBeCloseTo(1 - 256 / 566, 14);
  });
});

describe("grades of several options", () => {
  const scale: GradeScale = { type: "multi_select", values: ["x", "y", "z"] };

  test("agree if they are equal sets, regardless of order and duplicates", () => {
    const agreement = agreementOf(scale, [
      [
        ["x", "y"],
        ["y", "x", "x"],
      ],
      [[], []],
      [["x"], ["x", "y"]],
    ]);
    expect(agreement.percent_agreement.value).toBeCloseTo(200 / 3, 12);
    expect(Object.keys(agreement.by_category)).toEqual(['["x","y"]', '["x"]', "[]"]);
    expect(agreement.alpha_metric).toBe("nominal");
  });

  test("have no weighted kappa, because sets have no order", () => {
    const agreement = agreementOf(scale, [
      [["x"], ["x"]],
      [["y"], ["y"]],
    ]);
    expect(agreement.weighted_kappa).toEqual(none("not_ordered"));
    expect(agreement.by_pair[0]).toMatchObject({
      cohens_kappa: 1,
      weighted_kappa: null,
      weighted_reason: "not_ordered",
    });
  });
});

describe("raters who hold a credential", () => {
  const raters = [
    { id: "anna", credentials: ["MD"] },
    { id: "ben", credentials: ["MD", "RN", "MD"] },
    { id: "carl", credentials: ["RN"] },
    { id: "dora", credentials: ["NP"] },
  ];
  const rows: [string, string, string | null, string][] = [
    ["a", "a", null, "b"],
    ["a", "b", "b", "b"],
    ["b", "b", null, "b"],
  ];
  const samples = rows.map((row, sample) => ({
    id: `s${sample}`,
    ratings: row.flatMap((value, rater) => (value === null ? [] : [{ rater, value }])),
  }));
  const { by_credential: byCredential } = raterAgreement({ scale: letters, raters, samples });

  test("are compared with each other if two of them share a sample", () => {
    expect(Object.keys(byCredential)).toEqual(["MD", "RN"]);
    // The MDs gave aa, ab, bb: p_o = 2/3, p_e = 2/3·1/3 + 1/3·2/3 = 4/9; κ = (2/9)/(5/9).
    expect(byCredential["MD"]).toMatchObject({ n_samples: 3, review_count: 6, reviewer_count: 2 });
    expect(byCredential["MD"]?.cohens_kappa.value).toBeCloseTo(0.4, 14);
    expect(byCredential["MD"]?.interpretation).toBe("fair_agreement");
    // The RNs share one sample and agree on it. One sample is too few for a kappa of two raters.
    expect(byCredential["RN"]).toMatchObject({
      n_samples: 1,
      review_count: 4,
      interpretation: null,
    });
    expect(byCredential["RN"]?.percent_agreement).toEqual({ value: 100, reason: null });
  });
});

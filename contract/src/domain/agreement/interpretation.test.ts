import { expect, test } from "vitest";
import { gradingsOf } from "../../../../test/support/graded-table.ts";
import { alphaMetrics } from "./grade-scale.ts";
import { interpretedCoefficient, interpretKappa } from "./interpretation.ts";
import { raterAgreement } from "./rater-agreement.ts";

test.each([
  [-1, "poor_agreement"],
  [-0.01, "poor_agreement"],
  [0, "slight_agreement"],
  [0.2, "slight_agreement"],
  [0.2001, "fair_agreement"],
  [0.4, "fair_agreement"],
  [0.6, "moderate_agreement"],
  [0.8, "substantial_agreement"],
  [0.81, "almost_perfect_agreement"],
  [1, "almost_perfect_agreement"],
])("a kappa of %s is %s: an upper bound belongs to the lower category", (kappa, word) => {
  expect(interpretKappa(kappa)).toBe(word);
});

test("a kappa with a rounding error at a bound counts as the bound", () => {
  expect(interpretKappa(0.1 + 0.2 + 0.3)).toBe("moderate_agreement");
  expect(interpretKappa(-1e-17)).toBe("slight_agreement");
});

test("an undefined kappa has no interpretation", () => {
  expect(interpretKappa(null)).toBeNull();
});

test("the interpreted coefficient follows from the distance and the number of raters", () => {
  const table = alphaMetrics.map((metric) => [2, 3].map((raters) => interpretedCoefficient(metric, raters)));
  expect(table).toEqual([
    ["cohens_kappa", "fleiss_kappa"],
    ["weighted_kappa", "krippendorff_alpha"],
    ["krippendorff_alpha", "krippendorff_alpha"],
  ]);
});

test("two raters who differ by a few points of 100 agree almost perfectly, although their grades are rarely equal", () => {
  // The first rater uses multiples of 3. The second differs by 4, 5 or 7 points, except on the first sample.
  const table = Array.from({ length: 30 }, (_, sample) => {
    const grade = 3 * sample;
    return [grade, sample === 0 ? grade : grade + ([4, 5, 7][sample % 3] ?? 0)];
  });
  const agreement = raterAgreement(gradingsOf({ type: "scale" }, table));
  expect(agreement.cohens_kappa.value).toBeCloseTo(0.03, 2);
  expect(agreement.krippendorff_alpha.value).toBeCloseTo(0.98, 2);
  expect(agreement).toMatchObject({
    interpretation: "almost_perfect_agreement",
    interpretation_of: "krippendorff_alpha",
  });
});

import { expect, test } from "vitest";
import { interpretKappa } from "./interpretation.ts";

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

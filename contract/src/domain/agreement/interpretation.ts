import type { AlphaMetric } from "./grade-scale.ts";

/** Landis and Koch's labels for kappa values. */
export const agreementInterpretations = [
  "poor_agreement",
  "slight_agreement",
  "fair_agreement",
  "moderate_agreement",
  "substantial_agreement",
  "almost_perfect_agreement",
] as const;

/** One of {@link agreementInterpretations}. */
export type AgreementInterpretation = (typeof agreementInterpretations)[number];

/** The coefficients that the interpretation can label. */
export const interpretedCoefficients = [
  "cohens_kappa",
  "fleiss_kappa",
  "weighted_kappa",
  "krippendorff_alpha",
] as const;

/** One of {@link interpretedCoefficients}. */
export type InterpretedCoefficient = (typeof interpretedCoefficients)[number];

/**
 * Selects the coefficient that the interpretation labels. A coefficient that ignores distances would call the
 * agreement of two raters poor if they always differ by one point of 100.
 *
 * @param metric the default distance between the grades of the dimension.
 * @param raters number of raters with a grade.
 */
export function interpretedCoefficient(metric: AlphaMetric, raters: number): InterpretedCoefficient {
  if (metric === "interval") return "krippendorff_alpha";
  if (metric === "ordinal") return raters === 2 ? "weighted_kappa" : "krippendorff_alpha";
  return raters === 2 ? "cohens_kappa" : "fleiss_kappa";
}

/**
 * A kappa that is this close to a bound counts as equal to the bound, because the difference is a rounding
 * error.
 */
const TIE = 1e-12;

/**
 * Returns Landis and Koch's label for a coefficient: poor below 0, slight up to 0.2, fair up to 0.4, moderate up to
 * 0.6, substantial up to 0.8, almost perfect above. Each upper bound belongs to the lower label.
 *
 * @param kappa at most 1; `null` if the coefficient is undefined.
 * @returns `null` if the coefficient is undefined.
 * @see Landis, J. R. & Koch, G. G. (1977). Biometrics 33(1), 159-174.
 */
export function interpretKappa(kappa: number | null): AgreementInterpretation | null {
  if (kappa === null) return null;
  if (kappa < -TIE) return "poor_agreement";
  if (kappa <= 0.2 + TIE) return "slight_agreement";
  if (kappa <= 0.4 + TIE) return "fair_agreement";
  if (kappa <= 0.6 + TIE) return "moderate_agreement";
  if (kappa <= 0.8 + TIE) return "substantial_agreement";
  return "almost_perfect_agreement";
}

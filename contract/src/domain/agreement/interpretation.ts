/** Landis and Koch's words for a kappa. */
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

/** Kappas within this distance of a bound count as equal to it; the difference is a rounding error. */
const TIE = 1e-12;

/**
 * Landis and Koch's word for a kappa: below 0 poor, to 0.2 slight, to 0.4 fair, to 0.6 moderate, to 0.8 substantial,
 * above almost perfect; each upper bound belongs to the lower word.
 *
 * @param kappa at most 1; `null`: undefined.
 * @returns `null` when the kappa is undefined.
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

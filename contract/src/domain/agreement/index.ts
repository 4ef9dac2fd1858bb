export {
  agreementReasons,
  type AgreementFigure,
  type AgreementReason,
  type AgreementStatistic,
  agreementStatistics,
} from "./agreement-figures.ts";
export type { CategoryAgreement } from "./category-agreement.ts";
export { type AlphaMetric, alphaMetrics, type GradeScale, type GradeValue } from "./grade-scale.ts";
export {
  type AgreementInterpretation,
  agreementInterpretations,
  type InterpretedCoefficient,
  interpretedCoefficients,
} from "./interpretation.ts";
export type { PairAgreement } from "./pair-agreement.ts";
export type { GradedSample, Gradings, Rater } from "./rated-samples.ts";
export {
  type AgreementEstimate,
  type AgreementSummary,
  raterAgreement,
  type RaterAgreement,
} from "./rater-agreement.ts";
export { runToEnd } from "./resample.ts";

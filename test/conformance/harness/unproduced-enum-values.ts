// Reasons why the scenarios cannot produce a value on the mock.
const otherLog =
  "Only a log of another version causes it; contract/src/control/simulation/simulate-policy.test.ts covers it.";
const calculated = (tests: string) =>
  `The contract computes it for the server and the mock; contract/src/domain/${tests} covers it.`;
const keysOfServer =
  "The mock has one signing key that is never rotated or revoked; server/src/evidence/signing-keys/signing-keys.test.ts and test/robustness/record-keys.full.test.ts do both.";
const faultOfServer =
  "Only a fault of the server causes it; contract/src/platform/refusals.test.ts covers the problem document.";

/** Enum values in responses that no scenario produces on the mock, each with its reason. */
export const unproducedEnumValues: Readonly<Record<string, string>> = {
  "ProblemCode: too_large_to_compute":
    "It requires more than 20,000,000 pairs of grades, or more than 200,000 samples; contract/src/review/reviews/reliability-rules.test.ts and contract/src/evaluation/comparison/comparison-size.test.ts cover it.",
  "Caller.via: session": "The mock and the server have no sessions yet; every request has an API key.",
  "ComparisonReason: no_pairs": calculated("comparison/compare-metric.test.ts"),
  "ExportStatus: failed":
    "An export fails only if the server fails; server/src/evaluation/exports/export-attempts.test.ts covers it.",
  "GroupVersusRest.reason: no_variation": calculated("scores/score-groups.test.ts"),
  "ProblemCode: evidence_conflict":
    "Only a damaged log causes it; server/src/evidence/log/damaged-log.test.ts covers it.",
  "ProblemCode: internal": faultOfServer,
  "ProblemCode: too_busy": faultOfServer,
  "ProblemCode: unavailable": faultOfServer,
  "Readiness.database: postgres": "The mock has no database; the health scenarios run on Postgres too.",
  "RecordCheck.name: revocation": keysOfServer,
  "RecordEvent.origin: caller": "A record contains a decision, and only the server appends decisions.",
  "RecordVerification.code: evidence_conflict":
    "Only a damaged log causes it; server/src/evidence/records/record-proofs.test.ts covers it.",
  "RecordVerification.code: kid_revoked": keysOfServer,
  "Regression.severity: minor": calculated("trends/regressions.test.ts"),
  "Regression.test: sign_flip_exact": calculated("comparison/compare-metric.test.ts"),
  "Regression.test: sign_flip_monte_carlo": calculated("statistics/sign-flip.test.ts"),
  "Reliability.interpretation: fair_agreement": calculated("agreement/interpretation.test.ts"),
  "ReviewItemResult.status: errored":
    "An item contains the results that an evaluation stored; server/src/evaluation/evaluations/evaluation-faults.test.ts covers errored ones.",
  "ReviewItemResult.status: skipped":
    "An item contains the results that an evaluation stored; sdk/src/cli/run/run-unscored.test.ts covers skipped ones.",
  "SampleScore.status: errored":
    "An evaluator ends with an error only because of a fault; server/src/evaluation/evaluations/evaluation-faults.test.ts covers it.",
  "SigningKey.status: pending": keysOfServer,
  "SigningKey.status: retired": keysOfServer,
  "SkipReason: sample_too_large":
    "It requires a sample of maximum size; contract/src/review/adjudication/reference-application.test.ts covers it.",
  "UnreplayedDecision.code: other_shape": otherLog,
};

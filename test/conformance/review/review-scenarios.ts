import { callerScenarios } from "./caller.scenarios.ts";
import { blindScoreScenarios } from "./blind-scores.scenarios.ts";
import { blindTwinScenarios } from "./blind-twins.scenarios.ts";
import { blindScenarios } from "./blind.scenarios.ts";
import { adjudicationRefusalScenarios } from "./adjudication-refusals.scenarios.ts";
import { adjudicationScenarios } from "./adjudications.scenarios.ts";
import { disagreementScenarios } from "./disagreements.scenarios.ts";
import { gradedScaleScenarios } from "./graded-scales.scenarios.ts";
import { itemBlindScenarios } from "./review-items-blind.scenarios.ts";
import { reviewDraftScenarios } from "./review-drafts.scenarios.ts";
import { blindCanaryScenarios } from "./blind-canaries.scenarios.ts";
import { itemScenarios } from "./review-items.scenarios.ts";
import { listFilterScenarios } from "./list-filters.scenarios.ts";
import { maskedSampleScenarios } from "./masked-samples.scenarios.ts";
import { overrideEffectScenarios } from "./override-effects.scenarios.ts";
import { overrideLimitScenarios } from "./override-limits.scenarios.ts";
import { overrideRefusalScenarios } from "./override-refusals.scenarios.ts";
import { overrideScenarios } from "./overrides.scenarios.ts";
import { ratingImportEffectScenarios } from "./rating-import-effects.scenarios.ts";
import { ratingImportRaterScenarios } from "./rating-import-raters.scenarios.ts";
import { ratingImportRecordedScenarios } from "./rating-import-recorded.scenarios.ts";
import { ratingImportRefusalScenarios } from "./rating-import-refusals.scenarios.ts";
import { ratingImportScenarios } from "./rating-imports.scenarios.ts";
import { ratingRowFaultScenarios } from "./rating-row-faults.scenarios.ts";
import { reassignmentScenarios } from "./reassignment.scenarios.ts";
import { referenceScenarios } from "./references.scenarios.ts";
import { reliabilityRefusalScenarios } from "./reliability-refusals.scenarios.ts";
import { reliabilityScenarios } from "./reliability.scenarios.ts";
import { revealRuleScenarios } from "./reveal-rules.scenarios.ts";
import { reviewAssignmentScenarios } from "./review-assignment.scenarios.ts";
import { reviewClaimScenarios } from "./review-claims.scenarios.ts";
import { reviewCorrectionScenarios } from "./review-corrections.scenarios.ts";
import { reviewQueueScenarios } from "./review-queue.scenarios.ts";
import { reviewRefusalScenarios } from "./review-refusals.scenarios.ts";
import { reviewTaskCreationScenarios } from "./review-task-creation.scenarios.ts";
import { reviewTaskRefusalScenarios } from "./review-task-refusals.scenarios.ts";
import { reviewTaskScenarios } from "./review-tasks.scenarios.ts";
import { reviewerStatisticsScenarios } from "./reviewer-statistics.scenarios.ts";
import { reviewerScenarios } from "./reviewers.scenarios.ts";
import { reviewProgressScenarios } from "./review-progress.scenarios.ts";
import { reviewScenarios } from "./reviews.scenarios.ts";
import { routingRefusalScenarios } from "./routing-refusals.scenarios.ts";
import { routingScenarios } from "./routing.scenarios.ts";
import { rubricScenarios } from "./rubrics.scenarios.ts";
import type { ScenarioGroups } from "../harness/scenario.ts";

/** The scenarios of the review wing, by resource. */
export const reviewWing: ScenarioGroups = {
  caller: callerScenarios,
  reviewers: [...reviewerScenarios, ...reviewerStatisticsScenarios],
  rubrics: rubricScenarios,
  "rating imports": [
    ...ratingImportScenarios,
    ...ratingImportRefusalScenarios,
    ...ratingImportEffectScenarios,
    ...ratingRowFaultScenarios,
    ...ratingImportRaterScenarios,
    ...ratingImportRecordedScenarios,
  ],
  reliability: [...reliabilityScenarios, ...reliabilityRefusalScenarios, ...gradedScaleScenarios],
  reviews: [
    ...reviewScenarios,
    ...reviewRefusalScenarios,
    ...reviewQueueScenarios,
    ...reviewProgressScenarios,
    ...reviewCorrectionScenarios,
  ],
  adjudication: [
    ...disagreementScenarios,
    ...adjudicationScenarios,
    ...adjudicationRefusalScenarios,
    ...referenceScenarios,
    ...listFilterScenarios,
  ],
  overrides: [
    ...overrideScenarios,
    ...overrideEffectScenarios,
    ...overrideLimitScenarios,
    ...overrideRefusalScenarios,
  ],
  "blind reviews": [
    ...blindScenarios,
    ...blindScoreScenarios,
    ...blindTwinScenarios,
    ...revealRuleScenarios,
    ...maskedSampleScenarios,
  ],
  "review tasks": [...reviewTaskCreationScenarios, ...reviewTaskRefusalScenarios, ...reviewTaskScenarios],
  "review items": [...itemScenarios, ...itemBlindScenarios, ...blindCanaryScenarios],
  "review drafts": reviewDraftScenarios,
  "review claims": reviewClaimScenarios,
  "review assignment": [...reviewAssignmentScenarios, ...reassignmentScenarios],
  routing: [...routingScenarios, ...routingRefusalScenarios],
};

import { exampleIds as ids } from "../example-values.ts";

const evaluators = ["triage_accuracy", "safety"];
const fault = { path: "/name", code: "too_small", message: 'name is ""; it must have at least 1 character.' };

/** The arguments of the refusals of the wing review; see `refusalSamples`. */
export const reviewRefusalSamples: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  reviewerRequired: [[]],
  blindPending: [[], [{ task: ids.task, left: 12 }]],
  reviewerNotQualified: [
    [ids.reviewer, "holds RN; the task requires MD or DO"],
    [ids.reviewer, "is not available", "/reviewer_id"],
  ],
  draftChanged: [
    [1, 2],
    [1, undefined],
  ],
  draftExists: [[2]],
  sampleOfTaskNotFound: [[ids.sample, ids.task]],
  taskNotBlind: [[ids.task]],
  notAssigned: [[ids.task]],
  noOpenSlot: [
    [ids.task, 1],
    [ids.task, 2],
  ],
  taskEnded: [[ids.task, "completed"]],
  draftNotIncluded: [
    [ids.sample, { stored: 2, expected: 1 }],
    [ids.sample, { stored: 1, expected: 0 }],
  ],
  revisionConflict: [
    [ids.sample, { stored: 1, expected: 0 }],
    [ids.sample, { stored: 0, expected: 3 }],
  ],
  taskImported: [[ids.task]],
  importerIsReviewer: [[]],
  wideParameterMissing: [["dimension"], ["raters"]],
  raterColumnRepeated: [["Dr A", 2, 0]],
  raterColumnBlank: [["   ", 2]],
  raterBlank: [["   ", { path: "/rater", line: 3 }]],
  raterSpellings: [["Dr A", "dr a", { path: "/rater", line: 3 }]],
  raterMisspelled: [["dr a", { name: "Dr A", id: ids.reviewer }, { path: "/rater", line: 3 }]],
  tooManyRaters: [[1000]],
  unknownDimension: [["/dimension", "tone", ["accuracy", "clarity"]]],
  valueMissing: [["/value"]],
  submittedLater: [["2027-01-01T00:00:00Z", 0]],
  raterUnknown: [["Dr A", { path: "/rater", line: 3 }]],
  raterAmbiguous: [["Dr A", 2, { path: "/rater", line: 3 }]],
  raterOutsideProject: [[ids.reviewer, ids.project, { path: "/rater", line: 3 }]],
  ratingRepeated: [[{ rater: "Dr A", dimension: "accuracy" }, 2, { path: "/rater", line: 3 }]],
  ratingTaken: [
    [
      { rater: "Dr A", dimension: "accuracy" },
      { path: "/rater", line: 3 },
    ],
  ],
  ratingRecorded: [[{ rater: "Dr A", dimension: "accuracy" }, ids.sample, { path: "/rater", line: 3 }]],
  blindDiffers: [["Dr A", true, { path: "/rater", line: 3 }]],
  notesTooLong: [["Dr A", 10_000, { path: "/notes", line: 3 }]],
  alreadyAssigned: [[ids.task, ids.reviewer]],
  holderNotNamed: [[[ids.reviewer, ids.reviewer]]],
  assigneeUnknown: [[ids.reviewer]],
  inOtherProject: [["/rubric", `Rubric "${ids.rubric}"`, ids.project]],
  samplesNotFound: [[[{ id: ids.sample, path: "/samples/0" }], ids.project]],
  sampleNotInTask: [[ids.sample, ids.task]],
  evaluatorNotInEvaluation: [["tone", evaluators, "/evaluator"]],
  invalidGrades: [[[fault]]],
  nothingToOverride: [
    [ids.sample, null],
    [ids.sample, "safety"],
  ],
  evaluationNotOverridable: [[ids.evaluation, "running"]],
  ambiguousDimension: [["accuracy", [ids.rubric, ids.rubric]]],
  alphaMetricMeaningless: [
    ["interval", ["nominal"], { id: "tone", type: "boolean" }],
    ["interval", ["nominal", "ordinal"], { id: "tone", type: "categorical" }],
  ],
  tooManyGradePairs: [[20_000_001, 20_000_000]],
  dimensionNotFound: [
    ["accuracy", ["tone", "safety"]],
    ["accuracy", []],
  ],
  notEnoughReviews: [[0], [1]],
  taskCancelled: [[ids.task]],
  reviewsMissing: [[ids.sample, { task: ids.task, reviews: 1, required: 2 }]],
  tooFewReviewers: [
    [ids.sample, 0],
    [ids.sample, 1],
  ],
  reviewsNotOfSample: [[[{ index: 0, review: ids.review }], ids.sample]],
  adjudicationConflict: [
    [ids.sample, { present: undefined, given: ids.adjudication }],
    [ids.sample, { present: ids.adjudication, given: undefined }],
    [ids.sample, { present: ids.adjudication, given: ids.adjudication }],
  ],
};

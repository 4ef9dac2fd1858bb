import type { ReviewRecord } from "./review-record.ts";

/** Creates the first revision of a review without an override. */
export const reviewRecord = (given: Partial<ReviewRecord> = {}): ReviewRecord => ({
  id: "rev_1",
  project: "proj_1",
  task: "task_1",
  sample: "smp_1",
  reviewer: "rvr_ada",
  rubric: "rub_1",
  evaluation: null,
  originalAiScore: null,
  credentials: ["MD"],
  durationSeconds: null,
  revealedAt: null,
  createdAt: 10,
  revision: 1,
  grades: {},
  evaluator: null,
  overrideValue: null,
  notes: null,
  flags: [],
  activeSeconds: null,
  afterReveal: false,
  submittedAt: 10,
  ...given,
});

import type { Assignment } from "@assay/contract/evaluation/routing/assignment-input";
import type { Credential } from "@assay/contract/evaluation/routing/credentials";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import type { RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import type { Dated } from "../platform/state/dated.ts";
import type { EvaluationState, EvaluationTables } from "../evaluation/evaluation-tables.ts";
import type { Call, Caller, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { SharedTables } from "../platform/state/platform-tables.ts";

/** One reviewer's hold of a task. */
export interface HoldRow {
  reviewer: string;
  assignedAt: number;
  claimedAt: number | null;
  /** When a claim ends unless a review comes in; null: the task was assigned. */
  lapsesAt: number | null;
}

/** Samples for people to review. */
export interface TaskRow extends Dated {
  project: string;
  rubric: string;
  evaluation: string | null;
  evaluator: string | null;
  status: "pending" | "assigned" | "in_progress" | "completed" | "cancelled";
  priority: "urgent" | "high" | "normal" | "low";
  assignment: Assignment;
  reviewsRequired: number;
  blind: boolean;
  samples: readonly string[];
  /** The first first. */
  holds: HoldRow[];
  /** Who gave the task up by themselves. */
  declined: Set<string>;
  dueAt: number | null;
  /** Whether it was announced as not done when it was due. */
  isOverdueTold: boolean;
  metadata: Readonly<Record<string, unknown>>;
  completedAt: number | null;
  cancelledAt: number | null;
}

/** What one revision of a review says. */
export interface ReviewContents {
  revision: number;
  grades: Readonly<Record<string, unknown>>;
  evaluator: string | null;
  overrideValue: number | null;
  notes: string | null;
  flags: readonly string[];
  submittedAt: number;
}

/** One reviewer's review of one sample under a task. `createdAt` is when its first revision was submitted. */
export interface ReviewRow extends Dated {
  project: string;
  task: string;
  sample: string;
  reviewer: string;
  rubric: string;
  evaluation: string | null;
  originalAiScore: number | null;
  /** Held when the present revision was submitted. */
  credentials: readonly Credential[];
  /** From the claim, or the reviewer's review before it under the task; null without a claim before. */
  durationSeconds: number | null;
  /** Oldest first; the last is the present one. */
  revisions: ReviewContents[];
  /** Of overrides in force, the larger is the later. */
  ordinal: number;
}

/** The tables of a workspace that this wing reads. */
export interface ReviewTables extends EvaluationTables {
  reviewers: Map<string, ReviewerRecord>;
  rubrics: Map<string, RubricRecord>;
  reviewTasks: Map<string, TaskRow>;
  reviews: Map<string, ReviewRow>;
}

/** The state of a mock that this wing reads. */
export interface ReviewState extends EvaluationState {
  /** How long a claimed task stays claimed without a review. */
  claimMinutes: number;
  tables: SharedTables<ReviewTables>;
}

/** Who calls, as this wing sees it. */
export type ReviewCaller = Caller<ReviewTables>;

/** A request, as this wing sees it. */
export type ReviewCall = Call<ReviewState>;

/** The implementations of one resource of this wing. */
export type ReviewHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, ReviewState>;

/** No reviewers, rubrics, tasks and reviews. */
export const emptyReviewTables = () => ({
  reviewers: new Map<string, ReviewerRecord>(),
  rubrics: new Map<string, RubricRecord>(),
  reviewTasks: new Map<string, TaskRow>(),
  reviews: new Map<string, ReviewRow>(),
});

// Test records: a pool task with two samples, and qualified reviewers.
import type { Candidate } from "../../domain/review/assign-slots.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import type { AssignmentRecord, TaskRecord } from "./task-record.ts";

export const now = 1_000_000;
export const context = { now, claimMinutes: 30 };
/** The expiry time of a claim that is made at `now`. */
export const expiry = now + 1_800_000;

export const task = (given: Partial<TaskRecord> = {}): TaskRecord => ({
  id: "task_1",
  project: "proj_1",
  rubric: "rub_1",
  evaluation: null,
  evaluator: null,
  origin: "review",
  status: "pending",
  priority: "normal",
  assignment: { mode: "pool", reviewer_id: null, required_credentials: [], specialty: null },
  reviewsRequired: 1,
  blind: false,
  shown: { metadata: null, fields: null },
  reveal: "after_submit",
  sampleCount: 2,
  completed: 0,
  assignments: [],
  adjudicatorCredentials: [],
  declined: [],
  excluded: [],
  reviewed: {},
  dueAt: null,
  metadata: {},
  createdAt: 0,
  completedAt: null,
  cancelledAt: null,
  ...given,
});

export const reviewer = (id: string, given: Partial<ReviewerRecord> = {}): ReviewerRecord => ({
  id,
  name: id,
  credentials: ["MD"],
  specialty: null,
  available: true,
  projects: null,
  credentialExpiresAt: null,
  lastActiveAt: null,
  createdAt: 0,
  ...given,
});

export const candidate = (id: string, given: Partial<Candidate> = {}): Candidate => ({
  ...reviewer(id),
  pending: 0,
  ...given,
});

export const assigned = (id: string, given: Partial<AssignmentRecord> = {}): AssignmentRecord => ({
  reviewer: id,
  assignedAt: 0,
  claimedAt: null,
  expiresAt: null,
  ...given,
});

/** The assignment of a task that can be assigned to any reviewer without a claim. */
export const auto = { mode: "auto" as const, reviewer_id: null, required_credentials: [], specialty: null };

/** Creates the assignment of a task with a slot reserved for a reviewer. */
export const manual = (id: string) => ({ ...auto, mode: "manual" as const, reviewer_id: id });

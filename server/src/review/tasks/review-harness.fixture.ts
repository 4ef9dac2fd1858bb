// Test harness for review tasks: a project with samples and a rubric, reviewers, and the services.
import type { CreateReviewTaskBody } from "@assay/contract/review/tasks/review-tasks";
import type { TaskCommand } from "@assay/contract/review/tasks/review-task-rules";
import type { AssignmentRecord, TaskRecord } from "@assay/contract/review/tasks/task-record";
import type { CreateReviewerBody, UpdateReviewerBody } from "@assay/contract/review/reviewers/reviewers";
import { formatId } from "@assay/contract/platform/ids";
import { resolvedAssignment } from "@assay/contract/evaluation/routing/assignment-input";
import { readConfig } from "../../platform/config.ts";
import { inTransaction, type Tx } from "../../platform/db/transaction.ts";
import type { Deps } from "../../app/deps.ts";
import { reviewerAssignments } from "../../app/reviewer-assignments.ts";
import { EvaluationHarness } from "../../evaluation/evaluations/evaluation-harness.fixture.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import type { JobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { commandReviewer, type ReviewerDeps } from "../reviewers/reviewer-service.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { insertRubric } from "../rubrics/rubric-queries.ts";
import { createTask } from "./create-task.ts";
import { submitReview } from "../reviews/submit-review.ts";
import { commandTask, getTask } from "./task-service.ts";

/** Returns assignment requirements that every reviewer meets, with the given mode. */
export const assignment = (mode: "auto" | "manual" | "pool", reviewerId?: string) => ({
  ...resolvedAssignment(undefined),
  mode,
  reviewer_id: reviewerId === undefined ? undefined : formatId("reviewer", reviewerId),
  required_credentials: undefined,
  specialty: undefined,
});

/** A workspace with a project whose samples are reviewed. */
export class ReviewHarness {
  readonly evaluations: EvaluationHarness;
  readonly deps: Deps & ReviewerDeps;
  readonly rubricId: string;
  sampleIds: string[] = [];

  constructor(evaluations: EvaluationHarness) {
    this.evaluations = evaluations;
    this.deps = { ...evaluations.deps, config: readConfig({}), assignments: reviewerAssignments };
    this.rubricId = this.deps.newId();
  }

  static async open(jobs: JobHarness, samples = 2): Promise<ReviewHarness> {
    const harness = new ReviewHarness(await EvaluationHarness.open(jobs));
    harness.sampleIds = await harness.evaluations.addSamples(Array.from({ length: samples }, () => ({})));
    await harness.within((tx) =>
      insertRubric(tx, jobs.workspaceId, {
        id: formatId("rubric", harness.rubricId),
        project: harness.evaluations.project,
        name: "Harness",
        version: 1,
        description: null,
        dimensions: [],
        createdAt: jobs.instant.getTime(),
      }),
    );
    return harness;
  }

  get workspaceId(): string {
    return this.evaluations.jobs.workspaceId;
  }

  get caller(): Caller {
    return this.evaluations.caller;
  }

  /** Returns the caller for an API key that acts as the reviewer. */
  as(reviewerId: string): Caller {
    return { ...this.caller, reviewerId };
  }

  within<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return inTransaction(this.evaluations.jobs.database, work);
  }

  /** Advances the clock. */
  wait(minutes: number): void {
    const { jobs } = this.evaluations;
    jobs.instant = new Date(jobs.instant.getTime() + minutes * 60_000);
  }

  /** Creates a reviewer. @returns the reviewer's id. */
  async reviewer(given: Partial<CreateReviewerBody> = {}): Promise<string> {
    const body: CreateReviewerBody = {
      name: "Ada",
      credentials: ["MD"],
      specialty: undefined,
      available: true,
      projects: undefined,
      credential_expires_at: undefined,
      ...given,
    };
    const command = { type: "create" as const, body };
    const { id } = await this.within((tx) =>
      commandReviewer(tx, this.deps, { caller: this.caller, command }),
    );
    return uuidOf("reviewer", id);
  }

  async change(reviewerId: string, given: Partial<UpdateReviewerBody>): Promise<void> {
    const body: UpdateReviewerBody = {
      name: undefined,
      credentials: undefined,
      available: undefined,
      ...given,
    };
    const command = { type: "update" as const, id: formatId("reviewer", reviewerId), body };
    await this.within((tx) => commandReviewer(tx, this.deps, { caller: this.caller, command }));
  }

  /** Returns the body of a task with all samples of the project, by default in pool mode. */
  taskBody(given: Partial<CreateReviewTaskBody> = {}): CreateReviewTaskBody {
    return {
      project: this.evaluations.project,
      samples: this.sampleIds.map((id) => formatId("sample", id)),
      rubric: formatId("rubric", this.rubricId),
      priority: "normal",
      assignment: undefined,
      due_at: undefined,
      evaluation: undefined,
      evaluator: undefined,
      reviews_required: 1,
      blind: undefined,
      adjudicator_credentials: undefined,
      reveal: undefined,
      metadata: undefined,
      ...given,
    };
  }

  /** Creates a task with all samples of the project, by default in pool mode. */
  task(given: Partial<CreateReviewTaskBody> = {}): Promise<TaskRecord> {
    const body = this.taskBody(given);
    return this.within((tx) => createTask(tx, this.deps, { caller: this.caller, body }));
  }

  /** Runs a command on a task, on behalf of a reviewer or without one. */
  command(command: TaskCommand, reviewerId: string | null = null): Promise<TaskRecord> {
    const caller = { ...this.caller, reviewerId };
    return this.within((tx) => commandTask(tx, this.deps, { caller, command }));
  }

  read({ id }: { id: string }): Promise<TaskRecord> {
    return getTask(this.deps.database.knex, this.caller, id);
  }

  /** Returns the assignments of a task. */
  async assignments(task: TaskRecord): Promise<readonly AssignmentRecord[]> {
    return (await this.read(task)).assignments;
  }

  async holders(task: TaskRecord): Promise<string[]> {
    return (await this.assignments(task)).map(({ reviewer }) => uuidOf("reviewer", reviewer));
  }

  /** Submits a reviewer's review of one sample in a task. */
  async review({ id }: { id: string }, reviewerId: string, sample: number): Promise<TaskRecord> {
    const body = {
      sample: formatId("sample", this.sampleIds[sample] ?? ""),
      grades: {},
      override_ai_score: false,
      override_value: undefined,
      evaluator: undefined,
      notes: undefined,
      flags: [],
      active_seconds: undefined,
      expected_revision: undefined,
      expected_draft_revision: undefined,
    };
    const submission = { caller: this.as(reviewerId), command: { taskId: id, body } };
    await this.within((tx) => submitReview(tx, this.deps, submission));
    return this.read({ id });
  }

  /**
   * Returns the emitted task events. Each text contains the event's name without `review_task.`, the reviewer
   * and the reason.
   */
  async taskEvents(): Promise<string[]> {
    const events = await this.evaluations.events();
    return events.flatMap(({ event, data }) => {
      if (!event.startsWith("review_task.")) return [];
      const reviewer = data["reviewer"] === undefined ? [] : [data["reviewer"]];
      const reason = data["reason"] === undefined ? [] : [data["reason"]];
      return [[event.slice("review_task.".length), ...reviewer, ...reason].map(String).join(" ")];
    });
  }
}

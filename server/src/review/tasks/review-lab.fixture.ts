// What tests of tasks work with: a project with samples and a rubric, reviewers, and the services over them.
import type { CreateReviewTaskBody } from "@assay/contract/review/tasks/review-tasks";
import type { CreateReviewerBody, UpdateReviewerBody } from "@assay/contract/review/reviewers/reviewers";
import { formatId } from "@assay/contract/platform/ids";
import { resolvedAssignment } from "@assay/contract/evaluation/routing/assignment-input";
import { readConfig } from "../../platform/config.ts";
import { inTransaction, type Tx } from "../../platform/db/transaction.ts";
import type { Deps } from "../../app/deps.ts";
import { reviewerAssignments } from "../../app/reviewer-assignments.ts";
import { EvaluationLab } from "../../evaluation/evaluations/evaluation-lab.fixture.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import type { JobLab } from "../../platform/jobs/job-lab.fixture.ts";
import { commandReviewer, type ReviewerDeps } from "../reviewers/reviewer-service.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { insertRubric } from "../rubrics/rubric-queries.ts";
import { createTask } from "./create-task.ts";
import { type HoldRow, holdsOfTasks } from "./assignment/hold-queries.ts";
import { recordReviewed } from "./record-reviewed.ts";
import { findTask, lockTask, type TaskRow } from "./task-queries.ts";

/** Needs for a task that anybody meets, with a mode. */
export const assignment = (mode: "auto" | "manual" | "pool", reviewerId?: string) => ({
  ...resolvedAssignment(undefined),
  mode,
  reviewer_id: reviewerId === undefined ? undefined : formatId("reviewer", reviewerId),
  required_credentials: undefined,
  specialty: undefined,
});

/** A workspace with a project whose samples are reviewed. */
export class ReviewLab {
  readonly evaluations: EvaluationLab;
  readonly deps: Deps & ReviewerDeps;
  readonly rubricId: string;
  sampleIds: string[] = [];

  constructor(evaluations: EvaluationLab) {
    this.evaluations = evaluations;
    this.deps = { ...evaluations.deps, config: readConfig({}), assignments: reviewerAssignments };
    this.rubricId = this.deps.newId();
  }

  static async open(jobs: JobLab, samples = 2): Promise<ReviewLab> {
    const lab = new ReviewLab(await EvaluationLab.open(jobs));
    lab.sampleIds = await lab.evaluations.addSamples(Array.from({ length: samples }, () => ({})));
    await lab.within((tx) =>
      insertRubric(tx, jobs.workspaceId, {
        id: formatId("rubric", lab.rubricId),
        project: lab.evaluations.project,
        name: "Lab",
        version: 1,
        description: null,
        dimensions: [],
        createdAt: jobs.instant.getTime(),
      }),
    );
    return lab;
  }

  get workspaceId(): string {
    return this.evaluations.jobs.workspaceId;
  }

  get caller(): Caller {
    return this.evaluations.caller;
  }

  /** The caller who acts as a reviewer. */
  as(reviewerId: string): Caller {
    return { ...this.caller, reviewerId };
  }

  within<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return inTransaction(this.evaluations.jobs.database, work);
  }

  /** Moves the clock on. */
  wait(minutes: number): void {
    const { jobs } = this.evaluations;
    jobs.instant = new Date(jobs.instant.getTime() + minutes * 60_000);
  }

  /** Makes a reviewer; gives the id. */
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

  /** Makes a task over all samples, a pool unless it is said otherwise. */
  task(given: Partial<CreateReviewTaskBody> = {}): Promise<TaskRow> {
    const body: CreateReviewTaskBody = {
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
      metadata: undefined,
      ...given,
    };
    return this.within((tx) => createTask(tx, this.deps, this.caller, body));
  }

  async read({ id }: { id: string }): Promise<TaskRow> {
    const row = await findTask(this.deps.database.knex, this.caller, id);
    if (!row) throw new Error(`There is no task ${id}.`);
    return row;
  }

  /** Who holds a task. */
  async holds(task: TaskRow): Promise<HoldRow[]> {
    return (await holdsOfTasks(this.deps.database.knex, [task])).get(task.id) ?? [];
  }

  async holders(task: TaskRow): Promise<string[]> {
    return (await this.holds(task)).map((hold) => hold.reviewer_id);
  }

  /** Stores a review as submitting one does, and moves the task on. */
  review({ id }: { id: string }, reviewerId: string, sample: number): Promise<TaskRow> {
    const sampleId = this.sampleIds[sample] ?? "";
    return this.within(async (tx) => {
      const task = await lockTask(tx, this.caller, id);
      if (!task) throw new Error(`There is no task ${id}.`);
      const now = this.deps.now();
      await tx("reviews")
        .insert({
          workspace_id: this.workspaceId,
          id: this.deps.newId(),
          project_id: task.project_id,
          task_id: id,
          sample_id: sampleId,
          reviewer_id: reviewerId,
          rubric_id: task.rubric_id,
          revision: 1,
          grades: "{}",
          flags: [],
          credentials: [],
          submitted_at: now,
          first_submitted_at: now,
        })
        .onConflict(["workspace_id", "task_id", "sample_id", "reviewer_id"])
        .merge({ revision: 2 });
      return recordReviewed(tx, this.deps, { task, reviewerId, sampleId });
    });
  }

  /** What was told of tasks, by event: its name without `review_task.`, the reviewer and the reason. */
  async told(): Promise<string[]> {
    const events = await this.evaluations.events();
    return events.flatMap(({ event, data }) => {
      if (!event.startsWith("review_task.")) return [];
      const reviewer = data["reviewer"] === undefined ? [] : [data["reviewer"]];
      const reason = data["reason"] === undefined ? [] : [data["reason"]];
      return [[event.slice("review_task.".length), ...reviewer, ...reason].map(String).join(" ")];
    });
  }
}

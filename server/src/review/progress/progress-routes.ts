import type { contract } from "@assay/contract/openapi/apis";
import {
  reviewersOf,
  reviewProgressToWire,
  taskProgressToWire,
} from "@assay/contract/review/progress/progress-wire";
import { parseId } from "@assay/contract/platform/ids";
import { notFound } from "@assay/contract/platform/refusals";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import { findProject } from "../../workspace/projects/project-queries.ts";
import { periodStart } from "@assay/contract/review/review-period";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { allBlind } from "../../workspace/access/blind-access.ts";
import { listReviewersById } from "../reviewers/reviewer-queries.ts";
import { countDrafts } from "../draft-queries.ts";
import { expireAssignments } from "../tasks/assignment/expire-assignments.ts";
import { getTask } from "../tasks/task-service.ts";
import { countProgress, listSubmissions, listWork } from "./progress-queries.ts";

/** Returns the UUID of a project. @throws {ApiError} 404 if the caller cannot access it. */
async function getProjectId(db: Knex, reach: Reach, publicId: string): Promise<string> {
  const id = parseId("project", publicId);
  if (id === undefined || !(await findProject(db, reach, id))) throw notFound("project", publicId);
  return id;
}

/** Returns the handlers of the progress routes. */
export function progressHandlers(deps: PlatformDeps): Handlers<typeof contract.reviewProgress> {
  const { knex } = deps.database;
  return {
    ofTask: async ({ params }, { caller }) => {
      const { workspaceId } = caller;
      await expireAssignments(deps, workspaceId);
      const task = await getTask(knex, caller, params.id);
      const taskId = uuidOf("review_task", task.id);
      const submissions = await listSubmissions(knex, workspaceId, taskId);
      const drafts = await countDrafts(knex, { workspace_id: workspaceId, task_id: taskId }, deps.now());
      const found = await listReviewersById(knex, workspaceId, reviewersOf(task, submissions));
      const reviewers = new Map(found.map((reviewer) => [reviewer.id, reviewer]));
      return { status: 200, body: taskProgressToWire(task, { submissions, drafts, reviewers }) };
    },
    all: async ({ query }, { caller }) => {
      await expireAssignments(deps, caller.workspaceId);
      const { project = null, period } = query;
      const now = deps.now();
      const filter = {
        reach: caller,
        projectId: project === null ? undefined : await getProjectId(knex, caller, project),
        since: new Date(periodStart(period, now.getTime())),
        now,
        hidden: await allBlind(knex, caller),
      };
      const counts = await countProgress(knex, filter);
      const reviewers = await listWork(knex, filter);
      return { status: 200, body: reviewProgressToWire({ project, period }, { ...counts, reviewers }) };
    },
  };
}

import type { contract } from "@assay/contract/openapi/apis";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { idFilter } from "../../platform/http/request/id-filter.ts";
import { datedKey, pageOf, positionOf } from "../../platform/http/request/page.ts";
import { createTask } from "./create-task.ts";
import { settleWorkspace } from "./assignment/settle.ts";
import { listTasks } from "./task-list-query.ts";
import { priorityNumber } from "./task-queries.ts";
import {
  callingReviewer,
  cancelTask,
  claimTask,
  getTask,
  reassignTask,
  releaseTask,
} from "./task-service.ts";
import { tasksToWire, taskToWire } from "./task-wire.ts";

/** The routes of review tasks. */
export function reviewTaskHandlers(deps: PlatformDeps): Handlers<typeof contract.reviewTasks> {
  const { knex } = deps.database;
  const moved =
    (move: typeof claimTask): Handlers<typeof contract.reviewTasks>["claim"] =>
    async ({ params }, { caller, commit }) => {
      await settleWorkspace(deps, caller.workspaceId);
      return commit(async (tx) => {
        const row = await move(tx, deps, caller, params.id);
        return { status: 200, body: await taskToWire(tx, row) };
      });
    };
  return {
    create: async ({ body }, { caller, commit }) => {
      await settleWorkspace(deps, caller.workspaceId);
      return commit(async (tx) => {
        const row = await createTask(tx, deps, caller, body);
        return { status: 201, body: await taskToWire(tx, row) };
      });
    },
    list: async ({ query }, { caller }) => {
      await settleWorkspace(deps, caller.workspaceId);
      const { project, status, assignee, priority, claimable, limit } = query;
      const by = claimable === undefined ? undefined : await callingReviewer(knex, caller);
      const filter = { project, status, assignee, priority, claimable, by: by?.id };
      const identity = { list: "review_tasks", filter };
      const rows = await listTasks(knex, caller, {
        filter: {
          projectId: idFilter("project", project),
          status,
          priority: priority === undefined ? undefined : priorityNumber(priority),
          assigneeId: idFilter("reviewer", assignee),
          claimable: by && { reviewer: by, at: deps.now(), wanted: claimable === true },
        },
        limit,
        position: positionOf(query, identity),
      });
      const { data, ...page } = pageOf(rows, query, identity, { toWire: (row) => row, keyOf: datedKey });
      return { status: 200, body: { ...page, data: await tasksToWire(knex, data) } };
    },
    get: async ({ params }, { caller }) => {
      await settleWorkspace(deps, caller.workspaceId);
      return { status: 200, body: await taskToWire(knex, await getTask(knex, caller, params.id)) };
    },
    claim: moved(claimTask),
    release: moved(releaseTask),
    cancel: moved(cancelTask),
    reassign: async ({ params, body }, { caller, commit }) => {
      await settleWorkspace(deps, caller.workspaceId);
      return commit(async (tx) => {
        const asked = { publicId: params.id, to: body.reviewer_id, from: body.from };
        return { status: 200, body: await taskToWire(tx, await reassignTask(tx, deps, caller, asked)) };
      });
    },
  };
}

import type { contract } from "@assay/contract/openapi/apis";
import type { TaskCommand } from "@assay/contract/review/tasks/review-task-rules";
import type { TaskRecord } from "@assay/contract/review/tasks/task-record";
import type { Knex } from "knex";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller, Handlers } from "../../platform/http/routing/handler.ts";
import { idFilter } from "../../platform/http/request/id-filter.ts";
import { pageOf, positionOf, recordKey } from "../../platform/http/request/page.ts";
import { expireAssignments } from "./assignment/expire-assignments.ts";
import { createTask } from "./create-task.ts";
import { listTasks } from "./task-list-query.ts";
import { priorityNumber } from "./task-queries.ts";
import { callingReviewer, commandTask, getTask } from "./task-service.ts";
import { tasksToWire, type WireTask } from "./task-wire.ts";

type TaskHandlers = Handlers<typeof contract.reviewTasks>;

async function toWire(db: Knex, { workspaceId }: Caller, task: TaskRecord): Promise<WireTask> {
  const [wire] = await tasksToWire(db, workspaceId, [task]);
  if (!wire) throw new Error(`Task ${task.id} has no wire representation.`);
  return wire;
}

/** Returns the handlers of the review task routes. */
export function reviewTaskHandlers(deps: PlatformDeps): TaskHandlers {
  const { knex } = deps.database;
  const write = async (
    { caller, commit }: Parameters<TaskHandlers["claim"]>[1],
    command: TaskCommand,
  ): ReturnType<TaskHandlers["claim"]> => {
    await expireAssignments(deps, caller.workspaceId);
    return commit(async (tx) => {
      const task = await commandTask(tx, deps, { caller, command });
      return { status: 200, body: await toWire(tx, caller, task) };
    });
  };
  const mover =
    (type: "claim" | "release" | "cancel"): TaskHandlers["claim"] =>
    ({ params }, call) =>
      write(call, { type, id: params.id });
  return {
    create: async ({ body }, { caller, commit }) => {
      await expireAssignments(deps, caller.workspaceId);
      return commit(async (tx) => {
        const task = await createTask(tx, deps, { caller, body });
        return { status: 201, body: await toWire(tx, caller, task) };
      });
    },
    list: async ({ query }, { caller }) => {
      await expireAssignments(deps, caller.workspaceId);
      const { project, status, assignee, priority, claimable, limit } = query;
      const by = claimable === undefined ? undefined : await callingReviewer(knex, caller);
      const filter = { project, status, assignee, priority, claimable, by: by?.id };
      const identity = { list: "review_tasks", filter };
      const tasks = await listTasks(knex, caller, {
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
      const map = { toWire: (task: TaskRecord) => task, keyOf: recordKey("review_task") };
      const { data, ...page } = pageOf(tasks, query, identity, map);
      return { status: 200, body: { ...page, data: await tasksToWire(knex, caller.workspaceId, data) } };
    },
    get: async ({ params }, { caller }) => {
      await expireAssignments(deps, caller.workspaceId);
      return { status: 200, body: await toWire(knex, caller, await getTask(knex, caller, params.id)) };
    },
    claim: mover("claim"),
    release: mover("release"),
    cancel: mover("cancel"),
    reassign: ({ params, body }, call) =>
      write(call, { type: "reassign", id: params.id, to: body.reviewer_id, from: body.from }),
  };
}

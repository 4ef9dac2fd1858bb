import { notFound } from "@assay/contract/platform/refusals";
import { newProject, projectToWire as toWire } from "@assay/contract/workspace/project-wire";
import { newestFirst, pageOf } from "../platform/http/paging.ts";
import { ruleContext } from "../platform/state/rule-context.ts";
import { findProject, reaches } from "./reach.ts";
import type { WorkspaceHandlers } from "./workspace-tables.ts";

export const projectHandlers: WorkspaceHandlers<"projects"> = {
  create: ({ body }, call) =>
    call.commit(() => {
      const row = newProject(body, ruleContext(call));
      call.caller.workspace.projects.set(row.id, row);
      return { status: 201, body: toWire(row) };
    }),
  list: ({ query }, { caller }) => {
    const rows = [...caller.workspace.projects.values()].filter(({ id }) => reaches(caller, id));
    return {
      status: 200,
      body: pageOf(rows, query, { list: "projects", filter: {}, toWire, ...newestFirst }),
    };
  },
  get: ({ params }, { caller }) => {
    const row = findProject(caller, params.id);
    if (!row) throw notFound("project", params.id);
    return { status: 200, body: toWire(row) };
  },
};

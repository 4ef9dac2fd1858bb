import { notFound } from "@assay/contract/platform/refusals";
import { instant, newestFirst, pageOf } from "../platform/http/paging.ts";
import { findProject, reaches } from "./reach.ts";
import type { ProjectRow, WorkspaceHandlers } from "./workspace-tables.ts";

const toWire = (row: ProjectRow) => ({
  id: row.id,
  object: "project" as const,
  name: row.name,
  description: row.description,
  created_at: instant(row.createdAt),
});

/** The routes of projects. */
export const projectHandlers: WorkspaceHandlers<"projects"> = {
  create: ({ body }, { caller, clock, newId, commit }) =>
    commit(() => {
      const row = {
        id: newId("project"),
        name: body.name,
        description: body.description ?? null,
        createdAt: clock.now(),
      };
      caller.workspace.projects.set(row.id, row);
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

import { existing } from "@assay/contract/platform/requests/existing";
import { newProject, projectToWire as toWire } from "@assay/contract/workspace/project-wire";
import { newestPage } from "@assay/contract/platform/paging/sorted-page";
import { reaches } from "@assay/contract/workspace/access-rules";
import { findProject } from "./reach.ts";
import type { WorkspaceHandlers } from "./workspace-tables.ts";

export const projectHandlers: WorkspaceHandlers<"projects"> = {
  create: ({ body }, call) =>
    call.commit(() => {
      const row = newProject(body, call.rules);
      call.caller.workspace.projects.set(row.id, row);
      return toWire(row);
    }),
  list: ({ query }, { caller }) => {
    const rows = [...caller.workspace.projects.values()].filter(({ id }) => reaches(caller, id));
    return newestPage(rows, query, { list: "projects", toWire });
  },
  get: ({ params: { id } }, { caller }) => toWire(existing(findProject(caller, id), "project", id)),
};

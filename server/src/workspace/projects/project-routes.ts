import type { contract } from "@assay/contract/openapi/apis";
import { parseId } from "@assay/contract/platform/ids";
import { existing } from "@assay/contract/platform/requests/existing";
import { newProject, projectToWire } from "@assay/contract/workspace/project-wire";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { pageOf, positionOf, recordKey } from "../../platform/http/request/page.ts";
import { timeAndIds } from "../../platform/rule-context.ts";
import { findProject, insertProject, listProjects } from "./project-queries.ts";

/** Returns the handlers of the project routes. */
export function projectHandlers(deps: PlatformDeps): Handlers<typeof contract.projects> {
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => {
        const project = newProject(body, timeAndIds(deps));
        await insertProject(tx, caller.workspaceId, project);
        return { status: 201, body: projectToWire(project) };
      }),
    list: async ({ query }, { caller }) => {
      const identity = { list: "projects", filter: {} };
      const page = { limit: query.limit, position: positionOf(query, identity) };
      const rows = await listProjects(deps.database.knex, caller, page);
      const shape = { toWire: projectToWire, keyOf: recordKey("project") };
      return { status: 200, body: pageOf(rows, query, identity, shape) };
    },
    get: async ({ params }, { caller }) => {
      const id = parseId("project", params.id);
      const project = id && (await findProject(deps.database.knex, caller, id));
      return { status: 200, body: projectToWire(existing(project || undefined, "project", params.id)) };
    },
  };
}

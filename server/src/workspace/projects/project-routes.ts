import type { contract } from "@assay/contract/openapi/apis";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { notFound } from "@assay/contract/platform/refusals";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { datedKey, pageOf, positionOf } from "../../platform/http/request/page.ts";
import { findProject, insertProject, listProjects, type ProjectRow } from "./project-queries.ts";

const toWire = (row: ProjectRow) => ({
  id: formatId("project", row.id),
  object: "project" as const,
  name: row.name,
  description: row.description,
  created_at: row.created_at.toISOString(),
});

/** The routes of projects. */
export function projectHandlers(deps: PlatformDeps): Handlers<typeof contract.projects> {
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => {
        const row = {
          id: deps.newId(),
          name: body.name,
          description: body.description ?? null,
          created_at: deps.now(),
        };
        await insertProject(tx, { ...row, workspace_id: caller.workspaceId });
        return { status: 201, body: toWire(row) };
      }),
    list: async ({ query }, { caller }) => {
      const identity = { list: "projects", filter: {} };
      const page = { limit: query.limit, position: positionOf(query, identity) };
      const rows = await listProjects(deps.database.knex, caller, page);
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: datedKey }) };
    },
    get: async ({ params }, { caller }) => {
      const id = parseId("project", params.id);
      const row = id && (await findProject(deps.database.knex, caller, id));
      if (!row) throw notFound("project", params.id);
      return { status: 200, body: toWire(row) };
    },
  };
}

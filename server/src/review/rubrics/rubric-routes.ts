import type { contract } from "@assay/contract/openapi/apis";
import { dimensionsOf } from "@assay/contract/review/rubrics/rubrics";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { notFound } from "@assay/contract/platform/refusals";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { idFilter } from "../../platform/http/request/id-filter.ts";
import { datedKey, pageOf, positionOf } from "../../platform/http/request/page.ts";
import { referredProject } from "../../workspace/projects/project-service.ts";
import { findRubric, insertRubric, listRubrics, type RubricRow } from "./rubric-queries.ts";

const toWire = (row: RubricRow) => ({
  id: formatId("rubric", row.id),
  object: "rubric" as const,
  name: row.name,
  project: formatId("project", row.project_id),
  description: row.description,
  dimensions: row.dimensions,
  version: row.version,
  created_at: row.created_at.toISOString(),
});

/** The routes of rubrics. */
export function rubricHandlers(deps: PlatformDeps): Handlers<typeof contract.rubrics> {
  const { knex } = deps.database;
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => {
        const project = await referredProject(tx, caller, { named: body.project });
        const row = await insertRubric(tx, {
          workspace_id: caller.workspaceId,
          id: deps.newId(),
          project_id: project.id,
          name: body.name,
          description: body.description ?? null,
          dimensions: dimensionsOf(body),
          created_at: deps.now(),
        });
        return { status: 201, body: toWire(row) };
      }),
    list: async ({ query }, { caller }) => {
      const identity = { list: "rubrics", filter: { project: query.project } };
      const filter = { project_id: idFilter("project", query.project) };
      const page = { filter, limit: query.limit, position: positionOf(query, identity) };
      const rows = await listRubrics(knex, caller, page);
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: datedKey }) };
    },
    get: async ({ params }, { caller }) => {
      const id = parseId("rubric", params.id);
      const row = id && (await findRubric(knex, caller, id));
      if (!row) throw notFound("rubric", params.id);
      return { status: 200, body: toWire(row) };
    },
  };
}

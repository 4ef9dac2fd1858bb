import { dimensionsOf } from "@assay/contract/review/rubrics/rubrics";
import { notFound } from "@assay/contract/platform/refusals";
import { instant, newestFirst, pageOf } from "../../platform/http/paging.ts";
import { findRubric } from "./find-rubric.ts";
import { reaches, referredProject } from "../../workspace/reach.ts";
import type { ReviewHandlers, RubricRow } from "../review-tables.ts";

const toWire = (row: RubricRow) => ({
  id: row.id,
  object: "rubric" as const,
  name: row.name,
  project: row.project,
  description: row.description,
  dimensions: [...row.dimensions],
  version: row.version,
  created_at: instant(row.createdAt),
});

/** The routes of rubrics. */
export const rubricHandlers: ReviewHandlers<"rubrics"> = {
  create: ({ body }, { caller, clock, newId, commit }) =>
    commit(() => {
      const project = referredProject(caller, body.project, "/project").id;
      const { rubrics } = caller.workspace;
      const earlier = [...rubrics.values()].filter(
        (other) => other.project === project && other.name === body.name,
      );
      const row: RubricRow = {
        id: newId("rubric"),
        project,
        name: body.name,
        version: earlier.length + 1,
        description: body.description ?? null,
        dimensions: dimensionsOf(body),
        createdAt: clock.now(),
      };
      rubrics.set(row.id, row);
      return { status: 201, body: toWire(row) };
    }),
  list: ({ query }, { caller }) => {
    const { project } = query;
    const rows = [...caller.workspace.rubrics.values()].filter(
      (row) => reaches(caller, row.project) && (project === undefined || row.project === project),
    );
    const identity = { list: "rubrics", filter: { project } };
    return { status: 200, body: pageOf(rows, query, { ...identity, toWire, ...newestFirst }) };
  },
  get: ({ params }, { caller }) => {
    const row = findRubric(caller, params.id);
    if (!row) throw notFound("rubric", params.id);
    return { status: 200, body: toWire(row) };
  },
};

import type { contract } from "@assay/contract/openapi/apis";
import { checkDisagreementReader } from "@assay/contract/review/adjudication/disagreements/disagreement-rules";
import { referenceKey } from "@assay/contract/review/adjudication/reference-wire";
import { adjudicationToWire } from "@assay/contract/review/adjudication/adjudication-wire";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { idFilter } from "../../platform/http/request/id-filter.ts";
import { type ListIdentity, pageOf, positionOf, recordKey } from "../../platform/http/request/page.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { expireAssignments } from "../tasks/assignment/expire-assignments.ts";
import { listAdjudications, type ShownAdjudication } from "./adjudication-queries.ts";
import { adjudicate, getAdjudication } from "./adjudication-service.ts";
import { applyReferences } from "./apply-references.ts";
import { requireNamed } from "./named-objects.ts";
import { type LabeledDimension, listReferences } from "./reference-queries.ts";
import { referencesToWire } from "./reference-service.ts";
import { disagreementPage } from "./disagreement-service.ts";

/** Returns the handlers of the routes about adjudication. */
export function adjudicationHandlers(deps: PlatformDeps): Handlers<typeof contract.adjudications> {
  const { knex } = deps.database;
  return {
    disagreements: async ({ query }, { caller }) => {
      checkDisagreementReader({ reviewer: caller.reviewerId, scopes: caller.scopes });
      return { status: 200, body: await disagreementPage(knex, caller, query) };
    },
    references: async ({ query }, { caller }) => {
      const { project, rubric, dimension, source, limit } = query;
      const identity: ListIdentity = {
        list: "references",
        filter: { project, rubric, dimension, source },
        key: ["uuid", "uuid", "text"],
      };
      const rows = await listReferences(knex, caller, {
        filter: {
          project_id: idFilter("project", project),
          rubric_id: idFilter("rubric", rubric),
          dimension,
          label: source,
        },
        limit,
        position: positionOf(query, identity),
      });
      if (rows.length === 0) await requireNamed(knex, caller, query);
      const map = { toWire: (row: LabeledDimension) => row, keyOf: labelKey };
      const { data, ...page } = pageOf(rows, query, identity, map);
      return { status: 200, body: { ...page, data: await referencesToWire(knex, caller.workspaceId, data) } };
    },
    applyReferences: ({ body }, { caller, commit }) =>
      commit(async (tx) => ({ status: 200, body: await applyReferences(tx, deps, { caller, body }) })),
    create: async ({ body }, { caller, commit }) => {
      await expireAssignments(deps, caller.workspaceId);
      return commit(async (tx) => {
        const id = await adjudicate(tx, deps, { caller, body });
        return { status: 201, body: toWire(await getAdjudication(tx, caller, id)) };
      });
    },
    list: async ({ query }, { caller }) => {
      const { project, task, sample, rubric, adjudicator, current, limit } = query;
      const filter = { project, task, sample, rubric, adjudicator, current };
      const identity = { list: "adjudications", filter };
      const rows = await listAdjudications(knex, caller, {
        filter: {
          project_id: idFilter("project", project),
          task_id: idFilter("review_task", task),
          sample_id: idFilter("sample", sample),
          rubric_id: idFilter("rubric", rubric),
          adjudicator_id: idFilter("reviewer", adjudicator),
        },
        current,
        limit,
        position: positionOf(query, identity),
      });
      if (rows.length === 0) await requireNamed(knex, caller, query);
      return {
        status: 200,
        body: pageOf(rows, query, identity, { toWire, keyOf: recordKey("adjudication") }),
      };
    },
    get: async ({ params }, { caller }) => ({
      status: 200,
      body: toWire(await getAdjudication(knex, caller, params.id)),
    }),
  };
}

const labelKey = ({ rubric, sample, dimension }: LabeledDimension) =>
  referenceKey({ rubric: uuidOf("rubric", rubric), sample: uuidOf("sample", sample), dimension });

const toWire = (adjudication: ShownAdjudication) => adjudicationToWire(adjudication, adjudication);

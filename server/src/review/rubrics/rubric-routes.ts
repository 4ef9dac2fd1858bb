import type { contract } from "@assay/contract/openapi/apis";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { decideRubric, requireRubric } from "@assay/contract/review/rubrics/rubric-rules";
import { rubricToWire } from "@assay/contract/review/rubrics/rubric-wire";
import {
  appendsNothing,
  commitDecision,
  emitsNothing,
  neverChanges,
} from "../../platform/db/commit-decision.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { idFilter } from "../../platform/http/request/id-filter.ts";
import { pageOf, positionOf, recordKey } from "../../platform/http/request/page.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { requireProject } from "../../workspace/projects/project-service.ts";
import { findRubric, insertRubric, listRubrics, lockLatestVersion } from "./rubric-queries.ts";

/** Returns the handlers of the rubric routes. */
export function rubricHandlers(deps: PlatformDeps): Handlers<typeof contract.rubrics> {
  const { knex } = deps.database;
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => {
        const { workspaceId } = caller;
        const { id: projectId } = await requireProject(tx, caller, { named: body.project });
        const latestVersion = await lockLatestVersion(tx, { workspaceId, projectId, name: body.name });
        const state = { project: formatId("project", projectId), latestVersion };
        const decision = decideRubric(state, { type: "create", body }, ruleContext(deps, caller));
        await commitDecision(decision, {
          insert: (rubric) => insertRubric(tx, workspaceId, rubric),
          update: neverChanges,
          delete: neverChanges,
          append: appendsNothing,
          emit: emitsNothing,
        });
        return { status: 201, body: rubricToWire(decision.record) };
      }),
    list: async ({ query }, { caller }) => {
      const identity = { list: "rubrics", filter: { project: query.project } };
      const filter = { project_id: idFilter("project", query.project) };
      const page = { filter, limit: query.limit, position: positionOf(query, identity) };
      const rows = await listRubrics(knex, caller, page);
      const map = { toWire: rubricToWire, keyOf: recordKey("rubric") };
      return { status: 200, body: pageOf(rows, query, identity, map) };
    },
    get: async ({ params }, { caller }) => {
      const id = parseId("rubric", params.id);
      const rubric = id === undefined ? undefined : await findRubric(knex, caller, id);
      return { status: 200, body: rubricToWire(requireRubric(rubric, params.id)) };
    },
  };
}

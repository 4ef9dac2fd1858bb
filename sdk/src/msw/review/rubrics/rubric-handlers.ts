import { decideRubric, requireRubric } from "@assay/contract/review/rubrics/rubric-rules";
import { rubricToWire } from "@assay/contract/review/rubrics/rubric-wire";
import { hasValues, newestFirst, pageOf } from "../../platform/http/paging.ts";
import { appendsNothing, applyDecision, emitsNothing } from "../../platform/state/apply-decision.ts";
import { ruleContext } from "../../platform/state/rule-context.ts";
import { findRubric } from "./find-rubric.ts";
import { reaches, requireProject } from "../../workspace/reach.ts";
import type { ReviewCaller, ReviewHandlers } from "../review-tables.ts";

/** Returns the highest version of a rubric name in a project; 0 if none. */
const latestVersion = ({ workspace }: ReviewCaller, project: string, name: string): number =>
  [...workspace.rubrics.values()]
    .filter((rubric) => rubric.project === project && rubric.name === name)
    .reduce((latest, { version }) => Math.max(latest, version), 0);

export const rubricHandlers: ReviewHandlers<"rubrics"> = {
  create: ({ body }, call) =>
    call.commit(() => {
      const { caller } = call;
      const { id: project } = requireProject(caller, body.project, "/project");
      const state = { project, latestVersion: latestVersion(caller, project, body.name) };
      const decision = decideRubric(state, { type: "create", body }, ruleContext(call));
      const table = caller.workspace.rubrics;
      applyDecision(decision, { table, append: appendsNothing, emit: emitsNothing });
      return { status: 201, body: rubricToWire(decision.record) };
    }),
  list: ({ query }, { caller }) => {
    const filter = { project: query.project };
    const rows = [...caller.workspace.rubrics.values()].filter(
      (row) => reaches(caller, row.project) && hasValues(row, filter),
    );
    const list = { list: "rubrics", filter, toWire: rubricToWire, ...newestFirst };
    return { status: 200, body: pageOf(rows, query, list) };
  },
  get: ({ params }, { caller }) => ({
    status: 200,
    body: rubricToWire(requireRubric(findRubric(caller, params.id), params.id)),
  }),
};

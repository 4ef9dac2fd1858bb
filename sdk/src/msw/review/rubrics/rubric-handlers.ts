import { decideRubric, requireRubric } from "@assay/contract/review/rubrics/rubric-rules";
import { rubricToWire } from "@assay/contract/review/rubrics/rubric-wire";
import { filterOf } from "@assay/contract/platform/paging/list-page";
import { newestPage } from "@assay/contract/platform/paging/sorted-page";
import { storeDecision } from "../../platform/state/apply-decision.ts";
import { findReached, listReached } from "@assay/contract/workspace/reached-rows";
import { requireProject } from "../../workspace/reach.ts";
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
      const decision = decideRubric(state, { type: "create", body }, call.rules);
      const table = caller.workspace.rubrics;
      storeDecision(decision, table);
      return rubricToWire(decision.record);
    }),
  list: ({ query }, { caller }) => {
    const rows = listReached(caller, caller.workspace.rubrics, filterOf(query));
    return newestPage(rows, query, { list: "rubrics", toWire: rubricToWire });
  },
  get: ({ params }, { caller }) =>
    rubricToWire(requireRubric(findReached(caller, caller.workspace.rubrics, params.id), params.id)),
};

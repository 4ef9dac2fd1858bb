import { reviewerFigures } from "@assay/contract/review/reviewers/reviewer-figures";
import {
  type ReviewerCommand,
  type ReviewerRecord,
  decideReviewer,
  listsReviewer,
  requireReviewer,
} from "@assay/contract/review/reviewers/reviewer-rules";
import { reviewerStatisticsToWire, reviewerToWire } from "@assay/contract/review/reviewers/reviewer-wire";
import { periodStart } from "@assay/contract/review/review-period";
import { reaches } from "@assay/contract/workspace/access-rules";
import { findProject } from "../../workspace/reach.ts";
import type { ReviewCall, ReviewHandlers } from "../review-tables.ts";
import { assignWaiting, pendingCount, releaseUnfit } from "../tasks/assignments.ts";
import { blindSamples } from "../../workspace/blind-access.ts";
import { newestPage } from "@assay/contract/platform/paging/sorted-page";
import { storeDecision } from "../../platform/state/apply-decision.ts";
import { findReviewer, reachesReviewer } from "../find-reviewer.ts";

/** Returns a reviewer's statistics for a period until now. */
function statisticsOf({ caller, clock }: ReviewCall, reviewer: ReviewerRecord, period: string) {
  const hidden = blindSamples(caller);
  const figures = reviewerFigures([...caller.workspace.reviews.values()], {
    reviewer: reviewer.id,
    since: periodStart(period, clock.now()),
    isShown: ({ project, sample }) => reaches(caller, project) && !hidden.has(sample),
  });
  return reviewerStatisticsToWire(reviewer, period, figures);
}

const reviewerToWireFor = (call: ReviewCall) => (reviewer: ReviewerRecord) =>
  reviewerToWire(reviewer, pendingCount(call, reviewer));

const getReviewer = ({ caller }: ReviewCall, id: string): ReviewerRecord =>
  requireReviewer(findReviewer(caller, id), id);

/** Runs a command on a reviewer, and reassigns tasks accordingly. */
function changeReviewer(call: ReviewCall, command: ReviewerCommand) {
  const { caller } = call;
  const reviewer = command.type === "create" ? undefined : findReviewer(caller, command.id);
  const named = command.body.projects ?? [];
  const reachedProjects = new Set(named.filter((id) => findProject(caller, id) !== undefined));
  const decision = decideReviewer({ reviewer, reachedProjects }, command, call.rules);
  const table = caller.workspace.reviewers;
  storeDecision(decision, table);
  const { id } = decision.record;
  if (reviewer) releaseUnfit(call, getReviewer(call, id));
  assignWaiting(call);
  return reviewerToWireFor(call)(getReviewer(call, id));
}

export const reviewerHandlers: ReviewHandlers<"reviewers"> = {
  create: ({ body }, call) => call.commit(() => changeReviewer(call, { type: "create", body })),
  list: ({ query }, call) => {
    const rows = [...call.caller.workspace.reviewers.values()].filter(
      (row) => reachesReviewer(call.caller, row) && listsReviewer(query, row),
    );
    return newestPage(rows, query, { list: "reviewers", toWire: reviewerToWireFor(call) });
  },
  get: ({ params }, call) => reviewerToWireFor(call)(getReviewer(call, params.id)),
  update: ({ params, body }, call) =>
    call.commit(() => changeReviewer(call, { type: "update", id: params.id, body })),
  statistics: ({ params, query }, call) => statisticsOf(call, getReviewer(call, params.id), query.period),
};

import { progressFigures, submissionsOf } from "@assay/contract/review/progress/progress-rules";
import { reviewProgressToWire, taskProgressToWire } from "@assay/contract/review/progress/progress-wire";
import { periodStart } from "@assay/contract/review/review-period";
import { requireTask } from "@assay/contract/review/tasks/review-task-rules";
import { existing } from "@assay/contract/platform/requests/existing";
import { listReached } from "@assay/contract/workspace/reached-rows";
import { findProject } from "../../workspace/reach.ts";
import { blindSamples } from "../../workspace/blind-access.ts";
import { countDrafts } from "../draft-table.ts";
import { reachesReviewer } from "../find-reviewer.ts";
import type { ReviewHandlers } from "../review-tables.ts";
import { findTask } from "../tasks/review-task-handlers.ts";

export const progressHandlers: ReviewHandlers<"reviewProgress"> = {
  ofTask: ({ params: { id } }, { caller, clock }) => {
    const task = requireTask(findTask(caller, id), id);
    const { reviews, reviewers } = caller.workspace;
    const submissions = submissionsOf([...reviews.values()].filter((review) => review.task === id));
    const drafts = countDrafts(caller.workspace.reviewDrafts, id, clock.now());
    return taskProgressToWire(task, { submissions, drafts, reviewers });
  },
  all: ({ query }, { caller, clock }) => {
    const { project = null, period } = query;
    if (project !== null) existing(findProject(caller, project), "project", project);
    const { reviewTasks, reviews, reviewers } = caller.workspace;
    const hidden = blindSamples(caller);
    const now = clock.now();
    const records = {
      tasks: listReached(caller, reviewTasks),
      reviews: listReached(caller, reviews).filter(({ sample }) => !hidden.has(sample)),
      reviewers: [...reviewers.values()].filter((reviewer) => reachesReviewer(caller, reviewer)),
    };
    const figures = progressFigures(records, { project, since: periodStart(period, now), now });
    return reviewProgressToWire({ project, period }, figures);
  },
};

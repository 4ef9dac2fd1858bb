import {
  decideReveal,
  type ReadItem,
  type ReadTask,
  requireItemAccess,
  requireListAccess,
} from "@assay/contract/review/items/item-rules";
import { type ItemRow, itemSummary, itemToWire } from "@assay/contract/review/items/item-wire";
import { requireTask } from "@assay/contract/review/tasks/review-task-rules";
import { sortedPage } from "@assay/contract/platform/paging/sorted-page";
import { ownDraft } from "../draft-table.ts";
import { blindMasks, hidingTasks } from "../../workspace/blind-access.ts";
import type { ReviewCall, ReviewHandlers, ReviewRow } from "../review-tables.ts";
import { findTask, ownReviewer } from "../tasks/review-task-handlers.ts";
import { itemContents } from "./item-contents.ts";

/** The reviews of a task. */
const reviewsOf = ({ caller }: ReviewCall, task: string): ReviewRow[] =>
  [...caller.workspace.reviews.values()].filter((review) => review.task === task);

function readTask(call: ReviewCall, id: string): ReadTask {
  const { caller } = call;
  const task = requireTask(findTask(caller, id), id);
  const own = reviewsOf(call, task.id).filter(({ reviewer }) => reviewer === caller.reviewer);
  return {
    task,
    reader: { reviewer: ownReviewer(caller), scopes: caller.scopes },
    submitted: new Map(own.map(({ sample, submittedAt }) => [sample, submittedAt])),
    drafted: new Set(
      task.samples.filter(
        (sample) => ownDraft(call.caller, { task: task.id, sample }, call.clock.now()) !== undefined,
      ),
    ),
  };
}

/** Returns a sample of a task for the caller. @throws {ApiError} the refusals of `requireItemAccess`. */
function readItem(call: ReviewCall, { id, sample }: { id: string; sample: string }): ReadItem {
  const { caller } = call;
  const read = readTask(call, id);
  requireItemAccess(read, sample);
  const own = reviewsOf(call, read.task.id).find(
    (review) => review.sample === sample && review.reviewer === caller.reviewer,
  );
  const draft = ownDraft(caller, { task: read.task.id, sample }, call.clock.now());
  return { ...read, sample, own, draft, hidden: blindMasks(caller).get(sample) };
}

const respondWith = (call: ReviewCall, item: ReadItem) =>
  itemToWire(item, itemContents(call, item), call.clock.now());

function revealItem(call: ReviewCall, params: { id: string; sample: string }): ReadItem {
  const item = readItem(call, params);
  const { reviews } = call.caller.workspace;
  const revealed = decideReveal(item, {
    hiding: hidingTasks(call.caller, item.sample),
    now: call.clock.now(),
  });
  const row = reviews.get(revealed?.id ?? "");
  if (!row || !revealed) return item;
  reviews.set(row.id, { ...row, revealedAt: revealed.revealedAt });
  return readItem(call, params);
}

export const itemHandlers: ReviewHandlers<"reviewItems"> = {
  list: ({ params, query }, call) => {
    const read = readTask(call, params.id);
    requireListAccess(read);
    const reviews = reviewsOf(call, read.task.id);
    const rows = read.task.samples.map((sample, position) => ({
      sample,
      position,
      reviews: reviews.filter((review) => review.sample === sample).length,
    }));
    const shape = { toWire: itemSummary(read), keyOf: ({ position }: ItemRow) => [position] };
    return sortedPage(rows, query, { list: "review_items", filter: { task: read.task.id }, ...shape });
  },
  get: ({ params }, call) => respondWith(call, readItem(call, params)),
  reveal: ({ params }, call) => call.commit(() => respondWith(call, revealItem(call, params))),
};

import type { Knex } from "knex";
import type { Deps } from "../deps.ts";
import type { Caller } from "../http/handler.ts";
import type { ReviewerRow } from "./reviewer-queries.ts";

/** What a reviewer did in a period that ends now. */
export function reviewerStatistics(
  _db: Knex,
  _deps: Deps,
  _asked: { caller: Caller; reviewer: ReviewerRow; period: string },
): Promise<never> {
  return Promise.reject(new Error("not built"));
}

import type { Call } from "./handler.ts";
import type { ReviewerRow } from "./tables-reviews.ts";

/** What a reviewer did in a period that ends now. */
export function statisticsOf(_call: Call, _reviewer: ReviewerRow, _period: string): never {
  throw new Error("not built");
}

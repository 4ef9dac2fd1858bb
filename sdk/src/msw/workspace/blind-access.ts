import {
  type BlindSample,
  findBlindSamples,
  type Revealed,
  revealsSample,
} from "@assay/contract/review/reviews/blind-access";
import { blindPending } from "@assay/contract/review/review-refusals";
import type { WorkspaceCaller } from "./workspace-tables.ts";

const blindOf = ({ workspace, reviewer }: WorkspaceCaller): Iterable<BlindSample> =>
  findBlindSamples({ tasks: workspace.reviewTasks.values(), reviews: workspace.reviews.values() }, reviewer);

/** The samples that the caller still has to review blind. */
export const blindSamples = (caller: WorkspaceCaller): ReadonlySet<string> =>
  new Set([...blindOf(caller)].map(({ sample }) => sample));

/** Protects samples that the caller still has to review blind. @throws {ApiError} 403 `blind_pending`. */
export function refuseBlind(caller: WorkspaceCaller, revealed: Revealed): void {
  for (const hidden of blindOf(caller)) if (revealsSample(revealed, hidden)) throw blindPending();
}

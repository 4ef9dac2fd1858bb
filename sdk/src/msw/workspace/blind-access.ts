import {
  type BlindSample,
  findBlindSamples,
  type HidingTask,
  refuseHidden,
  type Revealed,
  revealsSample,
} from "@assay/contract/review/reviews/blind-access";
import { masksBySample, type SampleMask } from "@assay/contract/evaluation/routing/sample-mask";
import type { WorkspaceCaller } from "./workspace-tables.ts";

function blindOf({ workspace, reviewer: id, scopes }: WorkspaceCaller): Iterable<BlindSample> {
  const reviewer = workspace.reviewers.get(id ?? "");
  const state = { tasks: workspace.reviewTasks.values(), reviews: workspace.reviews.values() };
  return findBlindSamples(state, reviewer && { reviewer, managesTasks: scopes.has("reviews:write") });
}

/** What the caller sees of the samples that they still have to review blind, by sample id. */
export const blindMasks = (caller: WorkspaceCaller): ReadonlyMap<string, SampleMask> =>
  masksBySample(blindOf(caller));

/** The samples that the caller still has to review blind. */
export const blindSamples = (caller: WorkspaceCaller): ReadonlySet<string> =>
  new Set([...blindOf(caller)].map(({ sample }) => sample));

/** The tasks that hide a sample from the caller. */
export const hidingTasks = (caller: WorkspaceCaller, sample: string | undefined): readonly HidingTask[] =>
  [...blindOf(caller)].filter((hidden) => hidden.sample === sample);

/** Protects samples that the caller still has to review blind. @throws {ApiError} 403 `blind_pending`. */
export function refuseBlind(caller: WorkspaceCaller, revealed: Revealed): void {
  refuseHidden([...blindOf(caller)].filter((hidden) => revealsSample(revealed, hidden)));
}

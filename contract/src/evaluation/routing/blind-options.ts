import * as z from "zod";
import { optional } from "../../platform/common.ts";

/** When a reviewer may see the results of a sample of a blind task. */
const revealRules = ["after_submit", "after_task"] as const;

/** One of `revealRules`. */
export type RevealRule = (typeof revealRules)[number];

const rule = z.enum(revealRules).meta({
  id: "RevealRule",
  description:
    "When reviewers of a blind task see the hidden data of a sample. `after_submit`: after submitting their review of the sample. `after_task`: after submitting their reviews of all samples of the task, or when the task has ended.",
  examples: ["after_submit"],
});

/** The members of a request that describe what a blind task hides. */
export const blindInput = {
  reveal: optional(
    rule.meta({ description: "When reviewers see what is hidden; default `after_submit`. Only if blind." }),
  ),
};

/** The members of a response that describe what a task hides. */
export const blindFields = {
  reveal: rule.meta({ description: "When reviewers see what is hidden; `after_submit` if not blind." }),
};

/** Examples of {@link blindFields} for a task that is not blind. */
export const exampleBlindFields = { reveal: "after_submit" as const };

/** The validated {@link blindInput}. */
export interface BlindInput {
  reveal: RevealRule | undefined;
}

/** What a task hides, and when it stops hiding it. */
export interface BlindTerms {
  reveal: RevealRule;
}

/** Reports the members of a request that have a meaning only for blind tasks, if the task is not blind. */
export function checkBlindInput(given: BlindInput, isBlind: boolean, context: z.core.$RefinementCtx): void {
  if (isBlind) return;
  for (const name of ["reveal"] as const)
    if (given[name] !== undefined)
      context.addIssue({
        code: "custom",
        path: [name],
        message: "must be left out: the task is not blind",
        input: given[name],
      });
}

/** Applies the defaults of the members that describe what a task hides. */
export const resolvedBlind = (given: BlindInput): BlindTerms => ({ reveal: given.reveal ?? "after_submit" });

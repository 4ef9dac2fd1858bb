import * as z from "zod";
import { optional } from "../../platform/common.ts";

/** When a reviewer may see the results of a sample of a blind task. */
const revealRules = ["after_submit", "after_task"] as const;

/** One of `revealRules`. */
export type RevealRule = (typeof revealRules)[number];

/** The members of a sample that a blind task hides unless it names them. */
const shownFieldNames = ["external_id", "tags", "split", "cluster_id"] as const;

/** One of `shownFieldNames`. */
export type ShownField = (typeof shownFieldNames)[number];

const rule = z.enum(revealRules).meta({
  id: "RevealRule",
  description:
    "When reviewers of a blind task see the hidden data of a sample. `after_submit`: after submitting their review of the sample. `after_task`: after submitting their reviews of all samples of the task, or when the task has ended.",
  examples: ["after_submit"],
});

const metadataNames = z.array(z.string().min(1).max(200)).max(50);

const fieldNames = z
  .array(
    z
      .enum(shownFieldNames)
      .meta({ id: "ShownField", description: "A member of a sample.", examples: ["tags"] }),
  )
  .max(shownFieldNames.length);

/** The members of a request that describe what a blind task hides. */
export const blindInput = {
  shown_metadata: metadataNames.nullable().optional().meta({
    description:
      "Names of the top-level members of `metadata` that blind reviewers see; null for all. By default none. Only if blind.",
  }),
  shown_fields: fieldNames.nullable().optional().meta({
    description:
      "Members among `external_id`, `tags`, `split` and `cluster_id` that blind reviewers see; null for all. By default none. Only if blind.",
  }),
  reveal: optional(
    rule.meta({ description: "When reviewers see what is hidden; default `after_submit`. Only if blind." }),
  ),
};

/** The members of a response that describe what a task hides. */
export const blindFields = {
  shown_metadata: metadataNames.nullable().meta({
    description:
      "Names of the top-level members of `metadata` that blind reviewers see; null for all, and if the task is not blind.",
  }),
  shown_fields: fieldNames.nullable().meta({
    description:
      "Members among `external_id`, `tags`, `split` and `cluster_id` that blind reviewers see; null for all, and if the task is not blind.",
  }),
  reveal: rule.meta({ description: "When reviewers see what is hidden; `after_submit` if not blind." }),
};

/** Examples of {@link blindFields} for a task that is not blind. */
export const exampleBlindFields = {
  shown_metadata: null,
  shown_fields: null,
  reveal: "after_submit" as const,
};

/** The validated {@link blindInput}. */
export interface BlindInput {
  shown_metadata?: string[] | null | undefined;
  shown_fields?: ShownField[] | null | undefined;
  reveal: RevealRule | undefined;
}

/** What a task hides, and when it stops hiding it. */
export interface BlindTerms {
  shown_metadata: string[] | null;
  shown_fields: ShownField[] | null;
  reveal: RevealRule;
}

/** Reports the members of a request that have a meaning only for blind tasks, if the task is not blind. */
export function checkBlindInput(given: BlindInput, isBlind: boolean, context: z.core.$RefinementCtx): void {
  if (isBlind) return;
  for (const name of ["shown_metadata", "shown_fields", "reveal"] as const)
    if (given[name] !== undefined && given[name] !== null)
      context.addIssue({
        code: "custom",
        path: [name],
        message: "must be left out: the task is not blind",
        input: given[name],
      });
}

/** Applies the defaults of the members that describe what a task hides: a blind task shows none of them. */
export function resolvedBlind(given: BlindInput, isBlind: boolean): BlindTerms {
  const shown = isBlind
    ? { metadata: given.shown_metadata, fields: given.shown_fields }
    : { metadata: null, fields: null };
  return {
    shown_metadata: shown.metadata === undefined ? [] : shown.metadata,
    shown_fields: shown.fields === undefined ? [] : shown.fields,
    reveal: given.reveal ?? "after_submit",
  };
}

import * as z from "zod";
import { assignment, assignmentInput, resolvedAssignment } from "./assignment-input.ts";
import {
  blindFields,
  blindInput,
  type BlindTerms,
  checkBlindInput,
  exampleBlindFields,
  resolvedBlind,
} from "./blind-options.ts";
import { idOf, optional, reference, withDefault } from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { taskPriority } from "./task-priority.ts";

const fields = {
  score_below: z
    .number()
    .gt(0)
    .max(100)
    .meta({ description: "Selects samples with an automated score below this number." }),
  flagged: z.boolean().meta({ description: "Whether to select flagged samples, regardless of their score." }),
  evaluators: z.array(z.string().min(1).max(200)).min(1).max(limits.evaluatorsPerEvaluation).meta({
    description:
      "Keys of the evaluators whose scores and flags apply. By default, the combined score and any flag apply.",
  }),
  reviews_required: z
    .int()
    .min(1)
    .max(limits.reviewsRequired)
    .meta({ description: "Number of required reviews per sample, each by a different reviewer." }),
  max_samples: z
    .int()
    .min(1)
    .max(limits.routedTasks)
    .meta({ description: "Maximum number of samples, worst first (1 to 1,000)." }),
  due_in_hours: z
    .number()
    .gt(0)
    .max(87_600)
    .meta({ description: "Hours from the evaluation's completion until the tasks are due." }),
};

/**
 * The schema of a routing rule in requests. A routing rule selects samples for review when an evaluation
 * completes.
 */
export const routingInput = z
  .strictObject({
    score_below: optional(fields.score_below),
    flagged: withDefault(fields.flagged, false),
    evaluators: optional(fields.evaluators),
    rubric: reference("rubric"),
    priority: withDefault(taskPriority, "normal"),
    assignment: optional(assignmentInput),
    reviews_required: withDefault(fields.reviews_required, 1),
    max_samples: withDefault(fields.max_samples, limits.routedTasks),
    due_in_hours: optional(fields.due_in_hours),
    ...blindInput,
  })
  .superRefine((given, context) => checkBlindInput(given, given.reviews_required > 1, context))
  .refine(({ score_below: below, flagged }) => below !== undefined || flagged, {
    error: "must have score_below, or flagged true",
  })
  .meta({
    id: "RoutingInput",
    description:
      "Selects samples that become review tasks when the evaluation completes: one task for each sample, worst samples first. Tasks with several required reviews are blind. Also requires the scope `reviews:write`.",
    examples: [{ score_below: 70, rubric: exampleIds.rubric, assignment: { mode: "auto" } }],
  });

/** A validated routing rule. */
export type RoutingInput = z.output<typeof routingInput>;

const exampleRouting = {
  score_below: 70,
  flagged: false,
  evaluators: null,
  rubric: exampleIds.rubric,
  priority: "normal" as const,
  assignment: { mode: "auto" as const, reviewer_id: null, required_credentials: [], specialty: null },
  reviews_required: 1,
  max_samples: limits.routedTasks,
  due_in_hours: null,
  ...exampleBlindFields,
};

/** The schema of a routing rule in responses and as stored. */
export const routing = z
  .object({
    score_below: fields.score_below.nullable(),
    flagged: fields.flagged,
    evaluators: fields.evaluators.nullable(),
    rubric: idOf("rubric"),
    priority: taskPriority,
    assignment,
    reviews_required: fields.reviews_required,
    max_samples: fields.max_samples,
    due_in_hours: fields.due_in_hours.nullable(),
    ...blindFields,
  })
  .meta({
    id: "Routing",
    description: "Selects samples that become review tasks.",
    examples: [exampleRouting],
  });

/** A stored routing rule. */
export type Routing = z.output<typeof routing>;

/**
 * Completes a stored routing rule. Rules that an earlier release stored lack the members that describe what a blind task
 * hides.
 */
export const completeRouting = (stored: Omit<Routing, keyof BlindTerms> & Partial<BlindTerms>): Routing => ({
  ...resolvedBlind({ reveal: undefined }, stored.reviews_required > 1),
  ...stored,
});

/** Applies the defaults of a routing rule. The result is stored and returned. */
export const resolvedRouting = (given: RoutingInput): Routing => ({
  score_below: given.score_below ?? null,
  flagged: given.flagged,
  evaluators: given.evaluators ?? null,
  rubric: given.rubric,
  priority: given.priority,
  assignment: resolvedAssignment(given.assignment),
  reviews_required: given.reviews_required,
  max_samples: given.max_samples,
  due_in_hours: given.due_in_hours ?? null,
  ...resolvedBlind(given, given.reviews_required > 1),
});

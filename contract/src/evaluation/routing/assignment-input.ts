import * as z from "zod";
import { idOf, nameText, optional, reference, withDefault } from "../../platform/common.ts";
import { credential, credentialList } from "./credentials.ts";

/** How reviewers get a task. */
const assignmentModes = ["auto", "manual", "pool"] as const;

const modeOf = z.enum(assignmentModes).meta({
  id: "AssignmentMode",
  description:
    "`auto`: the available qualified reviewer with the fewest pending samples; `manual`: the one named; `pool`: whoever claims it and qualifies.",
  examples: ["auto"],
});
const specialtyText = nameText("Only reviewers of exactly this specialty qualify.");

/** The assignment of a task, in requests. */
export const assignmentInput = z
  .strictObject({
    mode: withDefault(modeOf, "pool"),
    reviewer_id: optional(reference("reviewer", "Of `manual`: who reviews.")),
    required_credentials: optional(
      credentialList.meta({ description: "Any one of these qualifies; left out: any reviewer does." }),
    ),
    specialty: optional(specialtyText),
  })
  .superRefine(({ mode, reviewer_id: reviewer }, context) => {
    if ((mode === "manual") === (reviewer !== undefined)) return;
    const message =
      mode === "manual" ? "must be there: the mode is manual" : `must be left out: the mode is ${mode}`;
    context.addIssue({ code: "custom", path: ["reviewer_id"], message, input: reviewer });
  })
  .meta({
    id: "AssignmentInput",
    description: "Who is to review; left out: a pool that any reviewer may claim from.",
    examples: [{ mode: "auto", required_credentials: ["MD", "DO"] }],
  });

/** A validated assignment. */
export type AssignmentInput = z.output<typeof assignmentInput>;

const exampleAssignment = {
  mode: "auto" as const,
  reviewer_id: null,
  required_credentials: ["MD" as const, "DO" as const],
  specialty: null,
};

/** The assignment of a task, in responses. */
export const assignment = z
  .object({
    mode: modeOf,
    reviewer_id: idOf("reviewer").nullable().meta({ description: "Of `manual`: who was named; else null." }),
    required_credentials: z
      .array(credential)
      .max(4)
      .meta({ description: "Any one of these qualifies; empty: any reviewer does." }),
    specialty: specialtyText.nullable(),
  })
  .meta({ id: "Assignment", description: "Who is to review.", examples: [exampleAssignment] });

/** An assignment, as stored and as in responses. */
export type Assignment = z.output<typeof assignment>;

/** An assignment with its defaults: without any, a pool from which every qualified reviewer may claim. */
export const resolvedAssignment = (given: AssignmentInput | undefined): Assignment => ({
  mode: given?.mode ?? "pool",
  reviewer_id: given?.reviewer_id ?? null,
  required_credentials: given?.required_credentials ?? [],
  specialty: given?.specialty ?? null,
});

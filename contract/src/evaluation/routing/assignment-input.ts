import * as z from "zod";
import { idOf, nameText, optional, reference, withDefault } from "../../platform/common.ts";
import { credential, credentialList } from "./credentials.ts";

/** How reviewers get a task. */
const assignmentModes = ["auto", "manual", "pool"] as const;

const modeOf = z.enum(assignmentModes).meta({
  id: "AssignmentMode",
  description:
    "`auto`: the available qualified reviewer with the fewest pending samples; `manual`: the named one; `pool`: any qualified reviewer who claims the task.",
  examples: ["auto"],
});
const specialtyText = nameText("Required specialty, compared exactly.");

/** The assignment of a task, in requests. */
export const assignmentInput = z
  .strictObject({
    mode: withDefault(modeOf, "pool"),
    reviewer_id: optional(reference("reviewer", "Reviewer of a `manual` task.")),
    required_credentials: optional(
      credentialList.meta({ description: "Required credentials, any one of them; default: none required." }),
    ),
    specialty: optional(specialtyText),
  })
  .superRefine(({ mode, reviewer_id: reviewer }, context) => {
    if ((mode === "manual") === (reviewer !== undefined)) return;
    const message =
      mode === "manual" ? "is required: the mode is manual" : `must be absent: the mode is ${mode}`;
    context.addIssue({ code: "custom", path: ["reviewer_id"], message, input: reviewer });
  })
  .meta({
    id: "AssignmentInput",
    description: "Assignment of reviewers; default: a pool from which every reviewer may claim.",
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
    reviewer_id: idOf("reviewer").nullable().meta({ description: "Reviewer of a `manual` task; else null." }),
    required_credentials: z
      .array(credential)
      .max(4)
      .meta({ description: "Required credentials, any one of them; empty: none required." }),
    specialty: specialtyText.nullable(),
  })
  .meta({ id: "Assignment", description: "The assignment of reviewers.", examples: [exampleAssignment] });

/** An assignment, as stored and as in responses. */
export type Assignment = z.output<typeof assignment>;

/** An assignment with its defaults: without any, a pool from which every qualified reviewer may claim. */
export const resolvedAssignment = (given: AssignmentInput | undefined): Assignment => ({
  mode: given?.mode ?? "pool",
  reviewer_id: given?.reviewer_id ?? null,
  required_credentials: given?.required_credentials ?? [],
  specialty: given?.specialty ?? null,
});

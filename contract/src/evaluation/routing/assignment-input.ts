import * as z from "zod";
import { idOf, nameText, optional, reference, withDefault } from "../../platform/common.ts";
import { credential, credentialList } from "../../workspace/credentials.ts";

/** The ways in which reviewers get a task. */
const assignmentModes = ["auto", "manual", "pool"] as const;

const modeOf = z.enum(assignmentModes).meta({
  id: "AssignmentMode",
  description:
    "`auto`: the available qualified reviewer with the fewest pending samples. `manual`: the reviewer in `reviewer_id`. `pool`: any qualified reviewer who claims the task.",
  examples: ["auto"],
});
const specialtyText = nameText("Required specialty, compared exactly.");

/** The schema of a task's assignment in requests. */
export const assignmentInput = z
  .strictObject({
    mode: withDefault(modeOf, "pool"),
    reviewer_id: optional(reference("reviewer", "The reviewer of a `manual` task.")),
    required_credentials: optional(
      credentialList.meta({
        description:
          "Accepted credentials. A reviewer needs at least one of them. By default, no credential is required.",
      }),
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
    description:
      "How reviewers are assigned. By default, the task is in a pool from which every reviewer can claim it.",
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

/** The schema of a task's assignment in responses. */
export const assignment = z
  .object({
    mode: modeOf,
    reviewer_id: idOf("reviewer")
      .nullable()
      .meta({ description: "The reviewer of a `manual` task; null for a task in another mode." }),
    required_credentials: z.array(credential).max(4).meta({
      description:
        "Accepted credentials. A reviewer needs at least one of them. Empty if no credential is required.",
    }),
    specialty: specialtyText.nullable(),
  })
  .meta({ id: "Assignment", description: "How reviewers are assigned.", examples: [exampleAssignment] });

/** An assignment as stored and as in responses. */
export type Assignment = z.output<typeof assignment>;

/**
 * Applies the defaults of an assignment. Without an assignment, every qualified reviewer can claim the task.
 */
export const resolvedAssignment = (given: AssignmentInput | undefined): Assignment => ({
  mode: given?.mode ?? "pool",
  reviewer_id: given?.reviewer_id ?? null,
  required_credentials: given?.required_credentials ?? [],
  specialty: given?.specialty ?? null,
});

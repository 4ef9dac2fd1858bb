import type { CommandContext } from "../../program.ts";
import { type GradeOptions, gradesOf } from "../grade-options.ts";
import { withEveryFault } from "../submit-command.ts";

/** Options of `assay reviews adjudicate`. */
export interface AdjudicateOptions extends GradeOptions {
  notes?: string;
  supersedes?: string;
}

/** `assay reviews adjudicate TASK SAMPLE …`: settles the grades of a sample. */
export async function adjudicate(
  { task, sample }: { task: string; sample: string },
  options: AdjudicateOptions,
  { client, output, signal }: CommandContext,
): Promise<void> {
  const { notes, supersedes } = options;
  const { rubric } = await client.reviews.tasks.get(task, { signal });
  const body = {
    task,
    sample,
    // The server validates the grades and reports each fault.
    grades: gradesOf(options, await client.reviews.rubrics.get(rubric, { signal })),
    ...(notes !== undefined && { notes }),
    ...(supersedes !== undefined && { supersedes }),
  };
  const adjudication = await withEveryFault(
    client.reviews.adjudications.create(body, { signal }),
    "adjudication",
  );
  output.data(adjudication);
  if (!output.json) output.line(`Stored ${adjudication.id}.`);
}

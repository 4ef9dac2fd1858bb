import { counted } from "@assay/contract/domain";
import type { Disagreement } from "../../../generated/types.ts";
import { CliError } from "../../cli-error.ts";
import type { CommandContext } from "../../program.ts";

/** Options of `assay reviews disagreements`. */
export interface DisagreementOptions {
  rubric: string;
  dimension?: string;
  task?: string;
  minSpread?: number;
  open?: boolean;
  includeUnblinded?: boolean;
  limit?: number;
}

/** @throws {CliError} if the text is not a number from 0 to 1. */
export function parseSpread(text: string): number {
  const spread = /^\d+(\.\d{1,15})?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (spread <= 1) return spread;
  throw new CliError(`--min-spread is ${JSON.stringify(text)}; it must be a number from 0 to 1.`);
}

/** `assay reviews disagreements`: lists the disagreements about samples with a rubric. */
export async function showDisagreements(
  options: DisagreementOptions,
  { client, output, signal }: CommandContext,
): Promise<void> {
  const { rubric, dimension, task, minSpread, open, includeUnblinded, limit } = options;
  const { project } = await client.reviews.rubrics.get(rubric, { signal });
  const page = await client.reviews.disagreements.list(
    {
      project,
      rubric,
      ...(dimension !== undefined && { dimension }),
      ...(task !== undefined && { task }),
      ...(minSpread !== undefined && { min_spread: minSpread }),
      ...(open && { adjudicated: false }),
      ...(includeUnblinded && { include_unblinded: true }),
      ...(limit !== undefined && { limit }),
    },
    { signal },
  );
  output.data(page.data);
  if (output.json) return;
  if (page.data.length > 0) output.tables([tableOf(page.data)]);
  const more = page.has_more ? "; more follow (--limit)" : "";
  output.line(
    page.data.length === 0 ? "No disagreements." : `${counted(page.data.length, "disagreement")}${more}.`,
  );
}

const tableOf = (rows: readonly Disagreement[]) => ({
  head: ["spread", "dimension", "grades", "adjudication", "task", "sample"],
  rows: rows.map(({ spread, dimension, grades, adjudication, task, sample }) => [
    spread.toFixed(2),
    dimension,
    grades.map(({ value }) => JSON.stringify(value)).join(", "),
    adjudication,
    task,
    sample,
  ]),
});

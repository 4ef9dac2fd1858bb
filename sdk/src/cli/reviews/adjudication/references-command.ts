import { counted } from "@assay/contract/domain";
import type { ReferenceLabel, ReferenceSource } from "../../../generated/types.ts";
import { CliError } from "../../cli-error.ts";
import type { CommandContext } from "../../program.ts";

/** Options of `assay reviews references`. */
export interface ReferenceOptions {
  rubric: string;
  dimension: string;
  source?: string;
  limit?: number;
  apply?: string;
  path?: string;
  yes?: boolean;
}

/** `assay reviews references`: lists reference labels, or writes them to a dataset. */
export async function showReferences(options: ReferenceOptions, context: CommandContext): Promise<void> {
  const source = sourceOf(options.source);
  if (options.apply !== undefined) {
    await applyReferences({ ...options, apply: options.apply }, source, context);
    return;
  }
  if (options.path !== undefined || options.yes)
    throw new CliError("--apply is required: --path and --yes concern the dataset that gets the labels.");
  const { client, output, signal } = context;
  const { rubric, dimension, limit } = options;
  const filter = { rubric, dimension, ...(source && { source }), ...(limit !== undefined && { limit }) };
  const page = await client.reviews.references.list(filter, { signal });
  output.data(page.data);
  if (output.json) return;
  if (page.data.length > 0) output.tables([tableOf(page.data)]);
  const more = page.has_more ? "; more follow (--limit)" : "";
  output.line(
    page.data.length === 0
      ? "No reference labels."
      : `${counted(page.data.length, "reference label")}${more}.`,
  );
}

/** @throws {CliError} for an unknown source. */
function sourceOf(text: string | undefined): ReferenceSource | undefined {
  if (text === undefined || text === "adjudicated" || text === "unanimous") return text;
  throw new CliError(`--source is ${JSON.stringify(text)}; it must be adjudicated or unanimous.`);
}

async function applyReferences(
  { rubric, dimension, apply: dataset, path, yes = false }: ReferenceOptions & { apply: string },
  source: ReferenceSource | undefined,
  { client, output, signal }: CommandContext,
): Promise<void> {
  if (path === undefined)
    throw new CliError("--path is required: name the place of the label, for example /triage_level.");
  const { project } = await client.reviews.rubrics.get(rubric, { signal });
  const body = {
    project,
    rubric,
    dimension,
    dataset,
    path,
    dry_run: !yes,
    ...(source && { sources: [source] }),
  };
  const answer = await client.reviews.references.apply(body, { signal });
  output.data(answer);
  if (output.json) return;
  for (const { sample, reason } of answer.skipped) output.line(`Skipped ${sample}: ${reason}.`);
  output.line(
    `${counted(answer.updated, "sample")} ${yes ? "updated" : "would change"}, ${answer.unchanged} unchanged, ${answer.skipped_count} skipped.`,
  );
  output.line(
    yes
      ? `The dataset has version ${answer.dataset_version}.`
      : "Nothing was written. To write the labels, repeat the command with --yes.",
  );
}

const tableOf = (labels: readonly ReferenceLabel[]) => ({
  head: ["value", "source", "grades", "sample", "external id"],
  rows: labels.map(({ value, source, n, sample, external_id: externalId }) => [
    JSON.stringify(value),
    source,
    n,
    sample,
    externalId,
  ]),
});

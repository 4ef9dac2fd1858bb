import type { Rubric, RubricDimension, Sample } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import type { CommandContext } from "../program.ts";

/** `assay reviews show TASK [SAMPLE]`: shows a sample and its rubric. */
export async function showSample(
  taskId: string,
  sampleId: string | undefined,
  { client, output, signal }: CommandContext,
): Promise<void> {
  const task = await client.reviews.tasks.get(taskId, { signal });
  const wanted = sampleId ?? task.samples[0] ?? "";
  if (!task.samples.includes(wanted))
    throw new CliError(
      `Sample ${wanted} does not belong to the task. The samples of the task are ${task.samples.join(", ")}.`,
    );
  const rubric = await client.reviews.rubrics.get(task.rubric, { signal });
  const sample = await client.samples.get(wanted, { signal });
  output.data({ task, sample, rubric });
  if (output.json) return;
  for (const [label, value] of partsOf(sample)) {
    output.line({ text: label, emphasis: "bold" });
    for (const line of value.split("\n")) output.line(`  ${line}`);
  }
  output.line();
  for (const line of rubricLines(rubric)) output.line(line);
  output.line();
  output.line(
    `assay reviews submit ${task.id} ${sample.id} ${rubric.dimensions
      .filter(({ required }) => required)
      .map(({ id }) => `--grade ${id}=…`)
      .join(" ")}`,
  );
}

function partsOf({ input, output, expected }: Sample): [string, string][] {
  const parts: [string, unknown][] = [
    ["Input", input],
    ["Output", output],
    ["Expected", expected],
  ];
  return parts
    .filter(([, value]) => value !== null)
    .map(([label, value]) => [label, typeof value === "string" ? value : JSON.stringify(value, null, 2)]);
}

function rubricLines({ name, dimensions }: Rubric): string[] {
  return [`Rubric: ${name}`, ...dimensions.flatMap(dimensionLines)];
}

function dimensionLines(dimension: RubricDimension): string[] {
  const { id, name, required, guidance, options = [] } = dimension;
  return [
    `  ${id}${required ? "" : " (optional)"}: ${name} [${kindOf(dimension)}]`,
    ...(guidance === undefined ? [] : [`    ${guidance}`]),
    ...options.map(({ value, label }) => `    ${String(value)}: ${label}`),
  ];
}

function kindOf({ type, min, max }: RubricDimension): string {
  if (type === "scale") return `${min} to ${max}`;
  if (type === "boolean") return "true or false";
  return type === "multi_select" ? "several, separated by commas" : "one of";
}

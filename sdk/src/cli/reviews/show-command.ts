import type { ReviewItem } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import type { CommandContext } from "../program.ts";
import { printItem } from "./item-lines.ts";

/** `assay reviews show TASK [SAMPLE]`: shows a sample with the answer to review, and its rubric. */
export async function showSample(
  task: string,
  sample: string | undefined,
  context: CommandContext,
): Promise<void> {
  const { client, signal } = context;
  const wanted = sample ?? (await client.reviews.tasks.get(task, { signal })).samples[0] ?? "";
  showItem(await client.reviews.items.get(task, wanted, { signal }), context);
}

/** `assay reviews next [TASK]`: shows the next pending sample of a task or, by default, of the queue. */
export async function showNext(task: string | undefined, context: CommandContext): Promise<void> {
  const { client, signal } = context;
  const next = task === undefined ? await nextInQueue(context) : await nextInTask(task, context);
  if (!next)
    throw new CliError(
      task === undefined ? "Your queue is empty." : "You have reviewed every sample of the task.",
    );
  showItem(await client.reviews.items.get(next.task, next.sample, { signal }), context);
}

async function nextInQueue({ client, signal }: CommandContext) {
  const [first] = (await client.reviews.queue({ limit: 1 }, { signal })).items;
  return first && { task: first.task_id, sample: first.sample_id };
}

async function nextInTask(task: string, { client, signal }: CommandContext) {
  for await (const { state, sample } of client.reviews.items.list(task, { limit: 100 }, { signal }))
    if (state !== "submitted") return { task, sample };
  return undefined;
}

function showItem(item: ReviewItem, { output }: CommandContext): void {
  output.data(item);
  if (output.json) return;
  printItem(output, item);
  output.line();
  const { task, sample, rubric } = item;
  const grades = rubric.dimensions.filter(({ required }) => required).map(({ id }) => `--grade ${id}=…`);
  output.line(`assay reviews submit ${task.id} ${sample.id} ${grades.join(" ")}`);
}

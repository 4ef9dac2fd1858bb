import { counted } from "@assay/contract/domain";
import type { ReviewItem } from "../../generated/types.ts";
import type { CommandContext } from "../program.ts";
import { printItem } from "./item-lines.ts";
import { claimableText } from "./queue-command.ts";

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
  if (next) showItem(await client.reviews.items.get(next.task, next.sample, { signal }), context);
  else await showRest(task, context);
}

/** States that no sample of the task or of the queue is left, and what else there is to review. */
async function showRest(task: string | undefined, { client, output, signal }: CommandContext): Promise<void> {
  output.data(null);
  if (output.json) return;
  if (task !== undefined) output.line("You have reviewed every sample of the task.");
  const queue = await client.reviews.queue({ limit: 1 }, { signal });
  output.line(
    queue.total_pending === 0
      ? "Your queue is empty."
      : `${counted(queue.total_pending, "sample")} in your queue. Show the next one with assay reviews next.`,
  );
  output.line(claimableText(queue));
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
  const { task, sample, rubric, draft } = item;
  const drafted = draft?.grades ?? {};
  const missing = rubric.dimensions.filter(({ id, required }) => required && !Object.hasOwn(drafted, id));
  const grades = missing.map(({ id }) => `--grade ${id}=…`);
  output.line(["assay reviews submit", task.id, sample.id, ...grades].join(" "));
}

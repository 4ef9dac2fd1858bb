import type { ReviewItem } from "../../generated/types.ts";
import type { CommandContext } from "../program.ts";
import { gradeText, printItem } from "./item-lines.ts";

/** `assay reviews reveal TASK SAMPLE`: shows what a blind item hid, with the grades side by side. */
export async function revealItem(
  { task, sample }: { task: string; sample: string },
  { client, output, signal }: CommandContext,
): Promise<void> {
  const item = await client.reviews.items.reveal(task, sample, { signal });
  output.data(item);
  if (output.json) return;
  printItem(output, item);
  output.line();
  output.tables([gradesSideBySide(item)]);
}

function gradesSideBySide({ rubric, my_review: mine, other_reviews: others }: ReviewItem) {
  const reviews = [
    ...(mine ? [{ ...mine, by: "you" }] : []),
    ...(others ?? []).map((one) => ({ ...one, by: one.reviewer.name })),
  ];
  return {
    head: ["dimension", ...reviews.map(({ by }) => by)],
    rows: rubric.dimensions.map(({ id }) => [
      id,
      ...reviews.map(({ grades }) => (Object.hasOwn(grades, id) ? gradeText(grades[id]) : null)),
    ]),
  };
}

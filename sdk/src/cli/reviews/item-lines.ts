import type { Review, ReviewDraft, ReviewItem, Rubric, RubricDimension } from "../../generated/types.ts";
import type { Output } from "../output.ts";

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value, null, 2);

/** Prints a review item: what is given, the answer, the expected answer and score unless hidden, and the rubric. */
export function printItem(output: Output, item: ReviewItem): void {
  for (const [label, value] of partsOf(item)) {
    output.line({ text: label, emphasis: "bold" });
    for (const line of textOf(value).split("\n")) output.line(`  ${line}`);
  }
  output.line();
  for (const line of [...scoreLines(item), ...rubricLines(item.rubric), ...ownLines(item)]) output.line(line);
  output.line(`${item.position.index} of ${item.position.total}${item.blind ? ", blind" : ""}`);
  if (item.read_only_reason !== null) output.line(`You cannot submit a review: ${item.read_only_reason}`);
}

function partsOf({ sample, output, output_origin: origin, model }: ReviewItem): [string, unknown][] {
  const answer = model === null ? "Answer" : `Answer (${model.name} ${model.version})`;
  return [
    ["Given", sample.input],
    [answer, origin === null ? "No answer is stored." : output],
    ...(sample.expected === null ? [] : [["Expected", sample.expected] satisfies [string, unknown]]),
  ];
}

function scoreLines({ ai_score: score, flag_reason: flag }: ReviewItem): string[] {
  if (score === null && flag === null) return [];
  const flagged = flag === null ? "" : `, flagged: ${flag}`;
  return [`Score: ${score === null ? "none" : score.toFixed(1)}${flagged}`];
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

function ownLines({ draft, my_review: review }: ReviewItem): string[] {
  const submitted = review ? [`Your review (revision ${review.revision}): ${reviewText(review)}`] : [];
  return draft ? [...submitted, `Your draft (revision ${draft.revision}): ${reviewText(draft)}`] : submitted;
}

type Contents = Pick<Review | ReviewDraft, "grades" | "notes" | "flags" | "override_value">;

/** Returns the contents of a review or draft on one line: grades, notes, flags and the override. */
export function reviewText({ grades, notes, flags, override_value: override }: Contents): string {
  const each = Object.entries(grades ?? {}).map(([dimension, grade]) => `${dimension}=${gradeText(grade)}`);
  return [
    each.join(", ") || "no grades",
    ...(notes === null ? [] : [notes]),
    ...(flags?.length ? [`flags: ${flags.join(", ")}`] : []),
    ...(override === null ? [] : [`override: ${override}`]),
  ].join("; ");
}

/** Returns the value of a grade as text. The grades of a draft can have any form. */
export function gradeText(grade: unknown): string {
  if (typeof grade !== "object" || grade === null || !("value" in grade)) return JSON.stringify(grade) ?? "–";
  const { value } = grade;
  if (value === null) return "not assessable";
  if (Array.isArray(value)) return value.join(",") || "(none)";
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "–");
}

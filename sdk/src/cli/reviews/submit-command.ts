import { readFileSync } from "node:fs";
import { ApiError } from "../../errors/errors-api.ts";
import type { Review } from "../../generated/types.ts";
import { CannotRun } from "../cannot-run.ts";
import type { CommandContext } from "../program.ts";
import { type GradeOptions, gradesOf } from "./grade-options.ts";

/** What the command line says of a review. */
export interface SubmitOptions extends GradeOptions {
  override?: number;
  evaluator?: string;
  notes?: string;
  notesFile?: string;
  flag?: string[];
}

/** @throws {CannotRun} for anything but a number from 0 to 100. */
export function parseOverride(text: string): number {
  const score = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (score >= 0 && score <= 100) return score;
  throw new CannotRun(`--override is ${JSON.stringify(text)}; it must be a score from 0 to 100.`);
}

/** `assay reviews submit TASK SAMPLE …`: grades a sample. */
export async function submitReview(
  place: { task: string; sample: string },
  options: SubmitOptions,
  context: CommandContext,
): Promise<void> {
  const { client, output, signal } = context;
  const task = await client.reviews.tasks.get(place.task, { signal });
  const rubric = await client.reviews.rubrics.get(task.rubric, { signal });
  const notes = options.notesFile === undefined ? options.notes : readNotes(options.notesFile);
  const body = {
    sample: place.sample,
    // The server checks the grades, and says what is wrong with each.
    grades: gradesOf(options, rubric),
    ...(options.override !== undefined && { override_ai_score: true, override_value: options.override }),
    ...(options.evaluator !== undefined && { evaluator: options.evaluator }),
    ...(notes !== undefined && { notes }),
    ...(options.flag !== undefined && { flags: options.flag }),
  };
  const review = await withEveryFault(client.reviews.submit(place.task, body, { signal }));
  output.data(review);
  if (!output.json) for (const line of linesOf(review)) output.line(line);
}

/** Tells every fault of a refused review, not the first alone. */
async function withEveryFault(call: PromiseLike<Review>): Promise<Review> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors.length < 2) throw error;
    const faults = error.errors.map(({ path, message }) => `  ${path}: ${message}`);
    throw new CannotRun(
      `The review was refused and nothing was stored; mend this and send it again:\n${faults.join("\n")}`,
    );
  }
}

function linesOf(review: Review): string[] {
  const { id, revision, sample, original_ai_score: original, override_value: value } = review;
  const overridden =
    value === null
      ? []
      : [
          `The automated score of ${sample} was ${original === null ? "none" : original.toFixed(1)}; it is ${value} now.`,
        ];
  const conflict = review.override_conflict
    ? ["Another reviewer's override of the same score says otherwise; the latest counts."]
    : [];
  return [`Submitted ${id}${revision === 1 ? "" : ` (revision ${revision})`}.`, ...overridden, ...conflict];
}

function readNotes(path: string): string {
  try {
    return readFileSync(path === "-" ? 0 : path, "utf8");
  } catch {
    throw new CannotRun(`Cannot read the notes in ${path === "-" ? "stdin" : path}.`);
  }
}

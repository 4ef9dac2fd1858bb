import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { PutReviewDraft, SubmitReview } from "../../generated/types.ts";
import { readJsonObject } from "../authorize/json-object.ts";
import { CliError } from "../cli-error.ts";
import type { CommandContext } from "../program.ts";
import { type GradeOptions, gradesOf } from "./grade-options.ts";

/** Options for the contents of a review. */
export interface ReviewOptions extends GradeOptions {
  override?: number;
  notes?: string;
  notesFile?: string;
  flag?: string[];
  /** Whether the JSON body is read from the standard input. */
  stdin?: boolean;
}

/** Options for the contents of a submitted review. */
export interface SubmittedOptions extends ReviewOptions {
  evaluator?: string;
  activeSeconds?: number;
}

/** The option that each member of {@link SubmittedOptions} stands for, except `--stdin` and `--active-seconds`. */
const optionNames = {
  grade: "--grade",
  grades: "--grades",
  notAssessable: "--not-assessable",
  confidence: "--confidence",
  override: "--override",
  evaluator: "--evaluator",
  notes: "--notes",
  notesFile: "--notes-file",
  flag: "--flag",
} as const;

/** Returns the body of a draft. The server validates it. @throws {CliError} if a file cannot be read. */
export async function draftOf(
  task: string,
  options: ReviewOptions,
  context: CommandContext,
): Promise<PutReviewDraft> {
  if (options.stdin) {
    // The server validates every member and reports each fault.
    const draft: PutReviewDraft = JSON.parse(await objectInStdin(options));
    return draft;
  }
  const grades = await gradesIn(task, options, context);
  return { ...(Object.keys(grades).length > 0 && { grades }), ...commonMembers(options) };
}

/** Returns the body of a review. The server validates it. @throws {CliError} if a file cannot be read. */
export async function reviewOf(
  { task, sample }: { task: string; sample: string },
  options: SubmittedOptions,
  context: CommandContext,
): Promise<SubmitReview> {
  const timed = options.activeSeconds === undefined ? {} : { active_seconds: options.activeSeconds };
  if (options.stdin) {
    // The server validates every member and reports each fault.
    const review: SubmitReview = JSON.parse(await objectInStdin(options));
    return { ...review, ...timed, sample };
  }
  return {
    sample,
    grades: await gradesIn(task, options, context),
    ...commonMembers(options),
    ...(options.evaluator !== undefined && { evaluator: options.evaluator }),
    ...timed,
  };
}

async function gradesIn(task: string, options: GradeOptions, { client, signal }: CommandContext) {
  const { rubric } = await client.reviews.tasks.get(task, { signal });
  // The server validates the grades and reports each fault.
  return gradesOf(options, await client.reviews.rubrics.get(rubric, { signal }));
}

function commonMembers({ override, notes: given, notesFile, flag }: ReviewOptions) {
  const notes = notesFile === undefined ? given : readInput(notesFile, "notes");
  return {
    ...(override !== undefined && { override_ai_score: true, override_value: override }),
    ...(notes !== undefined && { notes }),
    ...(flag !== undefined && { flags: flag }),
  };
}

/** Returns the text of the JSON object in the standard input. @throws {CliError} if it is not an object. */
async function objectInStdin(options: SubmittedOptions): Promise<string> {
  for (const [name, option] of Object.entries(optionNames))
    if (Reflect.get(options, name) !== undefined)
      throw new CliError(`${option} and --stdin exclude each other; put the value in the JSON body.`);
  const given = await text(process.stdin);
  const reading = readJsonObject(given);
  if (reading && "value" in reading) return given;
  throw new CliError(
    reading
      ? `The review in stdin is not valid: ${reading.repeated}`
      : 'The review in stdin is not a JSON object, such as {"grades": {"accuracy": {"value": "correct"}}}.',
  );
}

function readInput(path: string, what: string): string {
  try {
    return readFileSync(path === "-" ? 0 : path, "utf8");
  } catch {
    throw new CliError(`Cannot read the ${what} in ${path === "-" ? "stdin" : path}.`);
  }
}

import { buffer } from "node:stream/consumers";
import type { PutReviewDraft, Rubric } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import { type GradeOptions, gradesOf } from "./grade-options.ts";
import { decoded, objectIn, readInput } from "./read-input.ts";

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

/** Returns the names of the given options for contents. */
export const givenOptions = (options: SubmittedOptions): string[] =>
  Object.entries(optionNames)
    .filter(([name]) => Reflect.get(options, name) !== undefined)
    .map(([, option]) => option);

/** Returns the contents in the options. The server validates them. @throws {CliError} if a file cannot be read. */
export function contentsOf(options: ReviewOptions, rubric: Rubric): PutReviewDraft {
  const { override, notes, notesFile, flag } = options;
  if (notes !== undefined && notesFile !== undefined)
    throw new CliError("--notes and --notes-file exclude each other.");
  const grades = gradesOf(options, rubric);
  return {
    ...(Object.keys(grades).length > 0 && { grades }),
    ...(override !== undefined && { override_ai_score: true, override_value: override }),
    ...(notes !== undefined && { notes }),
    ...(notesFile !== undefined && { notes: readInput({ what: "notes", path: notesFile }) }),
    ...(flag !== undefined && { flags: flag }),
  };
}

/** Returns the text of the JSON object in the standard input. @throws {CliError} if it is not an object. */
export async function reviewInStdin(options: SubmittedOptions): Promise<string> {
  const [excluded] = givenOptions(options);
  if (excluded !== undefined)
    throw new CliError(`${excluded} and --stdin exclude each other; put the value in the JSON body.`);
  const input = { what: "review", path: "-" };
  const text = decoded(await buffer(process.stdin), input);
  objectIn(text, input, '{"grades": {"accuracy": {"value": "correct"}}}');
  return text;
}

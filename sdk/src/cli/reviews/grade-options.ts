import type { Rubric, RubricDimension } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import type { AddCommand } from "../program.ts";
import { mergedGrade } from "./drafts/merged-draft.ts";
import { objectIn, readInput } from "./read-input.ts";

/** Command-line options for grades. */
export interface GradeOptions {
  /** Grades as `DIMENSION=VALUE`. */
  grade?: readonly string[];
  /** A JSON file with grades; `-` is stdin. */
  grades?: string;
  /** Dimensions that cannot be assessed. */
  notAssessable?: readonly string[];
  /** Confidence as `DIMENSION=WORD`. */
  confidence?: readonly string[];
}

/** Adds an argument of an option that may be repeated to those before it. */
export const repeated = (one: string, before: string[] | undefined): string[] => [...(before ?? []), one];

/** A command, as `AddCommand` receives it. */
type Command = ReturnType<Parameters<AddCommand>[0]["command"]>;

/** Adds the arguments for a sample of a task, and the options for its grades. */
export const withGrades = (command: Command): Command =>
  command
    .argument("<task>", "task id: task_…")
    .argument("<sample>", "sample id: smp_…")
    .option(
      "-g, --grade <dimension=value>",
      "grade; may be repeated; commas separate the options of a multi_select",
      repeated,
    )
    .option("--grades <file>", "JSON file with grades (- for stdin)")
    .option("--not-assessable <dimension>", "dimension that cannot be assessed; may be repeated", repeated);

type Grades = Record<string, unknown>;

/**
 * Returns the grades of a review by dimension. Grades on the command line override those in the file.
 *
 * The dimension determines how a value is parsed: as a number on a scale, as `true` or `false`, as one
 * option, or as several options separated by commas. The server validates the values and reports every fault
 * in one response.
 *
 * @throws {CliError} for a file that is not a JSON object, or an option without `=`.
 */
export function gradesOf(options: GradeOptions, rubric: Rubric): Grades {
  const grades: Grades = options.grades === undefined ? {} : gradesOfFile(options.grades);
  const put = (dimension: string, members: Record<string, unknown>) =>
    Object.defineProperty(grades, dimension, {
      value: mergedGrade(Object.hasOwn(grades, dimension) ? grades[dimension] : undefined, members),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  for (const text of options.grade ?? []) {
    const dimensionOfText = rubric.dimensions
      .filter(({ id }) => text.startsWith(`${id}=`))
      // An id can contain an equals sign, so the longest matching id applies.
      .toSorted((one, other) => other.id.length - one.id.length)[0];
    const [dimension, value] = dimensionOfText
      ? [dimensionOfText.id, text.slice(dimensionOfText.id.length + 1)]
      : halves("--grade", text);
    put(dimension, { value: valueOf(value, dimensionOfText) });
  }
  for (const dimension of options.notAssessable ?? []) put(dimension, { value: null, not_assessable: true });
  for (const text of options.confidence ?? []) {
    const [dimension, confidence] = halves("--confidence", text);
    put(dimension, { confidence });
  }
  return grades;
}

function halves(option: string, text: string): [string, string] {
  const index = text.indexOf("=");
  if (index > 0) return [text.slice(0, index), text.slice(index + 1)];
  throw new CliError(`${option} is ${JSON.stringify(text)}; it must have the form DIMENSION=VALUE.`);
}

function valueOf(text: string, dimension: RubricDimension | undefined): unknown {
  if (dimension?.type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (dimension?.type === "scale") return numberOr(text);
  if (dimension?.type === "multi_select")
    return text === "" ? [] : text.split(",").map((one) => optionOf(one.trim(), dimension));
  return dimension ? optionOf(text, dimension) : text;
}

const numberOr = (text: string): number | string =>
  /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;

/** Options can be numbers, so they are compared as text. */
const optionOf = (text: string, { options = [] }: RubricDimension): string | number =>
  options.find(({ value }) => String(value) === text)?.value ?? text;

function gradesOfFile(path: string): Grades {
  const input = { what: "grades", path };
  // The server validates every member and reports each fault.
  return objectIn(readInput(input), input, '{"accuracy": {"value": "correct", "confidence": "high"}}');
}

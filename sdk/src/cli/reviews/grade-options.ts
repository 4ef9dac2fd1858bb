import { readFileSync } from "node:fs";
import type { Rubric, RubricDimension } from "../../generated/types.ts";
import { CannotRun } from "../cannot-run.ts";

/** What the command line says of the grades. */
export interface GradeOptions {
  /** `DIMENSION=VALUE`, each. */
  grade?: readonly string[];
  /** A file of grades as the API takes them; `-` is stdin. */
  grades?: string;
  /** Dimensions that cannot be judged. */
  notAssessable?: readonly string[];
  /** `DIMENSION=WORD`, each. */
  confidence?: readonly string[];
}

type Grades = Record<string, Record<string, unknown>>;

/**
 * The grades of a review, by dimension: those of the file, then those of the command line.
 *
 * What a value of the command line means follows from its dimension: a number of a scale, `true` or `false`, an option,
 * or several separated by commas. Whether it fits is left to the server, which names every fault at once.
 *
 * @throws {CannotRun} for a file that is no JSON object, or an option without `=`.
 */
export function gradesOf(options: GradeOptions, rubric: Rubric): Grades {
  const grades: Grades = options.grades === undefined ? {} : gradesOfFile(options.grades);
  const put = (dimension: string, members: Record<string, unknown>) =>
    Object.defineProperty(grades, dimension, {
      value: { ...grades[dimension], ...members },
      enumerable: true,
      configurable: true,
      writable: true,
    });
  for (const text of options.grade ?? []) {
    const known = rubric.dimensions
      .filter(({ id }) => text.startsWith(`${id}=`))
      // An id can hold an equals sign itself: the longest that fits is meant.
      .toSorted((one, other) => other.id.length - one.id.length)[0];
    const [dimension, value] = known ? [known.id, text.slice(known.id.length + 1)] : halves("--grade", text);
    put(dimension, { value: valueOf(value, known) });
  }
  for (const dimension of options.notAssessable ?? []) put(dimension, { value: null, not_assessable: true });
  for (const text of options.confidence ?? []) {
    const [dimension, confidence] = halves("--confidence", text);
    put(dimension, { confidence });
  }
  return grades;
}

function halves(option: string, text: string): [string, string] {
  const place = text.indexOf("=");
  if (place > 0) return [text.slice(0, place), text.slice(place + 1)];
  throw new CannotRun(`${option} is ${JSON.stringify(text)}; it must be DIMENSION=VALUE.`);
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

/** Options can be numbers: the one that reads as the text is meant. */
const optionOf = (text: string, { options = [] }: RubricDimension): string | number =>
  options.find(({ value }) => String(value) === text)?.value ?? text;

function gradesOfFile(path: string): Grades {
  const where = path === "-" ? "stdin" : path;
  let text: string;
  try {
    text = readFileSync(path === "-" ? 0 : path, "utf8");
  } catch {
    throw new CannotRun(`Cannot read the grades in ${where}.`);
  }
  try {
    const value: unknown = JSON.parse(text);
    // The server checks every member, and says what is wrong with each.
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Grades;
  } catch {
    // Told below, like JSON of another kind.
  }
  throw new CannotRun(
    `The grades in ${where} are no JSON object; write e.g. {"accuracy": {"value": "correct", "confidence": "high"}}.`,
  );
}

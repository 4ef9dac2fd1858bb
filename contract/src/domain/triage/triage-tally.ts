/** What came back for a sample: a level of the scale, or what stood in the place of one. */
export type TriageResponse =
  | { kind: "level"; level: string }
  | { kind: "no_answer" | "invalid_level" | "missing_output" | "errored" };

/** One tally of `triage_accuracy`, taken apart; `expected` is `null` when no valid level was expected. */
export interface TriageTally {
  expected: string | null;
  answer: TriageResponse;
}

const KINDS_WITHOUT_LEVEL = ["no_answer", "invalid_level", "missing_output", "errored"] as const;

/**
 * The key that samples with the same expected level and the same kind of answer share: a JSON array
 * `[expected level | null, kind]` or `[expected level | null, "level", answered level]`, unambiguous for any level name.
 */
export function triageTally({ expected, answer }: TriageTally): string {
  return JSON.stringify(
    answer.kind === "level" ? [expected, answer.kind, answer.level] : [expected, answer.kind],
  );
}

/**
 * Takes a key of {@link triageTally} apart.
 *
 * @throws {RangeError} when the text is no such key.
 */
export function parseTriageTally(tally: string): TriageTally {
  const fault = new RangeError(`"${tally}" is no triage tally; one looks like ["urgent","level","routine"].`);
  let parts: unknown;
  try {
    parts = JSON.parse(tally);
  } catch {
    throw fault;
  }
  if (!Array.isArray(parts)) throw fault;
  const [expected, kind, level]: unknown[] = parts;
  if (expected !== null && typeof expected !== "string") throw fault;
  if (kind === "level" && typeof level === "string") return { expected, answer: { kind, level } };
  const without = KINDS_WITHOUT_LEVEL.find((known) => known === kind);
  if (without === undefined) throw fault;
  return { expected, answer: { kind: without } };
}

/** The response for a sample: a level on the scale, or the kind of any other response. */
export type TriageResponse =
  | { kind: "level"; level: string }
  | { kind: "no_answer" | "invalid_level" | "missing_output" | "errored" };

/** A parsed tally of `triage_accuracy`; `expected` is `null` if there is no valid expected level. */
export interface TriageTally {
  expected: string | null;
  answer: TriageResponse;
}

const KINDS_WITHOUT_LEVEL = ["no_answer", "invalid_level", "missing_output", "errored"] as const;

/**
 * Returns the key that samples with the same expected level and the same kind of response share: a JSON array
 * `[expected level | null, kind]` or `[expected level | null, "level", level in the output]`. The key is
 * unambiguous for any level name.
 */
export function triageTally({ expected, answer }: TriageTally): string {
  return JSON.stringify(
    answer.kind === "level" ? [expected, answer.kind, answer.level] : [expected, answer.kind],
  );
}

/**
 * Parses a key that {@link triageTally} returned.
 *
 * @throws {RangeError} if the string is not such a key.
 */
export function parseTriageTally(tally: string): TriageTally {
  const fault = new RangeError(`"${tally}" is not a triage tally, such as ["urgent","level","routine"].`);
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

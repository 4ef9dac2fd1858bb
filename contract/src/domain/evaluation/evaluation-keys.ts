/** Every evaluator type in the specification. An evaluator's `name` must not equal one of them. */
export const evaluatorTypes = [
  "triage_accuracy",
  "red_flag_detection",
  "guideline_compliance",
  "symptom_extraction",
  "custom",
] as const;

/** The properties of a requested evaluator that determine its key. */
export interface NamedEvaluator {
  type: string;
  name?: string | null | undefined;
}

/** A problem with one evaluator's name. */
export interface EvaluatorKeyFault {
  /** Index in the list of evaluators. */
  index: number;
  /** JSON Pointer into the body of the request that creates the evaluation. */
  path: string;
  message: string;
}

/** The keys of the evaluators in order, or all problems with their names. */
export type EvaluatorKeys = { keys: string[]; faults: null } | { keys: null; faults: EvaluatorKeyFault[] };

const types: ReadonlySet<string> = new Set(evaluatorTypes);

function faultOf(evaluator: NamedEvaluator, before: readonly NamedEvaluator[]): string | null {
  const { type, name } = evaluator;
  if (name === undefined || name === null) {
    if (before.every((other) => other.type !== type)) return null;
    return `A second evaluator of type "${type}" must have a distinct name, such as "${type}_2".`;
  }
  if (types.has(name))
    return `"${name}" is a type of evaluator; the name of an evaluator must not be an evaluator type.`;
  if (name === "__proto__")
    return `"${name}" cannot name an evaluator; it must be a safe key of a JSON object.`;
  if (before.every((other) => other.name !== name)) return null;
  return `"${name}" names two evaluators; each name must be unique.`;
}

/**
 * Returns the keys that identify an evaluation's evaluators in its results: an evaluator's `name`, or its
 * `type` if it has no name.
 *
 * @param evaluators the evaluators in the order of the request.
 * @returns one distinct key for each evaluator, or all faults. Faults are: a second evaluator of a type
 *   without a name, a name equal to a type, and a name used twice.
 */
export function evaluatorKeys(evaluators: readonly NamedEvaluator[]): EvaluatorKeys {
  const faults: EvaluatorKeyFault[] = [];
  for (const [index, evaluator] of evaluators.entries()) {
    const message = faultOf(evaluator, evaluators.slice(0, index));
    if (message !== null) faults.push({ index, path: `/evaluators/${index}/name`, message });
  }
  if (faults.length > 0) return { keys: null, faults };
  return { keys: evaluators.map(({ type, name }) => name ?? type), faults: null };
}

/** Returns the evaluator keys of a stored evaluation. The evaluators were validated when it was created. */
export const keysOfEvaluators = (evaluators: readonly NamedEvaluator[]): readonly string[] =>
  evaluatorKeys(evaluators).keys ?? [];

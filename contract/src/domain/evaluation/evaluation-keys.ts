/** Every evaluator type of the specification; an evaluator's `name` must not equal one of them. */
export const evaluatorTypes = [
  "triage_accuracy",
  "red_flag_detection",
  "guideline_compliance",
  "symptom_extraction",
  "custom",
] as const;

/** The properties of a requested evaluator that decide its key. */
export interface NamedEvaluator {
  type: string;
  name?: string | null | undefined;
}

/** A fault in one evaluator's name. */
export interface EvaluatorKeyFault {
  /** Index in the list of evaluators. */
  index: number;
  /** JSON Pointer into the body of a new evaluation. */
  path: string;
  message: string;
}

/** The key of each evaluator in order, or all faults. */
export type EvaluatorKeys = { keys: string[]; faults: null } | { keys: null; faults: EvaluatorKeyFault[] };

const types: ReadonlySet<string> = new Set(evaluatorTypes);

function faultOf(evaluator: NamedEvaluator, before: readonly NamedEvaluator[]): string | null {
  const { type, name } = evaluator;
  if (name === undefined || name === null) {
    if (before.every((other) => other.type !== type)) return null;
    return `A second evaluator of type "${type}" must have a distinct name, such as "${type}_2".`;
  }
  if (types.has(name))
    return `"${name}" is a type of evaluator; the name of an evaluator must be another word.`;
  if (name === "__proto__")
    return `"${name}" cannot name an evaluator; it must be a safe key of a JSON object.`;
  if (before.every((other) => other.name !== name)) return null;
  return `"${name}" names two evaluators; each name must be unique.`;
}

/**
 * The keys that identify the evaluators of one evaluation in results: an evaluator's `name`, or its `type`
 * without a name.
 *
 * @param evaluators in the order of the request.
 * @returns one distinct key for each; or the faults: a second evaluator of a type without a name, a name
 *   equal to a type, a name used twice.
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

/** The keys of the evaluators of a stored evaluation; its creation has already validated them. */
export const keysOfEvaluators = (evaluators: readonly NamedEvaluator[]): readonly string[] =>
  evaluatorKeys(evaluators).keys ?? [];

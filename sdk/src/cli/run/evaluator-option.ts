import { readFileSync } from "node:fs";
import { evaluatorInput } from "@assay/contract/evaluation/evaluators/evaluators";
import { fieldErrors } from "@assay/contract/platform/validation/validation";
import type { EvaluatorInput } from "../../generated/types.ts";
import { CannotRun } from "../cannot-run.ts";

/**
 * Reads `--evaluator TYPE[:config]`; config is JSON, or `@FILE` that holds JSON.
 *
 * @throws {CannotRun} when there is no such type, or the configuration is none of that type.
 */
export function parseEvaluator(text: string): EvaluatorInput {
  const colon = text.indexOf(":");
  const type = colon < 0 ? text : text.slice(0, colon);
  const input = colon < 0 ? { type } : { type, config: parseConfig(text.slice(colon + 1)) };
  const { error } = evaluatorInput.safeParse(input);
  if (error) {
    const faults = fieldErrors(error.issues, { input, where: "body", schema: evaluatorInput });
    throw new CannotRun(`--evaluator ${type}: ${faults.map(({ message }) => message).join(" ")}`);
  }
  // The API's own schema has let it through.
  return input as EvaluatorInput;
}

/** @throws {CannotRun} when two are of one type: results could not tell them apart. */
export function checkEvaluators(evaluators: readonly EvaluatorInput[]): void {
  const types = evaluators.map(({ type }) => type);
  const twice = types.find((type, index) => types.indexOf(type) !== index);
  if (twice) throw new CannotRun(`--evaluator ${twice} is given more than once; a run takes each type once.`);
}

function parseConfig(text: string): Record<string, unknown> {
  const json = text.startsWith("@") ? readConfigFile(text.slice(1)) : text;
  const example = `e.g. 'triage_accuracy:{"levels":["emergent","urgent","routine"]}' or triage_accuracy:@config.json`;
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Told below, like JSON of another kind.
  }
  throw new CannotRun(
    `The configuration ${JSON.stringify(json.slice(0, 100))} is no JSON object; write ${example}.`,
  );
}

function readConfigFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new CannotRun(`Cannot read the configuration file ${path}.`);
  }
}

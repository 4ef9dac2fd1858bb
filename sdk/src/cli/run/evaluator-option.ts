import { readFileSync } from "node:fs";
import { evaluatorInput } from "@assay/contract/evaluation/evaluators/evaluators";
import { fieldErrors } from "@assay/contract/platform/validation/validation";
import type { EvaluatorInput } from "../../generated/types.ts";
import { faultText, readJsonObject } from "../authorize/json-object.ts";
import { CliError } from "../cli-error.ts";

/**
 * Reads `--evaluator TYPE[:config]`; config is JSON, or `@FILE` for a file with JSON.
 *
 * @throws {CliError} for an unknown type or an invalid configuration.
 */
export function parseEvaluator(text: string): EvaluatorInput {
  const colon = text.indexOf(":");
  const type = colon < 0 ? text : text.slice(0, colon);
  const input = colon < 0 ? { type } : { type, config: parseConfig(text.slice(colon + 1)) };
  const { error } = evaluatorInput.safeParse(input);
  if (error) {
    const faults = fieldErrors(error.issues, { input, where: "body", schema: evaluatorInput });
    throw new CliError(`--evaluator ${type}: ${faults.map(({ message }) => message).join(" ")}`);
  }
  // The API's schema has already accepted the input.
  return input as EvaluatorInput;
}

/**
 * @throws {CliError} if two evaluators have the same type, because their results could not be distinguished.
 */
export function checkEvaluators(evaluators: readonly EvaluatorInput[]): void {
  const types = evaluators.map(({ type }) => type);
  const repeated = types.find((type, index) => types.indexOf(type) !== index);
  if (repeated)
    throw new CliError(`--evaluator ${repeated} is given more than once; use each type once per run.`);
}

function parseConfig(text: string): Record<string, unknown> {
  const json = text.startsWith("@") ? readConfigFile(text.slice(1)) : text;
  const example = `'triage_accuracy:{"levels":["emergent","urgent","routine"]}' or triage_accuracy:@config.json`;
  const reading = readJsonObject(json);
  if (reading && "value" in reading) return reading.value;
  if (reading)
    throw new CliError(
      `The configuration is not valid. ${faultText(reading.fault)} Use a form such as ${example}.`,
    );
  throw new CliError(
    `The configuration ${JSON.stringify(json.slice(0, 100))} is not a JSON object. Use a form such as ${example}.`,
  );
}

function readConfigFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new CliError(`Cannot read the configuration file ${path}.`);
  }
}

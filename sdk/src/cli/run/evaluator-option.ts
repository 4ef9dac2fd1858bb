import { readFileSync } from "node:fs";
import type { EvaluatorInput } from "../../generated/types.ts";
import { CannotRun } from "../cannot-run.ts";

/**
 * Reads `--evaluator TYPE[:config]`; config is JSON, or `@FILE` that holds JSON.
 *
 * @throws {CannotRun} when the configuration is no JSON object. Types and settings are checked by the server.
 */
export function parseEvaluator(text: string): EvaluatorInput {
  const colon = text.indexOf(":");
  const type = colon < 0 ? text : text.slice(0, colon);
  // The server names the types it knows when this is none of them.
  const evaluator = { type } as EvaluatorInput;
  return colon < 0 ? evaluator : { ...evaluator, config: parseConfig(text.slice(colon + 1)) };
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

// Collects the enum values that the scenarios have produced on the mock, across all test files in a run.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { enumValuesOf } from "../../support/enum-values-folder.ts";
import { enumPositions, valuesAt } from "./enum-positions.ts";

const seen = new Set<string>();

/** Records the enum values in a response, such as `Approval.status: pending`. */
export function recordEnumValues(operationId: string, status: number, body: unknown): void {
  for (const { name, steps, values } of enumPositions().get(`${operationId} ${status}`) ?? [])
    for (const value of valuesAt(body, steps))
      if (typeof value === "string" && values.includes(value)) seen.add(`${name}: ${value}`);
}

/** Returns the values that this process has recorded so far. */
export const recordedEnumValues = (): ReadonlySet<string> => seen;

/** Returns every enum value that a response in the contract can have. */
export const allEnumValues = (): Set<string> =>
  new Set(
    [...enumPositions().values()]
      .flat()
      .flatMap(({ name, values }) => values.map((value) => `${name}: ${value}`)),
  );

const folder = (): string => enumValuesOf(inject("runId"));
const fileOf = (wing: string, state: "started" | "done"): string => join(folder(), `${wing}.${state}`);

/** Marks, for other test files in the run, that a wing's scenarios are running on the mock. */
export function wingStarted(wing: string): void {
  mkdirSync(folder(), { recursive: true });
  writeFileSync(fileOf(wing, "started"), "");
}

/** Saves the recorded values for other test files in the run. */
export function wingDone(wing: string): void {
  const file = fileOf(wing, "done");
  // Write and rename, so that a reader never sees a partial file.
  writeFileSync(`${file}.partial`, JSON.stringify([...seen]));
  renameSync(`${file}.partial`, file);
}

/** Whether a test file in this run has started to run a wing's scenarios. */
export const hasStarted = (wing: string): boolean => existsSync(fileOf(wing, "started"));

/** Returns the values that a wing's test file has saved; undefined while it is running. */
export function valuesOfWing(wing: string): string[] | undefined {
  const file = fileOf(wing, "done");
  if (!existsSync(file)) return undefined;
  const values: string[] = JSON.parse(readFileSync(file, "utf8"));
  return values;
}

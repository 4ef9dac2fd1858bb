// Which enum values the scenarios on the mock have produced, gathered over the test files of a run.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { enumValuesOf } from "../../support/enum-values-folder.ts";
import { enumPositions, valuesAt } from "./enum-positions.ts";

const seen = new Set<string>();

/** Records the enum values of a response: `Approval.status: pending`. */
export function recordEnumValues(operationId: string, status: number, body: unknown): void {
  for (const { name, steps, values } of enumPositions().get(`${operationId} ${status}`) ?? [])
    for (const value of valuesAt(body, steps))
      if (typeof value === "string" && values.includes(value)) seen.add(`${name}: ${value}`);
}

/** What was recorded in this process so far. */
export const recordedEnumValues = (): ReadonlySet<string> => seen;

/** Every enum value of a response of the contract. */
export const allEnumValues = (): Set<string> =>
  new Set(
    [...enumPositions().values()]
      .flat()
      .flatMap(({ name, values }) => values.map((value) => `${name}: ${value}`)),
  );

const folder = (): string => enumValuesOf(inject("runId"));
const fileOf = (wing: string, state: "started" | "done"): string => join(folder(), `${wing}.${state}`);

/** Notes for the other files of the run that the scenarios of a wing are running on the mock. */
export function wingStarted(wing: string): void {
  mkdirSync(folder(), { recursive: true });
  writeFileSync(fileOf(wing, "started"), "");
}

/** Leaves what was recorded to the other files of the run. */
export function wingDone(wing: string): void {
  const file = fileOf(wing, "done");
  // Whoever reads it finds it whole.
  writeFileSync(`${file}.partial`, JSON.stringify([...seen]));
  renameSync(`${file}.partial`, file);
}

/** Whether a file of the run has begun with a wing. */
export const hasStarted = (wing: string): boolean => existsSync(fileOf(wing, "started"));

/** What the file of a wing has left; undefined: it still runs. */
export function valuesOfWing(wing: string): string[] | undefined {
  const file = fileOf(wing, "done");
  if (!existsSync(file)) return undefined;
  const values: string[] = JSON.parse(readFileSync(file, "utf8"));
  return values;
}

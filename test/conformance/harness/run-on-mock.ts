import { afterAll, beforeAll } from "vitest";
import { wingDone, wingStarted } from "./enum-values.ts";
import { mockTarget } from "./mock-target.ts";
import { runOn, scenariosForMock } from "./run-on.ts";
import type { ScenarioGroups } from "./scenario.ts";

/**
 * Runs a wing's scenarios on the mock, and saves the enum values in its responses for `enum-values.test.ts`.
 */
export function runOnMock(wing: string, groups: ScenarioGroups): void {
  beforeAll(() => wingStarted(wing));
  afterAll(() => wingDone(wing));
  runOn("the mock", mockTarget, scenariosForMock(groups));
}

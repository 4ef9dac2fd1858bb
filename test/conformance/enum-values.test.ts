import { existsSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { allEnumValues, hasStarted, recordedEnumValues, valuesOfWing } from "./harness/enum-values.ts";
import { mockTarget } from "./harness/mock-target.ts";
import { runScenario } from "./harness/run-on.ts";
import type { ScenarioGroups } from "./harness/scenario.ts";
import { wings } from "./harness/scenarios.ts";
import { unproducedEnumValues } from "./harness/unproduced-enum-values.ts";

/**
 * Returns the enum values that a wing's scenarios produce on the mock, from its test file or from a run here.
 */
async function producedBy(wing: string, groups: ScenarioGroups): Promise<Iterable<string>> {
  if (hasStarted(wing))
    return vi.waitFor(
      () => valuesOfWing(wing) ?? Promise.reject(new Error(`The scenarios of ${wing} have not finished.`)),
      {
        timeout: 590_000,
        interval: 100,
      },
    );
  const target = await mockTarget();
  for (const scenario of Object.values(groups).flat()) await runScenario(target, scenario);
  await target.close();
  return recordedEnumValues();
}

test("each enum value of a response is produced by a scenario, or listed with a reason", async () => {
  const produced = new Set<string>();
  for (const [wing, groups] of Object.entries(wings))
    for (const value of await producedBy(wing, groups)) produced.add(value);
  const unproduced = [...allEnumValues()].filter((value) => !produced.has(value));
  expect(unproduced.toSorted()).toEqual(Object.keys(unproducedEnumValues).toSorted());
}, 600_000);

test("each reason names only tests that exist", () => {
  const root = new URL("../../", import.meta.url);
  const named = Object.values(unproducedEnumValues).flatMap(
    (reason) => reason.match(/[\w./-]+\.test\.ts/g) ?? [],
  );
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

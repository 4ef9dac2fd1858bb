import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createContext } from "./context.ts";
import { scenariosByResource } from "./scenarios.ts";
import type { Scenario } from "./scenario.ts";
import type { Target } from "./target.ts";

/** Runs every scenario on a target, each in a workspace of its own. */
export function runOn(name: string, start: () => Promise<Target>): void {
  describe(name, () => {
    let target: Target | undefined;
    beforeAll(async () => {
      target = await start();
    });
    afterAll(async () => {
      await target?.close();
    });
    for (const [resource, scenarios] of Object.entries(scenariosByResource)) {
      describe(resource, () => {
        for (const scenario of scenarios) {
          test(`${scenario.operationId ?? "no operation"} ${scenario.expect}: ${scenario.title}`, async () => {
            if (!target) throw new Error(`${name} did not start.`);
            await runScenario(target, scenario);
          });
        }
      });
    }
  });
}

async function runScenario(target: Target, { operationId, expect: status, run }: Scenario): Promise<void> {
  const context = await createContext(target);
  try {
    await run(context);
  } finally {
    target.resume();
  }
  // A scenario counts for a route only when it really called it and got what it says.
  expect(context.recorded).toContainEqual({ operationId, status });
}

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createContext } from "./context.ts";
import type { Scenario, ScenarioGroups } from "./scenario.ts";
import type { Target } from "./target.ts";
import { testTier } from "../../support/test-tier.ts";

/** Scenarios that only `npm run test:full` runs are left out of `npm test`. */
const isInTier = ({ tier }: Scenario): boolean => tier !== "full" || testTier === "full";

/** The scenarios to run on the mock: in `npm test` those that are not long. */
export function scenariosForMock(groups: ScenarioGroups): ScenarioGroups {
  if (testTier === "full") return groups;
  const chosen = Object.entries(groups).map(
    ([resource, scenarios]) => [resource, scenarios.filter(({ tier }) => tier === "ci")] as const,
  );
  return Object.fromEntries(chosen.filter(([, scenarios]) => scenarios.length > 0));
}

/**
 * The scenarios to run on Postgres: in `npm test` those whose outcome depends on the engine, since the embedded database runs the
 * same SQL; in `npm run test:full` all.
 */
export function scenariosForPostgres(groups: ScenarioGroups): ScenarioGroups {
  if (testTier === "full") return groups;
  const chosen = Object.entries(groups).map(
    ([resource, scenarios]) => [resource, scenarios.filter(({ engine }) => engine)] as const,
  );
  return Object.fromEntries(chosen.filter(([, scenarios]) => scenarios.length > 0));
}

/** Runs scenarios on a target, each in a workspace of its own. */
export function runOn(name: string, start: () => Promise<Target>, groups: ScenarioGroups): void {
  describe(name, () => {
    let target: Target | undefined;
    beforeAll(async () => {
      target = await start();
    });
    afterAll(async () => {
      await target?.close();
    });
    for (const [resource, scenarios] of Object.entries(groups)) {
      describe(resource, () => {
        for (const scenario of scenarios.filter(isInTier)) {
          test(`${scenario.operationId ?? "no operation"} ${scenario.expect}: ${scenario.title}`, async () => {
            if (!target) throw new Error(`${name} did not start.`);
            await runScenario(target, scenario);
          });
        }
      });
    }
  });
}

/** Runs a scenario on a target. @throws {Error} if it fails. */
export async function runScenario(
  target: Target,
  { operationId, expect: status, run }: Scenario,
): Promise<void> {
  const context = await createContext(target);
  try {
    await run(context);
  } finally {
    target.resume();
  }
  // A scenario covers a route only if it called it and got the stated status.
  expect(context.recorded).toContainEqual({ operationId, status });
}

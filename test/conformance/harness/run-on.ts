import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createContext } from "./context.ts";
import type { Scenario, ScenarioGroups } from "./scenario.ts";
import type { Target } from "./target.ts";
import { postgresUrl } from "../../support/test-postgres.ts";
import { testTier } from "../../support/test-tier.ts";

/** Returns the groups with the scenarios that a condition selects, without the groups that are empty then. */
function selected(groups: ScenarioGroups, condition: (scenario: Scenario) => boolean): ScenarioGroups {
  const chosen = Object.entries(groups).map(
    ([resource, scenarios]) => [resource, scenarios.filter(condition)] as const,
  );
  return Object.fromEntries(chosen.filter(([, scenarios]) => scenarios.length > 0));
}

/** Returns the scenarios to run on the mock. In `npm test`, these exclude long scenarios. */
export const scenariosForMock = (groups: ScenarioGroups): ScenarioGroups =>
  testTier === "full" ? groups : selected(groups, ({ tier }) => tier === "ci" || tier === "mock");

/**
 * Returns the scenarios to run on Postgres. `npm test` runs only those whose outcome depends on the engine,
 * because the embedded database runs the same SQL. `npm run test:full` runs all of them.
 */
export const scenariosForPostgres = (groups: ScenarioGroups): ScenarioGroups =>
  testTier === "full" ? groups : selected(groups, ({ engine, tier }) => engine && tier !== "full");

/** Returns a condition that only the first scenario of each response of each operation meets. */
function isFirstOfResponse(): (scenario: Scenario) => boolean {
  const seen = new Set<string>();
  return ({ operationId, expect: status }) => seen.size < seen.add(`${operationId} ${status}`).size;
}

/**
 * Whether a response depends on what the server finds in its database: successes, and refusals for lack of rights. The
 * other refusals follow from rules that the mock shares.
 */
const dependsOnQueries = ({ expect: status }: Scenario): boolean => status < 400 || status === 403;

/**
 * Returns the scenarios to run on the embedded database. `npm run test:full` runs all of them. `npm test` runs all
 * scenarios on the mock, which shares its rules with the server, and those that depend on the engine on Postgres.
 * Therefore, on the embedded database, it runs only one scenario of each success and of each 403 of each operation, and
 * the scenarios that it does not run on the mock. If there is no Postgres server, those that depend on the engine run
 * here.
 */
export async function scenariosForEmbedded(groups: ScenarioGroups): Promise<ScenarioGroups> {
  if (testTier === "full") return groups;
  const hasPostgres = (await postgresUrl()) !== null;
  const isFirst = isFirstOfResponse();
  return selected(groups, (scenario) => {
    if (scenario.engine) return !hasPostgres;
    if (scenario.tier === "server") return true;
    return scenario.tier === "ci" && dependsOnQueries(scenario) && isFirst(scenario);
  });
}

/** Runs scenarios on a target, each in its own workspace. */
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
    target.reset?.();
  }
  // The scenario must have called its route and received the stated status at least once.
  expect(context.recorded).toContainEqual({ operationId, status });
}

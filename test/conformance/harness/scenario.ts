import type { Operations } from "@assay/sdk";
import type { Context } from "./context.ts";

/** One guarantee of the API, which every implementation must meet. */
export interface Scenario {
  /** The operation; null for a request without a route. */
  operationId: keyof Operations | null;
  /** The status that the operation must return at least once in the scenario. */
  expect: number;
  /** The guarantee as a sentence in the present tense. */
  title: string;
  run: (context: Context) => Promise<void>;
  /**
   * Whether the outcome depends on the database engine; if so, `npm test` runs the scenario on Postgres instead of the
   * embedded database.
   */
  engine: boolean;
  /**
   * If "server" or "mock", `npm test` runs the scenario only on a server, or only on the mock. If "full", only `npm run
   * test:full` runs the scenario.
   */
  tier: "ci" | "server" | "mock" | "full";
}

/** Scenarios by resource. */
export type ScenarioGroups = Readonly<Record<string, readonly Scenario[]>>;

/** Declares a scenario. */
export const scenario = (
  operationId: Scenario["operationId"],
  expect: number,
  title: string,
  run: Scenario["run"],
): Scenario => ({ operationId, expect, title, run, engine: false, tier: "ci" });

/**
 * Declares a scenario whose outcome depends on the engine, because it uses locks, COPY, notifications, times
 * or the sort order of nulls.
 */
export const engineScenario = (...declared: Parameters<typeof scenario>): Scenario => ({
  ...scenario(...declared),
  engine: true,
});

/** Declares a scenario with very many requests. `npm test` runs it on the mock; `npm run test:full` on every target. */
export const mockScenario = (...declared: Parameters<typeof scenario>): Scenario => ({
  ...scenario(...declared),
  tier: "mock",
});

/**
 * Declares a scenario with many requests. `npm test` runs it on the embedded database;
 * `npm run test:full` runs it on every target.
 */
export const longScenario = (...declared: Parameters<typeof scenario>): Scenario => ({
  ...scenario(...declared),
  tier: "server",
});

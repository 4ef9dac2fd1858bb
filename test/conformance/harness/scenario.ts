import type { Operations } from "@assay/sdk";
import type { Context } from "./context.ts";

/** One guarantee of the API, for every implementation. */
export interface Scenario {
  /** The operation; null: a request without a route. */
  operationId: keyof Operations | null;
  /** The status that the operation returns at least once in it. */
  expect: number;
  /** The rule, in the present tense. */
  title: string;
  run: (context: Context) => Promise<void>;
  /** Whether its outcome depends on the database engine: then it runs on Postgres in `npm test` too. */
  engine: boolean;
  /** "server": in `npm test` it runs on the server alone. "full": it runs only in `npm run test:full`. */
  tier: "ci" | "server" | "full";
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

/** Declares a scenario whose outcome depends on the engine: locks, COPY, notifications, null order, times. */
export const engineScenario = (...declared: Parameters<typeof scenario>): Scenario => ({
  ...scenario(...declared),
  engine: true,
});

/** Declares a scenario of many requests: `npm test` runs it on the embedded database, `npm run test:full` on every target. */
export const longScenario = (...declared: Parameters<typeof scenario>): Scenario => ({
  ...scenario(...declared),
  tier: "server",
});

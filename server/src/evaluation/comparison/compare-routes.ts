import type { contract } from "@assay/contract/openapi/apis";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { compareCandidates, compareEvaluations } from "./compare-service.ts";
import { PairCache } from "./pair-cache.ts";
import { listComparedPairs } from "./pair-service.ts";

type ComparisonRoutes = "compare" | "compareCandidates" | "comparePairs";

/** Maximum number of cached pairs. They take about 40 MB. */
const maxCachedPairs = 100_000;

/** Returns the handlers of the routes that compare evaluations. */
export function compareHandlers({
  database: { knex },
}: PlatformDeps): Pick<Handlers<typeof contract.evaluations>, ComparisonRoutes> {
  const cache = new PairCache(maxCachedPairs);
  return {
    compare: ({ body }, { caller, commitComputed }) =>
      commitComputed(async () => ({ status: 200, body: await compareEvaluations(knex, caller, body) })),
    compareCandidates: ({ body }, { caller, commitComputed }) =>
      commitComputed(async () => ({ status: 200, body: await compareCandidates(knex, caller, body) })),
    comparePairs: async ({ query }, { caller }) => ({
      status: 200,
      body: await listComparedPairs({ knex, cache }, caller, query),
    }),
  };
}

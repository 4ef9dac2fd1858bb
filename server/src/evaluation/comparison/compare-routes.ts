import type { contract } from "@assay/contract/openapi/apis";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { compareCandidates, compareEvaluations } from "./compare-service.ts";
import { PairCache } from "./pair-cache.ts";
import { listComparedPairs } from "./pair-service.ts";

type ComparisonRoutes = "compare" | "compareCandidates" | "comparePairs";

/** Maximum number of cached pairs. They take about 30 MB. */
const maxCachedPairs = 200_000;

/** Returns the handlers of the routes that compare evaluations. */
export function compareHandlers(
  deps: PlatformDeps,
): Pick<Handlers<typeof contract.evaluations>, ComparisonRoutes> {
  const cache = new PairCache(maxCachedPairs);
  return {
    compare: ({ body }, call) =>
      call.commitComputed(async () => ({ status: 200, body: await compareEvaluations(deps, call, body) })),
    compareCandidates: ({ body }, call) =>
      call.commitComputed(async () => ({ status: 200, body: await compareCandidates(deps, call, body) })),
    comparePairs: async ({ query }, call) => ({
      status: 200,
      body: await listComparedPairs({ ...deps, cache }, call, query),
    }),
  };
}

import type { PlatformDeps } from "../platform-deps.ts";
import { type Readiness, secondsUntilReady } from "../http/server/health-handlers.ts";
import { urlAt } from "../http/server/listen.ts";
import { serveMetrics } from "./metrics-server.ts";

/** Serves metrics and probes on their own port, if one is configured. */
export async function startMetricsServer(
  deps: PlatformDeps,
  readiness: Pick<Readiness, "accepting">,
): Promise<{ url: string | undefined; close: () => Promise<void> }> {
  const { metricsPort, host } = deps.config;
  if (metricsPort === undefined) return { url: undefined, close: async () => {} };
  const isReady = async () => (await secondsUntilReady(deps, readiness)) === 0;
  const { port, close } = await serveMetrics(
    { registry: deps.metrics.registry, isReady, isAccepting: () => readiness.accepting, log: deps.log },
    { port: metricsPort, host },
  );
  return { url: urlAt(host, port), close };
}

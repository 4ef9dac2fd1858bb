import type { contract } from "@assay/contract/openapi/apis";
import { unavailable } from "@assay/contract/platform/refusals";
import type { PlatformDeps } from "../../platform-deps.ts";
import { inPoolLane } from "../../db/connection/pool-lanes.ts";
import { migrationStatus } from "../../db/migrate.ts";
import type { Handlers } from "../routing/handler.ts";

/** Whether this process accepts requests; false after a stop signal. */
export interface Readiness {
  accepting: boolean;
  /** Whether the process is ending its running requests and refuses new ones. */
  closing: boolean;
}

/** Returns the number of seconds after which a client should check again; 0 if this process is ready. */
export async function secondsUntilReady(
  { database }: Pick<PlatformDeps, "database">,
  { accepting }: Pick<Readiness, "accepting">,
): Promise<number> {
  if (!accepting || !(await database.isHealthy())) return 1;
  const { pending } = await inPoolLane("priority", () => migrationStatus(database));
  return pending.length > 0 ? 5 : 0;
}

/**
 * Returns the handlers of the probes: liveness, and readiness (the database responds, its schema matches, and
 * the process is not stopping).
 */
export function healthHandlers(deps: PlatformDeps, readiness: Readiness): Handlers<typeof contract.health> {
  return {
    live: async () => ({ status: 200, body: { status: "ok" } }),
    ready: async () => {
      const wait = await secondsUntilReady(deps, readiness);
      if (wait > 0) throw unavailable(wait);
      const { applied } = await migrationStatus(deps.database);
      return {
        status: 200,
        body: { status: "ready", database: deps.database.engine, schema: applied.at(-1) ?? null },
      };
    },
  };
}

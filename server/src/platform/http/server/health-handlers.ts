import type { contract } from "@assay/contract/openapi/apis";
import { unavailable } from "@assay/contract/platform/refusals";
import type { PlatformDeps } from "../../platform-deps.ts";
import { migrationStatus } from "../../db/migrate.ts";
import type { Handlers } from "../routing/handler.ts";

/** Whether this process takes requests; false from the moment it is told to stop. */
export interface Readiness {
  accepting: boolean;
  /** Whether it ends what is in flight, and begins nothing more. */
  closing: boolean;
}

/** How long until it is worth asking again, in seconds; 0: this process does its work. */
export async function secondsUntilReady(
  { database }: Pick<PlatformDeps, "database">,
  { accepting }: Pick<Readiness, "accepting">,
): Promise<number> {
  if (!accepting || !(await database.isHealthy())) return 1;
  const { pending } = await migrationStatus(database);
  return pending.length > 0 ? 5 : 0;
}

/** The probes: alive, and ready (database answers, schema fits, not shutting down). */
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

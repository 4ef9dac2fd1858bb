import { type contract, unavailable } from "@assay/contract";
import type { Deps } from "../deps.ts";
import { migrationStatus } from "../db/migrate.ts";
import type { Handlers } from "./handler.ts";

/** Whether this process takes requests; false from the moment it is told to stop. */
export interface Readiness {
  accepting: boolean;
  /** Whether it ends what is in flight, and begins nothing more. */
  closing: boolean;
}

/** The probes: alive, and ready (database answers, schema fits, not shutting down). */
export function healthHandlers(deps: Deps, readiness: Readiness): Handlers<typeof contract.health> {
  return {
    live: async () => ({ status: 200, body: { status: "ok" } }),
    ready: async () => {
      if (!readiness.accepting || !(await deps.database.isHealthy())) throw unavailable(1);
      const { applied, pending } = await migrationStatus(deps.database);
      if (pending.length > 0) throw unavailable(5);
      return {
        status: 200,
        body: { status: "ready", database: deps.database.engine, schema: applied.at(-1) ?? null },
      };
    },
  };
}

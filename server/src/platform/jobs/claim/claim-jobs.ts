import type { Knex } from "knex";
import type { Database } from "../../db/connection/database.ts";
import { inPoolLane } from "../../db/connection/pool-lanes.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { claimRound, lockClaims } from "./claim-sql.ts";
import type { JobRow } from "./job-row.ts";
import { jobLanes, type LaneSlots, maxRunning } from "./lanes.ts";

/** What a claim may take, and the lease that it takes. */
export interface Claim {
  kinds: readonly string[];
  /** Maximum number of jobs to claim in each lane. */
  free: LaneSlots;
  token: string;
  leaseSeconds: number;
}

/**
 * Claims ready jobs for the free slots of a process, fairly over all workspaces and processes. Uses a priority
 * connection, so that requests that use all other connections do not stop the jobs.
 *
 * @returns the rows of the jobs in the order of their claims.
 */
export const claimJobs = (database: Pick<Database, "knex">, claim: Claim): Promise<JobRow[]> =>
  inPoolLane("priority", () => inTransaction(database, (tx) => claimRounds(tx, claim)));

async function claimRounds(tx: Tx, { kinds, free, token, leaseSeconds }: Claim): Promise<JobRow[]> {
  const left = new Map(jobLanes.map((lane) => [lane, free[lane] ?? 0]));
  await tx.raw(lockClaims);
  const claimed: JobRow[] = [];
  for (;;) {
    const open = jobLanes.filter((lane) => (left.get(lane) ?? 0) > 0);
    if (open.length === 0) return claimed;
    const slots = [open, open.map((lane) => left.get(lane) ?? 0), open.map((lane) => maxRunning[lane])];
    const bindings: Knex.RawBinding[] = [...slots, [...kinds], token, leaseSeconds];
    const { rows } = await tx.raw<{ rows: JobRow[] }>(claimRound, bindings);
    if (rows.length === 0) return claimed;
    claimed.push(...rows);
    for (const { lane } of rows) left.set(lane, (left.get(lane) ?? 0) - 1);
  }
}

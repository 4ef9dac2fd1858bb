import type { Knex } from "knex";
import { outsideTransaction } from "../transaction.ts";
import { inPoolLane } from "./pool-lanes.ts";

const healthTimeoutMs = 5_000;

/**
 * Whether the server responds in time and accepts writes. Read-only servers and standbys do not accept
 * writes.
 */
export async function takesWrites(pool: Knex): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), healthTimeoutMs);
  });
  const isWritable = inPoolLane("priority", () =>
    outsideTransaction(() =>
      pool
        .raw<{ rows: { onlyReads: string }[] }>(
          `select current_setting('transaction_read_only') as "onlyReads"`,
        )
        .then(({ rows }) => rows[0]?.onlyReads === "off"),
    ),
  ).catch(() => false);
  try {
    return await Promise.race([isWritable, late]);
  } finally {
    clearTimeout(timer);
  }
}

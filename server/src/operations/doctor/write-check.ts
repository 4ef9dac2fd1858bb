import type { Database } from "../../platform/db/connection/connect.ts";
import { isDiskFull } from "../../platform/db/connection/transient-errors.ts";
import { sqlState } from "../../platform/db/transaction.ts";
import { fail, type Finding, ok, skip } from "./finding.ts";

const onlyReads = "25006";
const notAllowed = "42501";

/** Number of 8 KiB rows to write: about as much as a busy server writes in a minute. */
const triedRows = 1024;

/**
 * Checks that the database accepts writes and has free disk space, by filling a temporary table that is
 * dropped afterwards.
 */
export async function checkWrites({ knex }: Database): Promise<Finding> {
  const trial = await knex.transaction();
  try {
    await trial.raw("create temporary table assay_doctor (filler text) on commit drop");
    await trial.raw("alter table assay_doctor alter filler set storage plain");
    await trial.raw("insert into assay_doctor select repeat('x', 7000) from generate_series(1, ?)", [
      triedRows,
    ]);
    return ok("writes", "The database accepts writes and has at least 8 MiB of disk space.");
  } catch (error) {
    if (sqlState(error) === notAllowed)
      return skip(
        "writes",
        "Writing was not checked, because the servers' role cannot create temporary tables.",
      );
    return refusal(error);
  } finally {
    await trial.rollback();
  }
}

function refusal(error: unknown): Finding {
  if (sqlState(error) === onlyReads)
    return fail(
      "writes",
      "The database is read-only: it is a standby, or default_transaction_read_only is on.",
      "Set DATABASE_URL to the primary database, or `alter system reset default_transaction_read_only`.",
    );
  if (isDiskFull(error))
    return fail(
      "writes",
      "The disk of the database is full: writes are refused with 503.",
      "Free disk space (see “The disk is full” in docs/help/troubleshooting.md); servers recover without a restart.",
    );
  throw error;
}

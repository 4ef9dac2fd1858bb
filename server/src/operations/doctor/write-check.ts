import type { Database } from "../../platform/db/connection/connect.ts";
import { lacksRoom } from "../../platform/db/connection/passing.ts";
import { sqlState } from "../../platform/db/transaction.ts";
import { fail, type Finding, ok, skip } from "./finding.ts";

const onlyReads = "25006";
const notAllowed = "42501";

/** Rows of 8 KiB that are written on trial: as much as a busy minute takes. */
const triedRows = 1024;

/** Whether the database takes writes and has room for some: they go to a table that is gone, with its file, when this ends. */
export async function checkWrites({ knex }: Database): Promise<Finding> {
  const trial = await knex.transaction();
  try {
    await trial.raw("create temporary table assay_doctor (filler text) on commit drop");
    await trial.raw("alter table assay_doctor alter filler set storage plain");
    await trial.raw("insert into assay_doctor select repeat('x', 7000) from generate_series(1, ?)", [
      triedRows,
    ]);
    return ok("writes", "The database takes writes, and has room for 8 MiB at least.");
  } catch (error) {
    if (sqlState(error) === notAllowed)
      return skip("writes", "Not looked at: the servers' role may make no temporary table.");
    return refusal(error);
  } finally {
    await trial.rollback();
  }
}

function refusal(error: unknown): Finding {
  if (sqlState(error) === onlyReads)
    return fail(
      "writes",
      "The database only reads: it stands by for another one, or default_transaction_read_only is on.",
      "Point DATABASE_URL at the one that takes writes, or `alter system reset default_transaction_read_only`.",
    );
  if (lacksRoom(error))
    return fail(
      "writes",
      "The database's disk has no room left: writes are answered with 503.",
      "Make room on it (see “The disk is full” in docs/help/troubleshooting.md); servers go on by themselves.",
    );
  throw error;
}

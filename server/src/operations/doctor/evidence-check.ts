import { counted } from "@assay/contract/domain";
import type { Config } from "../../platform/config.ts";
import type { Database } from "../../platform/db/connection/connect.ts";
import { loadKeyring } from "../../platform/secrets/load-keyring.ts";
import { acceptCommandOf, checkHeads } from "../../evidence/log/heads/list-head-faults.ts";
import { witnessRemedy, witnessWarning } from "../../evidence/log/witness-warning.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

/** Checks that the last checkpoints of the evidence logs are also recorded outside the database. */
export function checkWitness(config: Config): Finding {
  const warning = witnessWarning(config);
  if (warning !== undefined) return warn("evidence", warning, witnessRemedy);
  return ok("evidence", `The last checkpoints are also recorded in ${config.witnessDir}.`);
}

/** Maximum number of logs that a finding names. */
const maxNamed = 10;

/** Checks that every evidence log with events matches its sealed record, so that it can be signed. */
export async function checkSealedLogs({ knex }: Database, config: Config): Promise<Finding> {
  const { logs, faults } = await checkHeads(knex, loadKeyring(config));
  const [first] = faults;
  if (!first) return ok("logs", `The sealed records of ${counted(logs, "evidence log")} are in order.`);
  const named = faults
    .slice(0, maxNamed)
    .map(({ workspace, kind }) => `${JSON.stringify(workspace)} (${kind})`);
  const more = faults.length > maxNamed ? `, and ${faults.length - maxNamed} more` : "";
  return fail(
    "logs",
    `${counted(faults.length, "evidence log")} cannot be signed, because the sealed record is missing or wrong: ${named.join(", ")}${more}.`,
    `Find the cause (see docs/explanation/evidence.md), then accept each log: ${acceptCommandOf(first.workspace)}.`,
  );
}

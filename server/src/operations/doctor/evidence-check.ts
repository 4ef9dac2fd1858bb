import type { Config } from "../../platform/config.ts";
import { witnessRemedy, witnessWarning } from "../../evidence/log/witness-warning.ts";
import { type Finding, ok, warn } from "./finding.ts";

/** Checks that the last checkpoints of the evidence logs are also recorded outside the database. */
export function checkWitness(config: Config): Finding {
  const warning = witnessWarning(config);
  if (warning !== undefined) return warn("evidence", warning, witnessRemedy);
  return ok("evidence", `The last checkpoints are also recorded in ${config.witnessDir}.`);
}

import { formatId } from "@assay/contract/platform/ids";
import type { Policy } from "@assay/contract/control/policies/policy-answers";
import type { EffectivePolicy } from "../cedar/index.ts";
import type { PolicyRow, PolicyVersionRow } from "./policy-queries.ts";

type Summarized = Omit<PolicyVersionRow, "text" | "tests" | "validated">;

/** A version of a policy as it is listed. */
export const summaryToWire = (row: Summarized, liveVersion: number | null) => ({
  id: row.policy_id,
  version: row.version,
  name: row.name,
  description: row.description,
  language: row.language,
  mode: row.mode,
  status: row.status,
  outcome: row.outcome,
  code: row.code,
  severity: row.severity,
  digest: row.digest,
  baseline: false,
  liveVersion,
  createdAt: row.created_at.getTime(),
  createdBy: formatId("api_key", row.created_by),
});

/** A version of a policy as it is answered. */
export const policyToWire = (
  row: PolicyVersionRow,
  { live_version: live }: Pick<PolicyRow, "live_version">,
): Policy => ({
  ...summaryToWire(row, live),
  text: row.text,
  tests: row.tests,
  validated: row.validated,
});

/** A stored version as it takes part in decisions. */
export const effectiveOf = (row: PolicyVersionRow): EffectivePolicy => ({
  id: row.policy_id,
  version: row.version,
  digest: row.digest,
  name: row.name,
  text: row.text,
  mode: row.mode,
  outcome: row.outcome,
  code: row.code,
});

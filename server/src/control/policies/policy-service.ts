import type { Policy } from "@assay/contract/control/policies/policy-responses";
import type { PolicyVersion } from "@assay/contract/control/policies/policy-contents";
import { noSuchPolicy } from "@assay/contract/control/policies/policy-refusals";
import {
  decidePolicy,
  type PolicyCommand,
  policyIdOf,
  type PolicyState,
} from "@assay/contract/control/policies/policy-rules";
import { baselineVersionOf, policyToWire } from "@assay/contract/control/policies/policy-wire";
import type { Knex } from "knex";
import type { ControlDeps } from "../control-deps.ts";
import { appendInTransaction } from "../../evidence/log/append/append-in-transaction.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import {
  countPolicies,
  findPolicy,
  findPolicyVersion,
  insertPolicy,
  insertPolicyVersion,
  lockPolicy,
} from "./policy-queries.ts";

/**
 * Stores a version of a policy, and appends an event for the change. Decisions that follow the event in the
 * log therefore never use the previous version.
 *
 * @returns the latest version after the command.
 * @throws {ApiError} the refusals of `decidePolicy`.
 */
export async function changePolicy(
  tx: Tx,
  deps: ControlDeps,
  { caller, command }: { caller: Caller; command: PolicyCommand },
): Promise<Policy> {
  const { workspaceId } = caller;
  const state = await loadState(tx, workspaceId, command);
  const { record, changes, evidence } = decidePolicy(state, command, ruleContext(deps, caller));
  const { baseline: _baseline, liveVersion, ...version } = record;
  if (changes.length > 0) await insertPolicyVersion(tx, workspaceId, { version, liveVersion });
  for (const event of evidence) await appendInTransaction(tx, deps, { workspaceId, event });
  return record;
}

/**
 * Locks the policy, and loads its state. The command `create` locks the policy by inserting it. Of several
 * concurrent requests, one therefore creates the policy, and the others compare theirs with it.
 */
async function loadState(tx: Tx, workspaceId: string, command: PolicyCommand): Promise<PolicyState> {
  const id = policyIdOf(command);
  if (command.type === "create" && (await insertPolicy(tx, workspaceId, id))) {
    const others = (await countPolicies(tx, workspaceId)) - 1;
    return { latest: undefined, liveVersion: null, earlier: undefined, policyCount: others };
  }
  const policy = await lockPolicy(tx, workspaceId, id);
  const versionAt = (version: number): Promise<PolicyVersion | undefined> =>
    findPolicyVersion(tx, workspaceId, { id, version });
  const latest = policy && (await versionAt(policy.version));
  if (policy && !latest) throw new Error(`Policy ${id} of workspace ${workspaceId} has no latest version.`);
  return {
    latest,
    liveVersion: policy?.live_version ?? null,
    earlier: command.type === "rollback" ? await versionAt(command.version) : undefined,
    policyCount: 0,
  };
}

/**
 * Returns a version of a policy or of the baseline. If `version` is undefined, returns the latest version.
 *
 * @throws {ApiError} 404 if the policy or the version does not exist.
 */
export async function getPolicy(
  db: Knex,
  workspaceId: string,
  { id, version }: { id: string; version?: number | undefined },
): Promise<Policy> {
  const baseline = baselineVersionOf(id, version);
  if (baseline) return baseline;
  const policy = await findPolicy(db, workspaceId, id);
  if (!policy) throw noSuchPolicy(id);
  const found = await findPolicyVersion(db, workspaceId, { id, version: version ?? policy.version });
  if (!found) throw noSuchPolicy(id, version);
  return policyToWire(found, policy.live_version);
}

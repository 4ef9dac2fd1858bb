import {
  baselineAnswerOf,
  liveVersionAfter,
  policyContents,
  policyDigest,
  refuseBaseline,
  textRefused,
  type PolicyContents,
} from "@assay/contract/control/policies/policy-rules";
import { limits } from "@assay/contract/platform/limits";
import {
  noSuchPolicy,
  noSuchPolicyVersion,
  policyConflict,
  tooManyPolicies,
} from "@assay/contract/control/policies/policy-refusals";
import type { Policy } from "@assay/contract/control/policies/policy-answers";
import type { PolicyInput } from "@assay/contract/control/policies/policy-object";
import { policyStored } from "@assay/contract/control/control-evidence";
import type { Knex } from "knex";
import type { ControlDeps } from "../control-deps.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { tellInTransaction } from "../../evidence/log/append/tell-in-transaction.ts";
import {
  countPolicies,
  findPolicy,
  findPolicyVersion,
  insertPolicy,
  insertPolicyVersion,
  lockPolicy,
  type PolicyRow,
  type PolicyVersionRow,
} from "./policy-queries.ts";
import { policyToWire } from "./policy-wire.ts";

/** Who stores something. */
interface Author {
  workspaceId: string;
  apiKeyId: string;
}

/** A version that is to be stored. */
interface CheckedContents {
  contents: PolicyContents;
  validated: Policy["validated"];
}

/**
 * Checks what a request says of a policy. Before the transaction that stores it: the engine takes its time.
 *
 * @throws {ApiError} 403 for a policy of the baseline; 400 with the places of what is wrong with the text.
 */
export function checkedContents({ policies }: ControlDeps, id: string, input: PolicyInput): CheckedContents {
  refuseBaseline(id);
  const { errors, statements, validated } = policies.checker.check(input.text);
  if (errors.length > 0) throw textRefused(errors);
  return { contents: policyContents(id, input, statements), validated };
}

async function latestOf(
  db: Knex,
  workspaceId: string,
  { id, version }: PolicyRow,
): Promise<PolicyVersionRow> {
  const row = await findPolicyVersion(db, workspaceId, { id, version });
  if (!row) throw new Error(`Version ${version} of policy ${id} of workspace ${workspaceId} is not there.`);
  return row;
}

/** Stores a version, and tells it in the log: a decision that was made on the one before it does not stand after it. */
async function storeNext(
  tx: Tx,
  { deps, author }: { deps: ControlDeps; author: Author },
  next: CheckedContents & { policy: PolicyRow },
): Promise<Policy> {
  const { id, ...contents } = next.contents;
  const version = next.policy.version + 1;
  const liveVersion = liveVersionAfter({ version, status: contents.status }, next.policy.live_version);
  const row: PolicyVersionRow = {
    ...contents,
    policy_id: id,
    version,
    digest: policyDigest(next.contents),
    validated: next.validated,
    created_at: deps.now(),
    created_by: author.apiKeyId,
  };
  await insertPolicyVersion(tx, author.workspaceId, { row, liveVersion });
  const stored = policyToWire(row, { live_version: liveVersion });
  await tellInTransaction(tx, deps, { workspaceId: author.workspaceId, event: policyStored(stored) });
  return stored;
}

/** Stores a policy's first version; with the same contents as its latest one, gives that. @throws {ApiError} 409. */
export async function createPolicy(
  tx: Tx,
  deps: ControlDeps,
  { author, ...checked }: CheckedContents & { author: Author },
): Promise<Policy> {
  const { workspaceId } = author;
  const { id } = checked.contents;
  if (await insertPolicy(tx, workspaceId, id)) {
    if ((await countPolicies(tx, workspaceId)) > limits.policiesPerWorkspace) {
      throw tooManyPolicies(limits.policiesPerWorkspace);
    }
    const policy = { id, version: 0, live_version: null };
    return storeNext(tx, { deps, author }, { ...checked, policy });
  }
  const stored = await lockPolicy(tx, workspaceId, id);
  if (!stored) throw policyConflict(id);
  const latest = await latestOf(tx, workspaceId, stored);
  if (latest.digest !== policyDigest(checked.contents)) throw policyConflict(id);
  return policyToWire(latest, stored);
}

/** Stores a policy's next version; with the contents of the latest one, gives that. @throws {ApiError} 404. */
export async function replacePolicy(
  tx: Tx,
  deps: ControlDeps,
  { author, ...checked }: CheckedContents & { author: Author },
): Promise<Policy> {
  const { id } = checked.contents;
  const policy = await lockPolicy(tx, author.workspaceId, id);
  if (!policy) throw noSuchPolicy(id);
  const latest = await latestOf(tx, author.workspaceId, policy);
  if (latest.digest === policyDigest(checked.contents)) return policyToWire(latest, policy);
  return storeNext(tx, { deps, author }, { ...checked, policy });
}

/** Stores an earlier version's contents as the next version. @throws {ApiError} 403, 404; 422 for a version there is not. */
export async function rollbackPolicy(
  tx: Tx,
  deps: ControlDeps,
  { author, id, version }: { author: Author; id: string; version: number },
): Promise<Policy> {
  refuseBaseline(id);
  const policy = await lockPolicy(tx, author.workspaceId, id);
  if (!policy) throw noSuchPolicy(id);
  const earlier = await findPolicyVersion(tx, author.workspaceId, { id, version });
  if (!earlier) throw noSuchPolicyVersion(id, version);
  if (version === policy.version) return policyToWire(earlier, policy);
  const { name, description, language, text, mode, status, outcome, code, severity, tests } = earlier;
  const contents = { id, name, description, language, text, mode, status, outcome, code, severity, tests };
  return storeNext(tx, { deps, author }, { contents, validated: earlier.validated, policy });
}

/** A version of a policy, the latest when none is named; of the baseline too. @throws {ApiError} 404. */
export async function getPolicy(
  db: Knex,
  workspaceId: string,
  { id, version }: { id: string; version?: number | undefined },
): Promise<Policy> {
  const baseline = baselineAnswerOf(id);
  if (baseline) {
    if (version !== undefined && version !== baseline.version) throw noSuchPolicy(id, version);
    return baseline;
  }
  const policy = await findPolicy(db, workspaceId, id);
  if (!policy) throw noSuchPolicy(id);
  const row = await findPolicyVersion(db, workspaceId, { id, version: version ?? policy.version });
  if (!row) throw noSuchPolicy(id, version);
  return policyToWire(row, policy);
}

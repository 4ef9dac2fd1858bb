import type { PolicyState } from "@assay/contract/control/agents/agent-wire";
import type { PolicyVersion } from "@assay/contract/control/policies/policy-contents";
import type { Knex } from "knex";
import {
  baselineSet,
  type EffectivePolicy,
  policySet,
  agentPolicies,
  type SubjectPolicies,
} from "@assay/contract/control/cedar/policy-set";
import {
  findLatestStates,
  findLivePolicies,
  findPolicyVersions,
  type LivePolicyRow,
} from "./policy-queries.ts";

/** The members of a stored version that decisions use. */
export const effectiveOf = ({
  id,
  version,
  digest,
  name,
  text,
  mode,
  outcome,
  code,
}: PolicyVersion): EffectivePolicy => ({
  id,
  version,
  digest,
  name,
  text,
  mode,
  outcome,
  code,
});

/** Maximum number of cached versions. */
const maxCacheEntries = 2000;

/**
 * Finds the policies in force. Each call reads which versions are in force, so a change takes effect in every
 * process at once. The contents of a version never change, so they are cached.
 */
export class PolicyCatalog {
  readonly #versions = new Map<string, EffectivePolicy>();

  /** Returns the policies that apply to an agent. @param policyIds the policies attached to the agent. */
  async ofAgent(db: Knex, workspaceId: string, policyIds: readonly string[]): Promise<SubjectPolicies> {
    if (policyIds.length === 0) return { set: baselineSet, warnings: [] };
    const rows = await findLivePolicies(db, workspaceId, policyIds);
    return agentPolicies(policyIds, await this.#effective(db, workspaceId, rows));
  }

  /**
   * Returns the states of the policies with the given ids, in the form that decisions use. Omits policies
   * that do not exist.
   */
  async statesOf(
    db: Knex,
    workspaceId: string,
    policyIds: readonly string[],
  ): Promise<Map<string, PolicyState>> {
    const { set } = await this.ofAgent(db, workspaceId, policyIds);
    const inForce = new Map(set.policies.map((policy) => [policy.id, policy]));
    const others = policyIds.filter((id) => !inForce.has(id) && !set.unresolved.includes(id));
    const states = new Map<string, PolicyState>();
    for (const [id, { version, mode }] of inForce) states.set(id, { version, mode, status: "active" });
    for (const { id, mode, status } of await findLatestStates(db, workspaceId, others)) {
      states.set(id, { version: null, mode, status });
    }
    return states;
  }

  /**
   * Returns the policies that apply to subjects that are not agents: all policies of the workspace that are
   * in force, ordered by id. The baseline is not included.
   */
  async ofWorkspace(db: Knex, workspaceId: string): Promise<SubjectPolicies> {
    const rows = await findLivePolicies(db, workspaceId);
    const found = await this.#effective(db, workspaceId, rows);
    const policies = [...found.values()].filter((policy) => policy !== null);
    const unresolved = rows.flatMap(({ id }) => (found.has(id) ? [] : [id]));
    return { set: policySet(policies, { baseline: false, unresolved }), warnings: [] };
  }

  /**
   * Returns the version in force of each policy, in the given order; null for a policy without a version in
   * force. Omits versions that were deleted in the meantime.
   */
  async #effective(
    db: Knex,
    workspaceId: string,
    rows: readonly LivePolicyRow[],
  ): Promise<Map<string, EffectivePolicy | null>> {
    const live = rows.flatMap(({ id, live_version: version }) => (version === null ? [] : [{ id, version }]));
    const keyOf = ({ id, version }: { id: string; version: number }): string =>
      JSON.stringify([workspaceId, id, version]);
    const missing = live.filter((one) => !this.#versions.has(keyOf(one)));
    const loaded = new Map<string, EffectivePolicy>();
    for (const row of await findPolicyVersions(db, workspaceId, missing)) {
      loaded.set(keyOf(row), effectiveOf(row));
    }
    const found = new Map<string, EffectivePolicy | null>();
    for (const { id, live_version: version } of rows) {
      const key = version === null ? undefined : keyOf({ id, version });
      const policy = key === undefined ? null : (loaded.get(key) ?? this.#versions.get(key));
      if (policy !== undefined) found.set(id, policy);
    }
    for (const [key, policy] of loaded) this.#cache(key, policy);
    return found;
  }

  #cache(key: string, policy: EffectivePolicy): void {
    this.#versions.set(key, policy);
    if (this.#versions.size <= maxCacheEntries) return;
    // A Map iterates in insertion order: the first entry is the oldest.
    const [oldest] = this.#versions.keys();
    if (oldest !== undefined) this.#versions.delete(oldest);
  }
}

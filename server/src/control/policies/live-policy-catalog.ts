import type { PolicyVersion } from "@assay/contract/control/policies/policy-contents";
import type { PolicyWarning } from "@assay/contract/domain";
import type { Knex } from "knex";
import { baselineSet, type EffectivePolicy, effectiveSet, type EffectiveSet } from "../cedar/index.ts";
import { findLivePolicies, findPolicyVersions, type LivePolicyRow } from "./policy-queries.ts";

/** A stored version as it takes part in decisions. */
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

/** Versions whose texts are kept in memory. */
const mostKept = 2000;

/** The policies that decide on a subject, and what should be known of them. */
export interface SubjectPolicies {
  set: EffectiveSet;
  /** Attached policies of which no version is in force. */
  warnings: readonly PolicyWarning[];
}

/**
 * Finds the policies that decide. Which versions are in force is read each time, so that a change holds at once in every
 * process; what versions say never changes, and is kept.
 */
export class PolicyCatalog {
  readonly #versions = new Map<string, EffectivePolicy>();

  /**
   * The policies that an agent is under: the baseline, then those attached, in their order. An id without a policy makes
   * the set unresolved, which denies; a policy that is a draft or retired takes no part, and is a warning.
   *
   * @param policyIds those attached to the agent.
   */
  async ofAgent(db: Knex, workspaceId: string, policyIds: readonly string[]): Promise<SubjectPolicies> {
    if (policyIds.length === 0) return { set: baselineSet, warnings: [] };
    const rows = await findLivePolicies(db, workspaceId, policyIds);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const found = policyIds.map((id) => byId.get(id)).filter((row) => row !== undefined);
    const { policies, gone } = await this.#effective(db, workspaceId, found);
    const unresolved = [...policyIds.filter((id) => !byId.has(id)), ...gone];
    return {
      set: effectiveSet(policies, { baseline: true, unresolved }),
      warnings: found.filter(({ live_version: live }) => live === null).map(notInForce),
    };
  }

  /** The policies that other subjects are under: all of the workspace that are in force, by id, without the baseline. */
  async ofWorkspace(db: Knex, workspaceId: string): Promise<SubjectPolicies> {
    const rows = await findLivePolicies(db, workspaceId);
    const { policies, gone } = await this.#effective(db, workspaceId, rows);
    return { set: effectiveSet(policies, { baseline: false, unresolved: gone }), warnings: [] };
  }

  /** What rows in force say; `gone`: the ids of those that were deleted while they were looked up. */
  async #effective(
    db: Knex,
    workspaceId: string,
    rows: readonly LivePolicyRow[],
  ): Promise<{ policies: EffectivePolicy[]; gone: string[] }> {
    const live = rows.flatMap(({ id, live_version: version }) => (version === null ? [] : [{ id, version }]));
    const keyOf = ({ id, version }: { id: string; version: number }): string =>
      JSON.stringify([workspaceId, id, version]);
    const missing = live.filter((one) => !this.#versions.has(keyOf(one)));
    const loaded = new Map<string, EffectivePolicy>();
    for (const row of await findPolicyVersions(db, workspaceId, missing)) {
      loaded.set(keyOf(row), effectiveOf(row));
    }
    const policyOf = (one: { id: string; version: number }): EffectivePolicy | undefined =>
      loaded.get(keyOf(one)) ?? this.#versions.get(keyOf(one));
    const policies = live.map(policyOf).filter((policy) => policy !== undefined);
    const gone = live.filter((one) => !policyOf(one)).map(({ id }) => id);
    for (const [key, policy] of loaded) this.#keep(key, policy);
    return { policies, gone };
  }

  #keep(key: string, policy: EffectivePolicy): void {
    this.#versions.set(key, policy);
    if (this.#versions.size <= mostKept) return;
    // A Map keeps the order of insertion: the first one is the oldest.
    const [oldest] = this.#versions.keys();
    if (oldest !== undefined) this.#versions.delete(oldest);
  }
}

const notInForce = ({ id }: LivePolicyRow): PolicyWarning => ({
  policyId: id,
  code: "policy_not_in_force",
  message: `The policy ${JSON.stringify(id)} is attached, and no version of it is in force.`,
});

import type { PolicyVersion } from "@assay/contract/control/policies/policy-contents";
import type { Knex } from "knex";
import {
  baselineSet,
  type EffectivePolicy,
  effectiveSet,
  policiesOfAgent,
  type SubjectPolicies,
} from "../cedar/index.ts";
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
const maxCacheEntries = 2000;

/**
 * Finds the policies that decide. Which versions are in force is read each time, so that a change holds at once in every
 * process; what versions say never changes, and is kept.
 */
export class PolicyCatalog {
  readonly #versions = new Map<string, EffectivePolicy>();

  /** The policies that an agent is under. @param policyIds those attached to the agent. */
  async ofAgent(db: Knex, workspaceId: string, policyIds: readonly string[]): Promise<SubjectPolicies> {
    if (policyIds.length === 0) return { set: baselineSet, warnings: [] };
    const rows = await findLivePolicies(db, workspaceId, policyIds);
    return policiesOfAgent(policyIds, await this.#effective(db, workspaceId, rows));
  }

  /** The policies that other subjects are under: all of the workspace that are in force, by id, without the baseline. */
  async ofWorkspace(db: Knex, workspaceId: string): Promise<SubjectPolicies> {
    const rows = await findLivePolicies(db, workspaceId);
    const found = await this.#effective(db, workspaceId, rows);
    const policies = [...found.values()].filter((policy) => policy !== null);
    const unresolved = rows.flatMap(({ id }) => (found.has(id) ? [] : [id]));
    return { set: effectiveSet(policies, { baseline: false, unresolved }), warnings: [] };
  }

  /** What rows in force say, in their order; null: none is in force. One that was deleted meanwhile is left out. */
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
    for (const [key, policy] of loaded) this.#keep(key, policy);
    return found;
  }

  #keep(key: string, policy: EffectivePolicy): void {
    this.#versions.set(key, policy);
    if (this.#versions.size <= maxCacheEntries) return;
    // A Map keeps the order of insertion: the first one is the oldest.
    const [oldest] = this.#versions.keys();
    if (oldest !== undefined) this.#versions.delete(oldest);
  }
}

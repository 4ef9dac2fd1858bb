import {
  lostNames,
  type NameWarning,
  type PolicyName,
  type PolicyWithNames,
} from "@assay/contract/control/policies/unknown-names";
import type { TextChecker } from "@assay/contract/control/cedar/text/text-checker";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";
import { loadKnownNames } from "./known-names.ts";
import { findLivePolicies, findPolicyVersions } from "./policy-queries.ts";

/** Maximum number of policy texts whose names are cached. */
const maxCached = 2000;

/** Returns the names that occur in policies in force. A process parses each policy text only once. */
export class PolicyNames {
  readonly #checker: Pick<TextChecker, "names">;
  readonly #byDigest = new Map<string, readonly PolicyName[]>();

  constructor(checker: Pick<TextChecker, "names">) {
    this.#checker = checker;
  }

  /** Returns the policies of a workspace that are in force, with the names that occur in their texts. */
  async #inForce(db: Knex, workspaceId: string): Promise<PolicyWithNames[]> {
    const live = (await findLivePolicies(db, workspaceId)).flatMap(({ id, live_version: version, digest }) =>
      version === null || digest === null ? [] : [{ id, version, digest }],
    );
    const missing = live.filter(({ digest }) => !this.#byDigest.has(digest));
    if (this.#byDigest.size + missing.length > maxCached) this.#byDigest.clear();
    for (const { digest, text } of await findPolicyVersions(db, workspaceId, missing))
      this.#byDigest.set(digest, this.#checker.names(text));
    return live.map(({ id, digest }) => ({ policyId: id, names: this.#byDigest.get(digest) ?? [] }));
  }

  /**
   * Runs a change. Adds a warning for each name in a policy in force that the workspace no longer knows after
   * the change.
   */
  async withWarnings<T extends object>(
    tx: Tx,
    workspaceId: string,
    change: () => Promise<T>,
  ): Promise<T & { warnings: NameWarning[] }> {
    const policies = await this.#inForce(tx, workspaceId);
    const names = policies.flatMap((policy) => policy.names);
    if (names.length === 0) return { ...(await change()), warnings: [] };
    const load = () => loadKnownNames(tx, workspaceId, { names, extent: "named" });
    const before = await load();
    const result = await change();
    return { ...result, warnings: lostNames(policies, before, await load()) };
  }
}

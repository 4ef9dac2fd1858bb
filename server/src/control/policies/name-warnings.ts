import type { AgentRecord } from "@assay/contract/control/agents/agent-rules";
import { parentsOfAgent } from "@assay/contract/control/hierarchy/group-parents";
import type { KnownNames, PolicyName } from "@assay/contract/control/policies/names/name-index";
import {
  lostNames,
  type NameWarning,
  type PolicyWithNames,
} from "@assay/contract/control/policies/names/unknown-names";
import type { SettingsRecord } from "@assay/contract/control/settings/settings-rules";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PolicyTexts } from "./texts/policy-texts.ts";
import { loadKnownNames, type NameSelection } from "./known-names.ts";
import { findLivePolicies, findPolicyVersions } from "./policy-queries.ts";

/** Maximum number of policy texts whose names are cached. The oldest is evicted first. */
const maxCached = 2000;

/** A result, with a warning for each name that the change made unknown. */
export interface Warned<T> {
  result: T;
  warnings: NameWarning[];
}

type Load = (further?: Pick<NameSelection, "withoutAgent">) => Promise<KnownNames>;

/**
 * Reports names in policies in force that a change makes unknown. Decisions wait while the log is locked, so
 * all names are loaded before the change locks the log. A process parses each policy text only once.
 */
export class PolicyNames {
  readonly #texts: Pick<PolicyTexts, "namesForChange">;
  readonly #byDigest = new Map<string, readonly PolicyName[]>();

  constructor(texts: Pick<PolicyTexts, "namesForChange">) {
    this.#texts = texts;
  }

  /** Changes entities. @param change calls `onStored` after it has stored the entities. */
  entityChange<T>(
    tx: Tx,
    workspaceId: string,
    change: (onStored: () => Promise<void>) => Promise<T>,
  ): Promise<Warned<T>> {
    return this.#compare(tx, workspaceId, async (load) => {
      let after: KnownNames | undefined;
      const result = await change(async () => {
        after = await load?.();
      });
      return { result, after };
    });
  }

  /** Changes settings. @param change returns the new settings. */
  settingsChange(
    tx: Tx,
    workspaceId: string,
    change: () => Promise<SettingsRecord>,
  ): Promise<Warned<SettingsRecord>> {
    return this.#compare(tx, workspaceId, async (_load, before) => {
      const settings = await change();
      return { result: settings, after: before && { ...before, tools: { ...before.tools, settings } } };
    });
  }

  /** Changes an agent. @param change returns the agent after the change; undefined if it was deleted. */
  agentChange(
    tx: Tx,
    { workspaceId, id }: { workspaceId: string; id: string },
    change: () => Promise<AgentRecord | undefined>,
  ): Promise<Warned<AgentRecord | undefined>> {
    return this.#compare(tx, workspaceId, async (load) => {
      const others = await load?.({ withoutAgent: id });
      const agent = await change();
      return { result: agent, after: others && (agent ? withAgent(others, agent) : others) };
    });
  }

  async #compare<T>(
    tx: Tx,
    workspaceId: string,
    change: (
      load: Load | undefined,
      before: KnownNames | undefined,
    ) => Promise<{ result: T; after?: KnownNames | undefined }>,
  ): Promise<Warned<T>> {
    const policies = await this.#inForce(tx, workspaceId);
    const names = policies.flatMap((policy) => policy.names);
    const load: Load = (further) => loadKnownNames(tx, workspaceId, { names, extent: "named", ...further });
    const before = names.length === 0 ? undefined : await load();
    const { result, after } = await change(before && load, before);
    return { result, warnings: before && after ? lostNames(policies, before, after) : [] };
  }

  /** Returns the policies of a workspace that are in force, with the names that occur in their texts. */
  async #inForce(db: Knex, workspaceId: string): Promise<PolicyWithNames[]> {
    const live = (await findLivePolicies(db, workspaceId)).flatMap(({ id, live_version: version, digest }) =>
      version === null || digest === null ? [] : [{ id, version, digest }],
    );
    const missing = live.filter(({ digest }) => !this.#byDigest.has(digest));
    const parsed = new Map<string, readonly PolicyName[]>();
    for (const { digest, text } of await findPolicyVersions(db, workspaceId, missing)) {
      const names = await this.#namesIn(text, workspaceId);
      if (names) parsed.set(digest, names);
    }
    const namesOf = (digest: string) => this.#byDigest.get(digest) ?? parsed.get(digest) ?? [];
    const policies = live.map(({ id, digest }) => ({ policyId: id, names: namesOf(digest) }));
    for (const [digest, names] of parsed) this.#cache(digest, names);
    return policies;
  }

  /**
   * Returns the names in a text; undefined if the engine fails. Warnings must not prevent a change, so the
   * text then causes none.
   */
  async #namesIn(text: string, workspaceId: string): Promise<readonly PolicyName[] | undefined> {
    try {
      return await this.#texts.namesForChange(text, workspaceId);
    } catch {
      return undefined;
    }
  }

  #cache(digest: string, names: readonly PolicyName[]): void {
    this.#byDigest.set(digest, names);
    if (this.#byDigest.size <= maxCached) return;
    // A Map iterates in insertion order: the first entry is the oldest.
    const [oldest] = this.#byDigest.keys();
    if (oldest !== undefined) this.#byDigest.delete(oldest);
  }
}

const withAgent = (others: KnownNames, { id, tools, groups }: AgentRecord): KnownNames => ({
  ...others,
  agents: [...others.agents, id],
  parents: [...others.parents, ...parentsOfAgent(groups)],
  tools: { ...others.tools, declared: [...others.tools.declared, ...tools] },
});

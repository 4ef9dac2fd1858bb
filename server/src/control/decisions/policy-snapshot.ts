import { agentOf, type AuthorizationRequest } from "@assay/contract/control/decisions/authorize-call";
import { factSettingsOf, type PolicySnapshot } from "@assay/contract/control/decisions/evaluate-request";
import { defaultSettings } from "@assay/contract/control/settings/settings";
import { entityKey, type EntityName } from "@assay/contract/control/hierarchy/entity-name";
import type { FactAgent, FactSettings } from "@assay/contract/domain";
import { missingEntities } from "@assay/contract/control/decisions/loading/missing-entities";
import type { EntityNode, FindNode, MissingEntities } from "@assay/contract/control/hierarchy/entity-nodes";
import type { Groups } from "@assay/contract/control/hierarchy/group-parents";
import { loadNodes } from "../hierarchy-queries.ts";
import type { WorkspaceSettings } from "@assay/contract/control/settings/settings";
import type { Knex } from "knex";
import type { ControlDeps } from "../control-deps.ts";
import type { PolicyEngine } from "@assay/contract/control/cedar/engine/policy-engine";
import type { EffectiveSet, SubjectPolicies } from "@assay/contract/control/cedar/policy-set";
import type { LockedLog } from "../../evidence/log/append/append-batch.ts";
import type { SnapshotChanges } from "./snapshot-changes.ts";
import { type DecidedAgentRow, findDecidedAgents, findLogAndSettings } from "./snapshot-queries.ts";

/** The policies of an agent in a snapshot. `agent` is null if the agent does not exist. */
interface AgentSnapshot {
  agent: FactAgent | null;
  /** The ids of the attached policies, with those that do not exist. */
  policyIds: readonly string[];
  policies: SubjectPolicies;
}

type SnapshotEngine = Pick<PolicyEngine, "referenceReaders" | "unknownTexts">;

/**
 * The loaded state of a workspace. Decisions may use the state as long as the locked log has no control
 * change after `verifiedSize` that changes what they used.
 */
export class WorkspaceSnapshot {
  /** Number of events, from the start of the log, that are verified not to change this snapshot. */
  verifiedSize: number;
  /** If true, the log has changes after this snapshot that were not compared, and the snapshot must not be used again. */
  isStale = false;
  /** The comparison with later changes in the log; undefined if none was found. */
  comparison: LaterChanges | undefined;
  readonly settings: WorkspaceSettings;
  readonly factSettings: FactSettings;
  readonly agents = new Map<string, AgentSnapshot>();
  /** The policies of subjects that are not agents; undefined if not loaded. */
  others: SubjectPolicies | undefined;
  /** The loaded entities, by `entityKey`. */
  readonly nodes = new Map<string, EntityNode>();
  readonly actionGroups: Groups;
  /** Number of characters of all loaded data. */
  chars = 0;

  readonly #engine: SnapshotEngine;

  constructor(
    engine: SnapshotEngine,
    { size, settings, actionGroups }: { size: number; settings: WorkspaceSettings; actionGroups: Groups },
  ) {
    this.#engine = engine;
    this.verifiedSize = size;
    this.actionGroups = actionGroups;
    this.settings = settings;
    this.factSettings = factSettingsOf(settings);
  }

  /** Finds a loaded entity. */
  readonly #find: FindNode = (name) => this.nodes.get(entityKey(name));

  /**
   * The state after changes in the log: without the agents, policies and entities that were changed, which are loaded
   * again when a decision needs them.
   *
   * @param changes changes of agents, policies and entities, but not of settings or of groups of actions.
   * @param size number of events in the log, up to which the changes were read.
   */
  after(changes: SnapshotChanges, size: number): WorkspaceSnapshot {
    const { settings, actionGroups } = this;
    const next = new WorkspaceSnapshot(this.#engine, { size, settings, actionGroups });
    for (const [id, agent] of this.agents)
      if (!changes.agents.has(id) && !agent.policyIds.some((policy) => changes.policies.has(policy)))
        next.agents.set(id, agent);
    if (changes.policies.size === 0) next.others = this.others;
    if (!changes.entities) {
      for (const [key, node] of this.nodes) next.nodes.set(key, node);
      for (const id of changes.agents) next.nodes.delete(entityKey({ type: "agent", id }));
    }
    next.chars = changes.entities ? 0 : this.chars;
    return next;
  }

  /** Keeps an entity that was not changed although other entities were. */
  keep(key: string, node: EntityNode): void {
    if (this.nodes.has(key)) return;
    this.nodes.set(key, node);
    this.chars += key.length + JSON.stringify(node).length;
  }

  #policiesFor(call: AuthorizationRequest): SubjectPolicies | undefined {
    const id = agentOf(call);
    return id === null ? this.others : this.agents.get(id)?.policies;
  }

  /** The policies for a call, if they are loaded and compiling them takes long. */
  unpreparedFor(call: AuthorizationRequest): EffectiveSet | undefined {
    const set = this.#policiesFor(call)?.set;
    return set && this.#engine.unknownTexts(set).length > 0 ? set : undefined;
  }

  /** The entities that a decision on a call needs and that are not loaded yet, as far as they are known. */
  missingFor(call: AuthorizationRequest): MissingEntities {
    const set = this.#policiesFor(call)?.set;
    return missingEntities(call, this.#find, set ? this.#engine.referenceReaders(set, call) : []);
  }

  /** The snapshot for a decision on a call; undefined if a part of the snapshot is not loaded yet. */
  snapshotFor(call: AuthorizationRequest): CachedPolicySnapshot | undefined {
    const policies = this.#policiesFor(call);
    if (!policies) return undefined;
    const { whole, parents } = this.missingFor(call);
    if (whole.length + parents.length > 0) return undefined;
    const { factSettings, actionGroups } = this;
    const id = agentOf(call);
    const own = id === null ? undefined : this.agents.get(id);
    const used: UsedState = {
      agent: id,
      policyIds: id === null ? null : (own?.policyIds ?? []),
      entities: new Map(),
      isMixed: false,
    };
    const find: FindNode = (name) => {
      const node = this.#find(name);
      const key = entityKey(name);
      used.isMixed ||= used.entities.has(key) && used.entities.get(key)?.node !== node;
      used.entities.set(key, { name, node });
      return node;
    };
    return { workspace: this, used, agent: own?.agent ?? null, factSettings, policies, find, actionGroups };
  }
}

/** The control changes in the log after a workspace snapshot. */
export interface LaterChanges {
  /** The workspace snapshot without what was changed; undefined if any part of it may be changed. */
  readonly next: WorkspaceSnapshot | undefined;
  /** Whether the changes affect what a decision used. */
  affects: (reading: Pick<LockedLog, "readState">, used: UsedState) => Promise<boolean>;
}

/** What a decision used of a workspace besides the settings and the groups of actions. */
export interface UsedState {
  /** The agent that the call is about; null for another subject. */
  agent: string | null;
  /** The policies that are attached to the agent; null if all policies of the workspace apply. */
  policyIds: readonly string[] | null;
  /** The entities that were read, as they were read, by `entityKey`. */
  entities: Map<string, { name: EntityName; node: EntityNode | undefined }>;
  /** Whether an entity was loaded again between two reads. */
  isMixed: boolean;
}

/** The snapshot for a decision, the workspace snapshot that it is part of, and what the decision used of it so far. */
export interface CachedPolicySnapshot extends PolicySnapshot {
  workspace: WorkspaceSnapshot;
  used: UsedState;
}

/**
 * The data and functions that loading a snapshot requires. `knex` is the database, or a transaction that has
 * locked the log. `prepare` splits the texts of a set in a thread, or does nothing while the log is locked.
 */
export type SnapshotSource = Pick<ControlDeps, "secrets" | "policies"> & {
  knex: Knex;
  prepare: (set: EffectiveSet) => Promise<void>;
};

/** Loads the log's size and the settings of a workspace. */
export async function loadWorkspaceSnapshot(
  { knex, policies }: Pick<SnapshotSource, "knex" | "policies">,
  workspaceId: string,
): Promise<WorkspaceSnapshot> {
  const { size, settings, actionGroups } = await findLogAndSettings(knex, workspaceId);
  return new WorkspaceSnapshot(policies.engine, {
    size,
    settings: { ...defaultSettings, ...settings },
    actionGroups: actionGroups ?? {},
  });
}

/** Loads the parts that decisions on the given calls need and that `workspace` does not contain yet. */
export async function loadSnapshot(
  deps: SnapshotSource,
  workspaceId: string,
  { workspace, calls }: { workspace: WorkspaceSnapshot; calls: readonly AuthorizationRequest[] },
): Promise<void> {
  const { knex } = deps;
  const ids = [...new Set(calls.flatMap((call) => agentOf(call) ?? []))].filter(
    (id) => !workspace.agents.has(id),
  );
  const { nodes, settings } = workspace;
  const loadMissing = async (): Promise<void> => {
    for (const call of calls) {
      const set = workspace.unpreparedFor(call);
      if (set) await deps.prepare(set);
    }
    const missing = () => calls.map((call) => workspace.missingFor(call));
    workspace.chars += await loadNodes(knex, workspaceId, { nodes, settings, missing });
  };
  const [rows] = await Promise.all([
    ids.length === 0 ? [] : findDecidedAgents(knex, workspaceId, ids),
    loadMissing(),
  ]);
  await loadAgents(deps, workspaceId, { workspace, ids, rows });
  if (!workspace.others && calls.some((call) => agentOf(call) === null)) {
    workspace.others = await deps.policies.catalog.ofWorkspace(knex, workspaceId);
  }
  // The policies determine which further entities a decision needs.
  await loadMissing();
}

/** Loads agents and their policies. Agents with equal lists of policies share one load of these policies. */
async function loadAgents(
  deps: SnapshotSource,
  workspaceId: string,
  {
    workspace,
    ids,
    rows,
  }: { workspace: WorkspaceSnapshot; ids: readonly string[]; rows: readonly DecidedAgentRow[] },
): Promise<void> {
  const byList = new Map<string, SubjectPolicies>();
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const row = byId.get(id);
    const list = row?.policy_ids ?? [];
    const key = JSON.stringify(list);
    const policies = byList.get(key) ?? (await deps.policies.catalog.ofAgent(deps.knex, workspaceId, list));
    byList.set(key, policies);
    const agent = row ? await factAgentOf(deps, workspaceId, row) : null;
    workspace.agents.set(id, { agent, policyIds: list, policies });
    workspace.chars += id.length + key.length + JSON.stringify(row?.tools ?? []).length;
  }
}

async function factAgentOf(
  { knex, secrets }: Pick<SnapshotSource, "knex" | "secrets">,
  workspaceId: string,
  { status, tools, boundary, sealed }: DecidedAgentRow,
): Promise<FactAgent> {
  const own = sealed && (await secrets.decrypt(knex, workspaceId, sealed)).toString("utf8");
  return { status, tools, boundary, secrets: own === null ? [] : [own] };
}

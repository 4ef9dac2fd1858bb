import { agentOf, type AuthorizationRequest } from "@assay/contract/control/decisions/authorize-call";
import { factSettingsOf, type PolicySnapshot } from "@assay/contract/control/decisions/evaluate-request";
import { defaultSettings } from "@assay/contract/control/settings/settings";
import { entityKey, type Entity } from "@assay/contract/control/entities/entities";
import type { FactAgent, FactSettings } from "@assay/contract/domain";
import type { WorkspaceSettings } from "@assay/contract/control/settings/settings";
import type { ControlDeps } from "../control-deps.ts";
import type { SubjectPolicies } from "../cedar/index.ts";
import {
  type DecidedAgentRow,
  findDecidedAgents,
  findLogAndSettings,
  findStored,
} from "./snapshot-queries.ts";

/** Something that a decision rests on; null: there is none. */
interface KnownAgent {
  agent: FactAgent | null;
  policies: SubjectPolicies;
}

/**
 * What is known of a workspace since a moment: good for decisions for as long as the log, locked, tells of no change after
 * `verifiedSize` events.
 */
export class WorkspaceSnapshot {
  /** Events of the log up to which nothing that is known here has changed. */
  verifiedSize: number;
  /** The log told of a change: nothing of this is to be used again. */
  isStale = false;
  readonly settings: WorkspaceSettings;
  readonly factSettings: FactSettings;
  readonly agents = new Map<string, KnownAgent>();
  /** What non-agents are under. */
  others: SubjectPolicies | undefined;
  /** By `entityKey`: what is stored of entities; null: nothing is. */
  readonly stored = new Map<string, Entity["properties"] | null>();
  /** Characters of what is kept. */
  weight = 0;

  constructor(verifiedSize: number, settings: WorkspaceSettings) {
    this.verifiedSize = verifiedSize;
    this.settings = settings;
    this.factSettings = factSettingsOf(settings);
  }

  /** What a decision on a call rests on; undefined when some of it is not known yet. */
  basisOf(call: AuthorizationRequest): CachedPolicySnapshot | undefined {
    const id = agentOf(call);
    const found = id === null ? undefined : this.agents.get(id);
    const policies = id === null ? this.others : found?.policies;
    const subject = this.stored.get(entityKey(call.subject));
    const resource = this.stored.get(entityKey(call.resource));
    if (!policies || subject === undefined || resource === undefined) return undefined;
    const { factSettings } = this;
    return {
      known: this,
      agent: found?.agent ?? null,
      factSettings,
      policies,
      storedOf: { subject, resource },
    };
  }
}

/** What a decision rests on, and the workspace that it was loaded for. */
export interface CachedPolicySnapshot extends PolicySnapshot {
  known: WorkspaceSnapshot;
}

type BasisDeps = Pick<ControlDeps, "database" | "secrets" | "policies">;

/** What is looked up anew for a workspace. */
export async function loadWorkspaceSnapshot(
  { database }: BasisDeps,
  workspaceId: string,
): Promise<WorkspaceSnapshot> {
  const { size, settings } = await findLogAndSettings(database.knex, workspaceId);
  return new WorkspaceSnapshot(size, { ...defaultSettings, ...settings });
}

/** Looks up what decisions on some calls rest on, as far as it is not known; after what `known` began with. */
export async function learn(
  deps: BasisDeps,
  workspaceId: string,
  { known, calls }: { known: WorkspaceSnapshot; calls: readonly AuthorizationRequest[] },
): Promise<void> {
  const { knex } = deps.database;
  const ids = [...new Set(calls.flatMap((call) => agentOf(call) ?? []))].filter(
    (id) => !known.agents.has(id),
  );
  const names = calls.flatMap(({ subject, resource }) => [subject, resource]);
  const missing = [...new Map(names.map((name) => [entityKey(name), name]))].filter(
    ([key]) => !known.stored.has(key),
  );
  const [rows, entities] = await Promise.all([
    ids.length === 0 ? [] : findDecidedAgents(knex, workspaceId, ids),
    missing.length === 0
      ? []
      : findStored(
          knex,
          workspaceId,
          missing.map(([, name]) => name),
        ),
  ]);
  const properties = new Map(entities.map((entity) => [entityKey(entity), entity.properties]));
  for (const [key] of missing) {
    const found = properties.get(key) ?? null;
    known.stored.set(key, found);
    known.weight += key.length + JSON.stringify(found).length;
  }
  await learnAgents(deps, workspaceId, { known, ids, rows });
  if (!known.others && calls.some((call) => agentOf(call) === null)) {
    known.others = await deps.policies.catalog.ofWorkspace(knex, workspaceId);
  }
}

/** The policies of agents that have the same ones are looked up once. */
async function learnAgents(
  deps: BasisDeps,
  workspaceId: string,
  {
    known,
    ids,
    rows,
  }: { known: WorkspaceSnapshot; ids: readonly string[]; rows: readonly DecidedAgentRow[] },
): Promise<void> {
  const byList = new Map<string, SubjectPolicies>();
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const row = byId.get(id);
    const list = row?.policy_ids ?? [];
    const key = JSON.stringify(list);
    const policies =
      byList.get(key) ?? (await deps.policies.catalog.ofAgent(deps.database.knex, workspaceId, list));
    byList.set(key, policies);
    known.agents.set(id, { agent: row ? await factAgentOf(deps, workspaceId, row) : null, policies });
    known.weight += id.length + key.length + JSON.stringify(row?.tools ?? []).length;
  }
}

async function factAgentOf(
  { database, secrets }: BasisDeps,
  workspaceId: string,
  { status, tools, boundary, sealed }: DecidedAgentRow,
): Promise<FactAgent> {
  const own = sealed && (await secrets.decrypt(database.knex, workspaceId, sealed)).toString("utf8");
  return { status, tools, boundary, secrets: own === null ? [] : [own] };
}

import type { PolicyVersion } from "@assay/contract/control/policies/policy-contents";
import { formatId, parseId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { columnValues, type RecordColumns } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";

/** The numbers of a policy's latest version and of its version in force. */
export interface PolicyRow {
  id: string;
  version: number;
  live_version: number | null;
}

const columns: RecordColumns<PolicyVersion> = {
  id: "policy_id",
  version: "version",
  name: "name",
  description: "description",
  language: "language",
  text: "text",
  mode: "mode",
  status: "status",
  outcome: "outcome",
  code: "code",
  severity: "severity",
  tests: "tests",
  digest: "digest",
  validated: "validated",
  createdAt: "created_at",
  createdBy: "created_by",
};

/** A version as stored. The time is a date, and the API key is identified by its UUID. */
type StoredVersion<R> = Omit<R, "createdAt" | "createdBy"> & { createdAt: Date; createdBy: string };

const versionOf = <R extends object>({ createdAt, createdBy, ...rest }: StoredVersion<R>) => ({
  ...rest,
  createdAt: createdAt.getTime(),
  createdBy: formatId("api_key", createdBy),
});

/** Inserts a policy that has no versions yet. @returns false if a policy with this id already exists. */
export async function insertPolicy(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const inserted = await tx("policies")
    .insert({ workspace_id: workspaceId, id, version: 0, live_version: null })
    .onConflict(["workspace_id", "id"])
    .ignore()
    .returning("id");
  return inserted.length === 1;
}

/** Locks a policy until the transaction ends, and returns it; undefined if the policy does not exist. */
export async function lockPolicy(tx: Tx, workspaceId: string, id: string): Promise<PolicyRow | undefined> {
  return tx("policies")
    .where({ workspace_id: workspaceId, id })
    .forUpdate()
    .first("id", "version", "live_version");
}

/** The number of policies of a workspace. */
export async function countPolicies(db: Knex, workspaceId: string): Promise<number> {
  const rows: { count: number }[] = await db("policies")
    .where({ workspace_id: workspaceId })
    .select(db.raw("count(*)::int as count"));
  return rows[0]?.count ?? 0;
}

/** Stores a new latest version of a locked policy, and sets which version is in force. */
export async function insertPolicyVersion(
  tx: Tx,
  workspaceId: string,
  { version, liveVersion }: { version: PolicyVersion; liveVersion: number | null },
): Promise<void> {
  const { createdAt, createdBy, ...members } = version;
  await tx("policy_versions").insert({
    ...columnValues<PolicyVersion>(columns, members, ["tests"]),
    workspace_id: workspaceId,
    created_at: new Date(createdAt ?? 0),
    created_by: parseId("api_key", createdBy ?? ""),
  });
  await tx("policies")
    .where({ workspace_id: workspaceId, id: version.id })
    .update({ version: version.version, live_version: liveVersion });
}

/** A policy; undefined if it does not exist. */
export async function findPolicy(db: Knex, workspaceId: string, id: string): Promise<PolicyRow | undefined> {
  return db("policies").where({ workspace_id: workspaceId, id }).first("id", "version", "live_version");
}

/** A version of a policy; undefined if it does not exist. */
export async function findPolicyVersion(
  db: Knex,
  workspaceId: string,
  { id, version }: { id: string; version: number },
): Promise<PolicyVersion | undefined> {
  const row: StoredVersion<PolicyVersion> | undefined = await db("policy_versions")
    .where({ workspace_id: workspaceId, policy_id: id, version })
    .first(columns);
  return row && versionOf(row);
}

/** A policy in a list: its latest version without the text and the tests, and its version in force. */
type ListedPolicy = Omit<PolicyVersion, "text" | "tests" | "validated"> & { liveVersion: number | null };

/** Selects policies (`p`) with their latest version (`v`). */
const latestVersions = (db: Knex, workspaceId: string): Knex.QueryBuilder =>
  db("policies as p")
    .join("policy_versions as v", (join) =>
      join
        .on("v.workspace_id", "p.workspace_id")
        .andOn("v.policy_id", "p.id")
        .andOn("v.version", "p.version"),
    )
    .where("p.workspace_id", workspaceId);

/** Lists the latest version of every policy by id, without texts and tests. */
export async function listPolicies(db: Knex, workspaceId: string): Promise<ListedPolicy[]> {
  const { text: _text, tests: _tests, validated: _validated, ...listed } = columns;
  const aliased = Object.fromEntries(Object.entries(listed).map(([name, column]) => [name, `v.${column}`]));
  const rows: StoredVersion<ListedPolicy>[] = await latestVersions(db, workspaceId)
    .orderBy("p.id")
    .select({ liveVersion: "p.live_version", ...aliased });
  return rows.map(versionOf);
}

/** Lists the versions of a policy, newest first. */
export async function listPolicyVersions(
  db: Knex,
  workspaceId: string,
  { id, limit, before }: { id: string; limit: number; before: number | undefined },
): Promise<PolicyVersion[]> {
  const query = db("policy_versions")
    .where({ workspace_id: workspaceId, policy_id: id })
    .orderBy("version", "desc")
    .limit(limit)
    .select(columns);
  if (before !== undefined) query.where("version", "<", before);
  const rows: StoredVersion<PolicyVersion>[] = await query;
  return rows.map(versionOf);
}

/** The version of a policy that is in force, and the digest of that version. */
export interface LivePolicyRow {
  id: string;
  /** Null if no version is in force. */
  live_version: number | null;
  digest: string | null;
}

/**
 * Returns policies with the version that is in force.
 *
 * @param ids ids of the policies; undefined for all policies of the workspace.
 */
export async function findLivePolicies(
  db: Knex,
  workspaceId: string,
  ids?: readonly string[],
): Promise<LivePolicyRow[]> {
  const query = db("policies as p")
    .leftJoin("policy_versions as v", (join) =>
      join
        .on("v.workspace_id", "p.workspace_id")
        .andOn("v.policy_id", "p.id")
        .andOn("v.version", "p.live_version"),
    )
    .where("p.workspace_id", workspaceId)
    .orderBy("p.id")
    .select("p.id", "p.live_version", "v.digest");
  if (ids) query.whereRaw("p.id = any(?::text[])", [[...ids]]);
  return query;
}

/** Returns mode and status of the latest version of each policy. Omits policies that do not exist. */
export async function findLatestStates(
  db: Knex,
  workspaceId: string,
  ids: readonly string[],
): Promise<Pick<PolicyVersion, "id" | "mode" | "status">[]> {
  if (ids.length === 0) return [];
  return latestVersions(db, workspaceId)
    .whereRaw("p.id = any(?::text[])", [[...ids]])
    .select("p.id", "v.mode", "v.status");
}

/** Returns the named versions of policies. Omits versions that do not exist. */
export async function findPolicyVersions(
  db: Knex,
  workspaceId: string,
  wanted: readonly { id: string; version: number }[],
): Promise<PolicyVersion[]> {
  if (wanted.length === 0) return [];
  const rows: StoredVersion<PolicyVersion>[] = await db("policy_versions")
    .where({ workspace_id: workspaceId })
    .whereRaw("(policy_id, version) in (select * from unnest(?::text[], ?::int[]))", [
      wanted.map(({ id }) => id),
      wanted.map(({ version }) => version),
    ])
    .select(columns);
  return rows.map(versionOf);
}

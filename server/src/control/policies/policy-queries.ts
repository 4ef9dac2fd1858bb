import type { PolicyContents } from "@assay/contract/control/policies/policy-rules";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";

/** A stored version of a policy. */
export interface PolicyVersionRow extends Omit<PolicyContents, "id"> {
  policy_id: string;
  version: number;
  digest: string;
  validated: "strict" | "syntax";
  created_at: Date;
  /** UUID of the API key. */
  created_by: string;
}

/** A policy: which version is the latest, and which is in force. */
export interface PolicyRow {
  id: string;
  version: number;
  live_version: number | null;
}

const versionColumns = [
  "policy_id",
  "version",
  "name",
  "description",
  "language",
  "text",
  "mode",
  "status",
  "outcome",
  "code",
  "severity",
  "tests",
  "digest",
  "validated",
  "created_at",
  "created_by",
];

/** Makes a policy without any version; false when there is one of its id. */
export async function insertPolicy(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const inserted = await tx("policies")
    .insert({ workspace_id: workspaceId, id, version: 0, live_version: null })
    .onConflict(["workspace_id", "id"])
    .ignore()
    .returning("id");
  return inserted.length === 1;
}

/** Locks a policy until the transaction ends; undefined when there is none. */
export async function lockPolicy(tx: Tx, workspaceId: string, id: string): Promise<PolicyRow | undefined> {
  return tx("policies")
    .where({ workspace_id: workspaceId, id })
    .forUpdate()
    .first("id", "version", "live_version");
}

/** How many policies a workspace has. */
export async function countPolicies(db: Knex, workspaceId: string): Promise<number> {
  const rows: { count: number }[] = await db("policies")
    .where({ workspace_id: workspaceId })
    .select(db.raw("count(*)::int as count"));
  return rows[0]?.count ?? 0;
}

/** Stores a version of a policy that is locked, and says which is the latest and which is in force from now on. */
export async function insertPolicyVersion(
  tx: Tx,
  workspaceId: string,
  { row, liveVersion }: { row: PolicyVersionRow; liveVersion: number | null },
): Promise<void> {
  await tx("policy_versions").insert({
    workspace_id: workspaceId,
    ...row,
    tests: JSON.stringify(row.tests),
  });
  await tx("policies")
    .where({ workspace_id: workspaceId, id: row.policy_id })
    .update({ version: row.version, live_version: liveVersion });
}

/** A policy; undefined when there is none. */
export async function findPolicy(db: Knex, workspaceId: string, id: string): Promise<PolicyRow | undefined> {
  return db("policies").where({ workspace_id: workspaceId, id }).first("id", "version", "live_version");
}

/** A version of a policy; undefined when there is none. */
export async function findPolicyVersion(
  db: Knex,
  workspaceId: string,
  { id, version }: { id: string; version: number },
): Promise<PolicyVersionRow | undefined> {
  return db("policy_versions")
    .where({ workspace_id: workspaceId, policy_id: id, version })
    .first(versionColumns);
}

/** The latest version of every policy, by id, without text and tests. */
export async function listPolicies(
  db: Knex,
  workspaceId: string,
): Promise<(Omit<PolicyVersionRow, "text" | "tests" | "validated"> & Pick<PolicyRow, "live_version">)[]> {
  const left = new Set(["text", "tests", "validated"]);
  return db("policies as p")
    .join("policy_versions as v", (join) =>
      join
        .on("v.workspace_id", "p.workspace_id")
        .andOn("v.policy_id", "p.id")
        .andOn("v.version", "p.version"),
    )
    .where("p.workspace_id", workspaceId)
    .orderBy("p.id")
    .select("p.live_version", ...versionColumns.filter((name) => !left.has(name)).map((name) => `v.${name}`));
}

/** Versions of a policy, the newest first. */
export async function listPolicyVersions(
  db: Knex,
  workspaceId: string,
  { id, limit, before }: { id: string; limit: number; before: number | undefined },
): Promise<PolicyVersionRow[]> {
  const query = db("policy_versions")
    .where({ workspace_id: workspaceId, policy_id: id })
    .orderBy("version", "desc")
    .limit(limit)
    .select(versionColumns);
  if (before !== undefined) query.where("version", "<", before);
  return query;
}

/** A policy as the catalog looks it up: which version is in force, and what it says. */
export interface LivePolicyRow {
  id: string;
  /** Null: none is in force. */
  live_version: number | null;
  digest: string | null;
}

/**
 * Which versions of policies are in force.
 *
 * @param ids of the policies; undefined: of all of the workspace.
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

/** Versions of policies; those that do not exist are left out. */
export async function findPolicyVersions(
  db: Knex,
  workspaceId: string,
  wanted: readonly { id: string; version: number }[],
): Promise<PolicyVersionRow[]> {
  if (wanted.length === 0) return [];
  return db("policy_versions")
    .where({ workspace_id: workspaceId })
    .whereRaw("(policy_id, version) in (select * from unnest(?::text[], ?::int[]))", [
      wanted.map(({ id }) => id),
      wanted.map(({ version }) => version),
    ])
    .select(versionColumns);
}

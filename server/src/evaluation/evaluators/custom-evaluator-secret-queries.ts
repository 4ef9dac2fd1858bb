import type { Knex } from "knex";

/** A workspace's stored secret, encrypted. */
export interface WorkspaceSecretRow {
  workspace_id: string;
  id: string;
  secret: Buffer;
  created_at: Date;
  /** Null for the current secret. */
  valid_until: Date | null;
}

/** The database key of an evaluation. */
interface EvaluationKey {
  workspaceId: string;
  evaluationId: string;
}

/** Serializes changes to a workspace's secrets. */
export async function lockSecrets(tx: Knex, workspaceId: string): Promise<void> {
  await tx.raw("select pg_advisory_xact_lock(hashtextextended(?, 11))", [workspaceId]);
}

/** Lists the secrets of a workspace that are valid at a given time, newest first. */
export async function listWorkspaceSecrets(
  db: Knex,
  workspaceId: string,
  at: Date,
): Promise<WorkspaceSecretRow[]> {
  return db("custom_evaluator_secrets")
    .where({ workspace_id: workspaceId })
    .whereRaw("coalesce(valid_until, 'infinity') > ?", [at])
    .orderByRaw("valid_until desc nulls first, id desc")
    .select("*");
}

/** Stores a secret for a workspace. */
export async function insertWorkspaceSecret(tx: Knex, row: WorkspaceSecretRow): Promise<void> {
  await tx("custom_evaluator_secrets").insert(row);
}

/** Makes the secrets of a workspace expire at a given time, except those that expire earlier. */
export async function endWorkspaceSecrets(tx: Knex, workspaceId: string, validUntil: Date): Promise<void> {
  await tx("custom_evaluator_secrets")
    .where({ workspace_id: workspaceId })
    .whereRaw("coalesce(valid_until, 'infinity') > ?", [validUntil])
    .update({ valid_until: validUntil });
}

/** Deletes a workspace's expired secrets. */
export async function deleteEndedSecrets(tx: Knex, workspaceId: string, at: Date): Promise<void> {
  await tx("custom_evaluator_secrets")
    .where({ workspace_id: workspaceId })
    .where("valid_until", "<=", at)
    .delete();
}

/** The stored secret of one evaluator in an evaluation, encrypted. */
export interface EvaluatorSecretRow {
  position: number;
  secret: Buffer;
}

/** Stores secrets for evaluators of an evaluation. */
export async function insertEvaluatorSecrets(
  tx: Knex,
  { workspaceId, evaluationId }: EvaluationKey,
  secrets: readonly EvaluatorSecretRow[],
): Promise<void> {
  const key = { workspace_id: workspaceId, evaluation_id: evaluationId };
  await tx("evaluator_secrets").insert(secrets.map((secret) => ({ ...key, ...secret })));
}

/** Lists the secrets that evaluators of an evaluation have instead of the workspace's secret. */
export async function listEvaluatorSecrets(
  db: Knex,
  { workspaceId, evaluationId }: EvaluationKey,
): Promise<EvaluatorSecretRow[]> {
  return db("evaluator_secrets")
    .where({ workspace_id: workspaceId, evaluation_id: evaluationId })
    .select("position", "secret");
}

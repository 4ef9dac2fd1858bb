import { randomBytes } from "node:crypto";
import { needsSecret, rotation } from "@assay/contract/evaluation/evaluators/custom-evaluator-secret-rules";
import { formatWebhookSecret } from "@assay/contract/wire";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import {
  deleteEndedSecrets,
  endWorkspaceSecrets,
  insertEvaluatorSecrets,
  insertWorkspaceSecret,
  listEvaluatorSecrets,
  listWorkspaceSecrets,
  lockSecrets,
} from "./custom-evaluator-secret-queries.ts";

/**
 * Creates a new secret for a workspace. Until the grace period ends, calls are signed with both the new and
 * the previous secret.
 */
export async function rotateSecret(
  tx: Tx,
  deps: PlatformDeps,
  { workspaceId, graceSeconds }: { workspaceId: string; graceSeconds: number },
) {
  await lockSecrets(tx, workspaceId);
  const now = deps.now();
  await deleteEndedSecrets(tx, workspaceId, now);
  const before = await listWorkspaceSecrets(tx, workspaceId, now);
  const { endsAt, previousUntil } = rotation(before, { graceSeconds, now: now.getTime() });
  await endWorkspaceSecrets(tx, workspaceId, new Date(endsAt));
  return { secret: await createSecret(tx, deps, workspaceId), createdAt: now.getTime(), previousUntil };
}

async function createSecret(tx: Tx, deps: PlatformDeps, workspaceId: string): Promise<string> {
  const secret = formatWebhookSecret(randomBytes(32));
  await insertWorkspaceSecret(tx, {
    workspace_id: workspaceId,
    id: deps.newId(),
    secret: await deps.secrets.encrypt(tx, workspaceId, Buffer.from(secret)),
    created_at: deps.now(),
    valid_until: null,
  });
  return secret;
}

interface EvaluationKey {
  workspaceId: string;
  evaluationId: string;
}

/**
 * Stores the secrets for a new evaluation's custom evaluators. Creates the workspace's secret if one is
 * required but missing.
 *
 * @param given one entry per custom evaluator. If `secret` is null, the evaluator uses the workspace's
 * secret.
 */
export async function storeSecrets(
  tx: Tx,
  deps: PlatformDeps,
  key: EvaluationKey,
  given: readonly { position: number; secret: string | null }[],
): Promise<void> {
  const own = [];
  for (const { position, secret } of given) {
    if (secret === null) continue;
    const sealed = await deps.secrets.encrypt(tx, key.workspaceId, Buffer.from(secret));
    own.push({ position, secret: sealed });
  }
  if (own.length > 0) await insertEvaluatorSecrets(tx, key, own);
  // Avoids the lock if no workspace secret is required.
  if (!needsSecret([], given)) return;
  await lockSecrets(tx, key.workspaceId);
  const stored = await listWorkspaceSecrets(tx, key.workspaceId, deps.now());
  const times = stored.map(({ valid_until: end }) => ({ validUntil: end && end.getTime() }));
  if (needsSecret(times, given)) await createSecret(tx, deps, key.workspaceId);
}

/**
 * Returns the current signing secrets for an evaluation's custom evaluators by position, newest secret first.
 */
export async function secretsOf(
  deps: PlatformDeps,
  key: EvaluationKey,
): Promise<(position: number) => string[]> {
  const { knex } = deps.database;
  const decrypt = async (sealed: Buffer): Promise<string> =>
    (await deps.secrets.decrypt(knex, key.workspaceId, sealed)).toString("utf8");
  const own = new Map<number, string>();
  for (const { position, secret } of await listEvaluatorSecrets(knex, key))
    own.set(position, await decrypt(secret));
  const shared: string[] = [];
  for (const { secret } of await listWorkspaceSecrets(knex, key.workspaceId, deps.now()))
    shared.push(await decrypt(secret));
  return (position) => {
    const secret = own.get(position);
    return secret === undefined ? shared : [secret];
  };
}

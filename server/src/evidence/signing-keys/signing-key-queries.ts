import type { PublicSigningKey } from "@assay/contract/evidence/signing-keys/signing-key-wire";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";

/** The status of a signing key. */
export type SigningKeyStatus = PublicSigningKey["status"];

/** A key that signs checkpoints and records, without the private key. */
export interface SigningKeyRow {
  id: string;
  kid: string;
  public_key: Buffer;
  status: SigningKeyStatus;
  created_at: Date;
  activated_at: Date | null;
  retired_at: Date | null;
  revoked_at: Date | null;
  revoked_because: string | null;
}

/** Returns the published form of a key. */
export const publicKeyOf = (row: SigningKeyRow): PublicSigningKey => ({
  kid: row.kid,
  publicKey: row.public_key,
  status: row.status,
  revokedAt: row.revoked_at && row.revoked_at.getTime(),
});

/** Serializes changes to the keys until the transaction ends. */
export async function lockSigningKeys(tx: Tx): Promise<void> {
  await tx.raw("select pg_advisory_xact_lock(hashtextextended('assay signing keys', 0))");
}

/** Lists all keys, oldest first. */
export async function listSigningKeys(db: Knex): Promise<SigningKeyRow[]> {
  return db("signing_keys").orderBy(["created_at", "id"]).select("*");
}

/** Returns the active key; undefined before the first key is created. */
export async function findActiveKey(db: Knex): Promise<SigningKeyRow | undefined> {
  return db("signing_keys").where({ status: "active" }).first();
}

/** Stores a key. */
export async function insertSigningKey(tx: Tx, row: SigningKeyRow): Promise<void> {
  await tx("signing_keys").insert(row);
}

/** Changes a key if its status is one of `from`. @returns whether the key was changed. */
export async function moveSigningKey(
  tx: Tx,
  { id, from }: { id: string; from: readonly SigningKeyStatus[] },
  change: Partial<SigningKeyRow>,
): Promise<boolean> {
  const moved = await tx("signing_keys").where({ id }).whereIn("status", from).update(change);
  return moved === 1;
}

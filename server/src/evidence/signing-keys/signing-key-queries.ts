import type { PublicSigningKey } from "@assay/contract/evidence/signing-keys/signing-key-wire";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";

/** Where a signing key stands. */
export type SigningKeyStatus = PublicSigningKey["status"];

/** A key that signs checkpoints and records, without its private half. */
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

/** A key as it is published. */
export const publicKeyOf = (row: SigningKeyRow): PublicSigningKey => ({
  kid: row.kid,
  publicKey: row.public_key,
  status: row.status,
  revokedAt: row.revoked_at && row.revoked_at.getTime(),
});

/** Lets one transaction at a time change the keys. */
export async function lockSigningKeys(tx: Tx): Promise<void> {
  await tx.raw("select pg_advisory_xact_lock(hashtextextended('assay signing keys', 0))");
}

/** All keys, the oldest first. */
export async function listSigningKeys(db: Knex): Promise<SigningKeyRow[]> {
  return db("signing_keys").orderBy(["created_at", "id"]).select("*");
}

/** The key that signs now; undefined before the first one was made. */
export async function findActiveKey(db: Knex): Promise<SigningKeyRow | undefined> {
  return db("signing_keys").where({ status: "active" }).first();
}

/** Stores a key. */
export async function insertSigningKey(tx: Tx, row: SigningKeyRow): Promise<void> {
  await tx("signing_keys").insert(row);
}

/** Moves a key on, if it still stands where it is thought to. @returns whether it did. */
export async function moveSigningKey(
  tx: Tx,
  { id, from }: { id: string; from: readonly SigningKeyStatus[] },
  change: Partial<SigningKeyRow>,
): Promise<boolean> {
  const moved = await tx("signing_keys").where({ id }).whereIn("status", from).update(change);
  return moved === 1;
}

import { createHmac, timingSafeEqual } from "node:crypto";
import { toHex } from "@assay/contract/wire";
import type { Knex } from "knex";
import type { Database } from "../../../platform/db/connection/connect.ts";
import { inTransaction, type Tx } from "../../../platform/db/transaction.ts";
import type { Keyring } from "../../../platform/secrets/keyring.ts";
import { SecretBox } from "../../../platform/secrets/secret-box.ts";
import { findLog } from "../../log-queries.ts";

/** A state of a log. */
export interface LogHead {
  generation: number;
  size: number;
  root: Uint8Array;
}

/** The name of the purpose from which the key of the records is derived (HKDF info). */
export const headPurpose = "assay evidence head";

const emptyRoot = Buffer.from("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "hex");

interface HeadRow extends LogHead {
  root: Buffer;
  mac: Buffer;
}

/**
 * Stores the state of each log's last checkpoint with an HMAC-SHA-256. Somebody who can write to the
 * database, but has no secret key, therefore cannot make the server sign another history. If somebody
 * restores an earlier state of a log together with the record of that state, the record still verifies. Only
 * a checkpoint outside the database reveals this.
 */
export class EvidenceHeads {
  readonly #keys: readonly Buffer[];

  /**
   * @param keys the keys derived from the key-encryption keys for `headPurpose`, newest first. A record is
   * valid if one of these keys verifies it.
   */
  constructor(keys: readonly Buffer[]) {
    this.#keys = keys;
  }

  /** Stores the record of a new workspace, whose log is empty. */
  async sealFirst(tx: Tx, workspaceId: string): Promise<void> {
    await this.seal(tx, workspaceId, { generation: 1, size: 0, root: emptyRoot });
  }

  /** Stores the record of a log in place of its current record. The log must be locked. */
  async seal(tx: Knex, workspaceId: string, { generation, size, root }: LogHead): Promise<void> {
    const [newest] = this.#keys;
    if (!newest) throw new TypeError("Sealing a record requires a key.");
    const sealed = { generation, size, root: Buffer.from(root) };
    await tx("evidence_heads")
      .insert({ workspace_id: workspaceId, ...sealed, mac: macOf(newest, workspaceId, sealed) })
      .onConflict("workspace_id")
      .merge();
  }

  /** Seals the current end of a log. The log must be locked. */
  async sealEnd(tx: Tx, workspaceId: string): Promise<void> {
    const end = await findLog(tx, workspaceId);
    if (end) await this.seal(tx, workspaceId, end);
  }

  /** Returns the recorded state of a log; "missing" if there is none, "altered" if no key verifies it. */
  async find(db: Knex, workspaceId: string): Promise<LogHead | "missing" | "altered"> {
    const row: HeadRow | undefined = await db("evidence_heads")
      .where({ workspace_id: workspaceId })
      .first("generation", "size", "root", "mac");
    if (!row) return "missing";
    const { mac, ...head } = row;
    return this.#isGenuine(workspaceId, head, mac) ? head : "altered";
  }

  /**
   * Seals every record again with the newest key. Records that no key verifies stay as they are.
   *
   * @returns the number of records that no key verifies.
   */
  async sealAgain(tx: Tx): Promise<number> {
    const rows: (HeadRow & { workspace_id: string })[] = await tx("evidence_heads")
      .select("workspace_id", "generation", "size", "root", "mac")
      .orderBy("workspace_id")
      .forUpdate();
    let altered = 0;
    for (const { workspace_id: workspaceId, mac, ...head } of rows) {
      if (this.#isGenuine(workspaceId, head, mac)) await this.seal(tx, workspaceId, head);
      else altered += 1;
    }
    return altered;
  }

  #isGenuine(workspaceId: string, head: LogHead, mac: Buffer): boolean {
    return this.#keys.some((key) => {
      const expected = macOf(key, workspaceId, head);
      return mac.length === expected.length && timingSafeEqual(mac, expected);
    });
  }
}

/** Seals the record of every log again with the newest key: `EvidenceHeads.sealAgain`. */
export const sealHeadsAgain = (database: Database, keyring: Keyring): Promise<number> =>
  inTransaction(database, (tx) =>
    new EvidenceHeads(new SecretBox(tx, keyring).keysFor(headPurpose)).sealAgain(tx),
  );

const macOf = (key: Buffer, workspaceId: string, { generation, size, root }: LogHead): Buffer =>
  createHmac("sha256", key)
    .update(`${workspaceId}\n${generation}\n${size}\n${toHex(root)}`)
    .digest();

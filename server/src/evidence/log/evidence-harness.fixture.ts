import { exportLines } from "./evidence-export.ts";
import { createEvidenceLog, type EvidenceLog } from "./evidence-log.ts";
import type { EventToAppend } from "./append/append-batch.ts";
import { freshDatabase } from "../../../../test/support/database.ts";
import { type Database, openDatabase } from "../../platform/db/connection/connect.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { createLogger, standardError } from "../../platform/log.ts";
import { newId } from "../../platform/new-id.ts";
import { SecretBox } from "../../platform/secrets/secret-box.ts";

const keys = [{ version: "1", key: Buffer.alloc(32, 7) }] as const;

/** Returns a caller's event with the given type. */
export const testEvent = (type: string, data: Record<string, unknown> = {}): EventToAppend => ({
  type,
  session: null,
  ts: 1,
  receivedAt: 1_772_443_800_000,
  origin: "caller",
  data,
});

/** A test harness with evidence logs in a separate database. */
export class EvidenceHarness {
  workspaceId = "";
  instant = new Date("2026-03-02T09:30:00.000Z");
  readonly database: Database;
  readonly evidence: EvidenceLog;

  private constructor(database: Database) {
    this.database = database;
    this.evidence = this.open(database);
  }

  static async open(engine: Database["engine"]): Promise<EvidenceHarness> {
    const harness = new EvidenceHarness(await freshDatabase(engine));
    await harness.newWorkspace();
    return harness;
  }

  /** Opens the logs in the same way as another process would. */
  open(database: Database, witnessDir?: string): EvidenceLog {
    return createEvidenceLog({
      database,
      secrets: new SecretBox(database.knex, keys),
      now: () => this.instant,
      newId,
      log: createLogger("silent", standardError()),
      witnessDir,
    });
  }

  /** Opens the logs through a separate connection to the same database server. */
  async otherProcess(): Promise<{ evidence: EvidenceLog; close: () => Promise<void> }> {
    const { url } = this.database;
    if (url === null) throw new Error("The embedded database has one process.");
    const database = await openDatabase({ url });
    return { evidence: this.open(database), close: () => database.close() };
  }

  async newWorkspace(): Promise<string> {
    this.workspaceId = newId();
    await this.database.knex("workspaces").insert({
      id: this.workspaceId,
      name: this.workspaceId,
      created_at: this.instant,
    });
    await inTransaction(this.database, (tx) => this.evidence.heads.sealFirst(tx, this.workspaceId));
    return this.workspaceId;
  }

  /** Appends events with the given types, one after the other. */
  async append(...types: readonly string[]): Promise<void> {
    for (const type of types) await this.evidence.writer.append(this.workspaceId, () => testEvent(type));
  }

  /** Returns the exported log. */
  async exported(): Promise<string> {
    let text = "";
    for await (const piece of exportLines(this, this.workspaceId)) text += piece;
    return text;
  }

  /** Returns the stored events in order. */
  async stored(): Promise<{ seq: number; type: string }[]> {
    return this.database
      .knex("events")
      .where({ workspace_id: this.workspaceId })
      .orderBy("seq")
      .select("seq", "type");
  }

  async close(): Promise<void> {
    await this.evidence.close();
    await this.database.close();
  }
}

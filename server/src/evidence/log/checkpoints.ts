import { evidenceConflict, logRenamed } from "@assay/contract/evidence/log/evidence-refusals";
import { logOrigin, rootOf, signCheckpoint, toHex } from "@assay/contract/wire";
import type { Database } from "../../platform/db/connection/connect.ts";
import { inTransaction, type Tx } from "../../platform/db/transaction.ts";
import type { Logger } from "../../platform/log.ts";
import type { SigningKeys, Signer } from "../signing-keys/signing-keys.ts";
import {
  findCheckpoint,
  findLastCheckpoint,
  findSignedGeneration,
  insertCheckpoint,
} from "./checkpoint-queries.ts";
import type { CheckpointWitness } from "./checkpoint-witness.ts";
import type { EvidenceHeads, LogHead } from "./heads/evidence-heads.ts";
import { checkHead, continues, type LogState } from "./heads/head-check.ts";
import { readNodes } from "../events/event-queries.ts";
import { findLog, findLoggedGeneration, lockLog, type LogRow } from "../log-queries.ts";

/** A signed state of a log, with its checkpoint. */
export interface SignedCheckpoint {
  origin: string;
  size: number;
  root: Uint8Array;
  kid: string;
  note: string;
}

/** The dependencies of signing checkpoints. */
export interface CheckpointParts {
  database: Database;
  keys: SigningKeys;
  witness: CheckpointWitness;
  heads: EvidenceHeads;
  now: () => Date;
  log: Logger;
}

/** Signs states of logs. A state is signed only if it is consistent with the last signed state. */
export class Checkpoints {
  readonly #parts: CheckpointParts;

  constructor(parts: CheckpointParts) {
    this.#parts = parts;
  }

  /**
   * Signs a state of a log.
   *
   * @param size the number of events in the state to sign (default: all events in the log).
   * @throws {ApiError} 409 `evidence_conflict` if the log is inconsistent with an earlier checkpoint. The
   * earlier checkpoint may have been signed from this database or from a database that this database
   * replaced.
   */
  async sign(workspaceId: string, size?: number): Promise<SignedCheckpoint> {
    const { database, keys, witness } = this.#parts;
    const signer = await keys.active();
    const signed =
      (await this.#findSigned(workspaceId, size, signer)) ??
      (await inTransaction(database, (tx) => this.#signLocked(tx, { workspaceId, size, signer })));
    await this.#requireWitnessed(workspaceId, signed);
    const { generation, size: signedSize, root } = signed;
    // The state must be recorded before its checkpoint is returned.
    await witness.record(workspaceId, { generation, size: signedSize, root: toHex(root) });
    return signed;
  }

  /**
   * Verifies the logs against the checkpoints that are recorded on this machine, and reports inconsistent
   * logs.
   *
   * @returns the workspaces whose log is inconsistent.
   */
  async inspect(): Promise<string[]> {
    const { witness, database, log } = this.#parts;
    const inconsistent: string[] = [];
    for (const workspaceId of await witness.workspaces()) {
      const end = await findLog(database.knex, workspaceId);
      // If a recorded log is missing here, it belongs to another database that was used on this machine.
      if (!end) continue;
      try {
        await this.#requireGeneration(database.knex, workspaceId, end);
        await this.#requireWitnessed(workspaceId, end);
      } catch (error) {
        inconsistent.push(workspaceId);
        log.error({ err: error, workspaceId }, "evidence log verification failed");
      }
    }
    return inconsistent;
  }

  /**
   * Returns the stored checkpoint that this key signed for the current end of the log; undefined if there is
   * none. This needs no lock.
   */
  async #findSigned(workspaceId: string, size: number | undefined, { kid }: Signer) {
    const { knex } = this.#parts.database;
    const end = await findLog(knex, workspaceId);
    if (!end || (size ?? end.size) !== end.size) return undefined;
    const { generation } = end;
    // If the generations differ, the log may be restarting. In that case, the generation is verified under
    // the lock when the log is signed.
    if ((await this.#expectedGeneration(knex, workspaceId)) !== generation) return undefined;
    const head = await this.#parts.heads.find(knex, workspaceId);
    if (typeof head === "string" || head.generation !== generation || head.size !== end.size)
      return undefined;
    if (!end.root.equals(head.root)) return undefined;
    const row = await findCheckpoint(knex, workspaceId, { generation, size: end.size, kid });
    const last = row && (await findLastCheckpoint(knex, workspaceId, generation));
    if (!row || last?.size !== end.size || !row.root.equals(end.root)) return undefined;
    return { ...row, origin: logOrigin(workspaceId, generation) };
  }

  async #signLocked(
    tx: Tx,
    { workspaceId, size, signer }: { workspaceId: string; size: number | undefined; signer: Signer },
  ) {
    const end = await lockLog(tx, workspaceId);
    await this.#requireGeneration(tx, workspaceId, end);
    const head = await this.#requireHead(tx, workspaceId, end);
    const last = await findLastCheckpoint(tx, workspaceId, end.generation);
    if (last) await this.#requireConsistent(tx, workspaceId, { signed: last, end });
    const state = await stateAt(tx, workspaceId, { size: size ?? end.size, end });
    await this.#requireConsistent(tx, workspaceId, { signed: state, end });
    const origin = logOrigin(workspaceId, end.generation);
    const note = await signCheckpoint({ origin, ...state }, signer);
    const row = {
      generation: end.generation,
      ...state,
      root: Buffer.from(state.root),
      kid: signer.kid,
      note,
    };
    await insertCheckpoint(tx, workspaceId, { ...row, created_at: this.#parts.now() });
    // This function creates no record for an empty log without a record. Otherwise, anybody who empties a log
    // and deletes its record could make the server create a new record.
    if (head && head.size < state.size) await this.#parts.heads.seal(tx, workspaceId, row);
    return { ...row, origin };
  }

  /** Returns the generation that a log must have according to its own events and its stored checkpoints. */
  async #expectedGeneration(db: Tx | Database["knex"], workspaceId: string): Promise<number> {
    const logged = await findLoggedGeneration(db, workspaceId);
    return Math.max(logged, (await findSignedGeneration(db, workspaceId)) ?? 1);
  }

  /** Verifies a log's generation. @throws {ApiError} 409 if the log does not have the expected generation. */
  async #requireGeneration(
    db: Tx | Database["knex"],
    workspaceId: string,
    { generation }: Pick<LogRow, "generation">,
  ): Promise<void> {
    const expected = await this.#expectedGeneration(db, workspaceId);
    if (expected !== generation) throw this.#renamed(workspaceId, generation, expected);
  }

  #renamed(workspaceId: string, generation: number, expected: number) {
    const refusal = logRenamed(logOrigin(workspaceId, generation), logOrigin(workspaceId, expected));
    this.#parts.log.error({ workspaceId, generation, expected }, "evidence log rename detected");
    return refusal;
  }

  /**
   * Verifies a log.
   *
   * @throws {ApiError} 409 if the log is inconsistent with the checkpoint recorded on this machine.
   */
  async #requireWitnessed(
    workspaceId: string,
    { generation, size }: Pick<LogRow, "generation" | "size">,
  ): Promise<void> {
    const { witness, database } = this.#parts;
    const witnessed = await witness.lastOf(workspaceId);
    if (!witnessed || witnessed.generation < generation) return;
    const signed = { size: witnessed.size, root: Buffer.from(witnessed.root, "hex") };
    if (witnessed.generation > generation) throw this.#renamed(workspaceId, generation, witnessed.generation);
    const end = await findLog(database.knex, workspaceId);
    if (!end) throw this.#conflict(workspaceId, signed, size);
    await this.#requireConsistent(database.knex, workspaceId, { signed, end });
  }

  /**
   * Verifies the end of a log.
   *
   * @throws {ApiError} 409 if the current end is inconsistent with a signed state.
   */
  async #requireConsistent(
    db: Tx | Database["knex"],
    workspaceId: string,
    { signed, end }: { signed: LogState; end: LogRow },
  ): Promise<void> {
    if (!(await continues(db, workspaceId, { state: signed, end })))
      throw this.#conflict(workspaceId, signed, end.size);
  }

  /**
   * Verifies a log against its sealed record.
   *
   * @throws {ApiError} 409 if a log with events has no record, if the record was altered, or if the log
   *   contradicts the record.
   */
  async #requireHead(tx: Tx, workspaceId: string, end: LogRow): Promise<LogHead | null> {
    const { heads, log } = this.#parts;
    const checked = await checkHead(tx, heads, { workspaceId, end });
    if (!("kind" in checked)) return checked.head;
    log.error({ workspaceId, record: checked.kind, present: end.size }, "evidence record rejected");
    throw checked.refusal;
  }

  #conflict(workspaceId: string, signed: LogState, present: number) {
    const state = { size: signed.size, root: toHex(signed.root) };
    const refusal = evidenceConflict(state, present);
    this.#parts.log.error({ workspaceId, signed: state, present }, "evidence conflict detected");
    return refusal;
  }
}

/** Returns the state of a log at a size that is at most the current size. */
async function stateAt(
  tx: Tx,
  workspaceId: string,
  { size, end }: { size: number; end: LogRow },
): Promise<LogState> {
  if (size === end.size) return { size, root: Uint8Array.from(end.root) };
  const { needs, from } = rootOf(size);
  return { size, root: from(await readNodes(tx, workspaceId, needs)) };
}

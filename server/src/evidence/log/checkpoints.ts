import { ApiError } from "@assay/contract/platform/errors";
import { evidenceConflict, logRenamed } from "@assay/contract/evidence/log/evidence-refusals";
import {
  consistencyProof,
  isConsistent,
  logOrigin,
  rootOf,
  signCheckpoint,
  toHex,
} from "@assay/contract/wire";
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
import { readNodes } from "../events/event-queries.ts";
import { findLog, findLoggedGeneration, lockLog, type LogRow } from "../log-queries.ts";

/** A signed state of a log. */
export interface SignedCheckpoint {
  origin: string;
  size: number;
  root: Uint8Array;
  kid: string;
  note: string;
}

/** What signing works with. */
export interface CheckpointParts {
  database: Database;
  keys: SigningKeys;
  witness: CheckpointWitness;
  now: () => Date;
  log: Logger;
}

/** A state of a log: its size and root. */
interface State {
  size: number;
  root: Uint8Array;
}

/** Signs states of logs, each only when it and the last one that was signed are states of one history. */
export class Checkpoints {
  readonly #parts: CheckpointParts;

  constructor(parts: CheckpointParts) {
    this.#parts = parts;
  }

  /**
   * Signs a state of a log.
   *
   * @param size at most that of the log; the log's own, when it is left out.
   * @throws {ApiError} 409 `evidence_conflict` when the log does not go on from a checkpoint that was signed before, here or
   * by a database that this one was restored over.
   */
  async sign(workspaceId: string, size?: number): Promise<SignedCheckpoint> {
    const { database, keys, witness } = this.#parts;
    const signer = await keys.active();
    const signed =
      (await this.#signedBefore(workspaceId, size, signer)) ??
      (await inTransaction(database, (tx) => this.#signLocked(tx, { workspaceId, size, signer })));
    await this.#refuseForgotten(workspaceId, signed);
    const { generation, size: signedSize, root } = signed;
    // Remembered before anyone sees it.
    await witness.remember(workspaceId, { generation, size: signedSize, root: toHex(root) });
    return signed;
  }

  /**
   * Looks whether the logs go on from what this machine remembers, and reports those that do not.
   *
   * @returns the workspaces whose log does not.
   */
  async inspect(): Promise<string[]> {
    const { witness, database, log } = this.#parts;
    const faulty: string[] = [];
    for (const workspaceId of await witness.workspaces()) {
      const end = await findLog(database.knex, workspaceId);
      // A log that is not there at all is of another database that was served from here.
      if (!end) continue;
      try {
        await this.#refuseRenamed(database.knex, workspaceId, end);
        await this.#refuseForgotten(workspaceId, end);
      } catch (error) {
        faulty.push(workspaceId);
        log.error(
          { err: error, workspaceId },
          "the evidence log does not go on from a checkpoint that was signed before",
        );
      }
    }
    return faulty;
  }

  /** A checkpoint of the log's present end that this key has signed: nothing needs to be locked then. */
  async #signedBefore(workspaceId: string, size: number | undefined, { kid }: Signer) {
    const { knex } = this.#parts.database;
    const end = await findLog(knex, workspaceId);
    if (!end || (size ?? end.size) !== end.size) return undefined;
    const { generation } = end;
    // Looked at again with the log locked: it may be begun anew at this moment.
    if ((await this.#knownGeneration(knex, workspaceId)) !== generation) return undefined;
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
    await this.#refuseRenamed(tx, workspaceId, end);
    const last = await findLastCheckpoint(tx, workspaceId, end.generation);
    if (last) await this.#refuseInconsistent(tx, workspaceId, { signed: last, end });
    const state = await stateAt(tx, workspaceId, { size: size ?? end.size, end });
    await this.#refuseInconsistent(tx, workspaceId, { signed: state, end });
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
    return { ...row, origin };
  }

  /** The generation that a log must be of, by its own events and what the database remembers of what was signed. */
  async #knownGeneration(db: Tx | Database["knex"], workspaceId: string): Promise<number> {
    const told = await findLoggedGeneration(db, workspaceId);
    return Math.max(told, (await findSignedGeneration(db, workspaceId)) ?? 1);
  }

  /** @throws {ApiError} 409 when the log is of another generation than is known of it. */
  async #refuseRenamed(
    db: Tx | Database["knex"],
    workspaceId: string,
    { generation }: Pick<LogRow, "generation">,
  ): Promise<void> {
    const known = await this.#knownGeneration(db, workspaceId);
    if (known !== generation) throw this.#renamed(workspaceId, generation, known);
  }

  #renamed(workspaceId: string, generation: number, known: number) {
    const refusal = logRenamed(logOrigin(workspaceId, generation), logOrigin(workspaceId, known));
    this.#parts.log.error({ workspaceId, generation, known }, refusal.message);
    return refusal;
  }

  /** @throws {ApiError} 409 when the machine remembers a checkpoint that the log does not go on from. */
  async #refuseForgotten(
    workspaceId: string,
    { generation, size }: Pick<LogRow, "generation" | "size">,
  ): Promise<void> {
    const { witness, database } = this.#parts;
    const remembered = await witness.lastOf(workspaceId);
    if (!remembered || remembered.generation < generation) return;
    const signed = { size: remembered.size, root: Buffer.from(remembered.root, "hex") };
    if (remembered.generation > generation)
      throw this.#renamed(workspaceId, generation, remembered.generation);
    const end = await findLog(database.knex, workspaceId);
    if (!end) throw this.#conflict(workspaceId, signed, size);
    await this.#refuseInconsistent(database.knex, workspaceId, { signed, end });
  }

  /** @throws {ApiError} 409 when the present end and a state that was signed are not of one history. */
  async #refuseInconsistent(
    db: Tx | Database["knex"],
    workspaceId: string,
    { signed, end }: { signed: State; end: LogRow },
  ): Promise<void> {
    if (signed.size === 0) return;
    if (signed.size > end.size) throw this.#conflict(workspaceId, signed, end.size);
    const proof = consistencyProof(signed.size, end.size);
    const hashes = await readNodes(db, workspaceId, proof.needs)
      .then(proof.from)
      .catch((error: unknown) => {
        // Nodes that were lost; what the database cannot answer just now says nothing of the log.
        if (error instanceof ApiError) return undefined;
        throw error;
      });
    const claim = {
      first: signed.size,
      second: end.size,
      firstRoot: Uint8Array.from(signed.root),
      secondRoot: Uint8Array.from(end.root),
    };
    if (!hashes || !isConsistent({ ...claim, hashes })) throw this.#conflict(workspaceId, signed, end.size);
  }

  #conflict(workspaceId: string, signed: State, present: number) {
    const state = { size: signed.size, root: toHex(signed.root) };
    const refusal = evidenceConflict(state, present);
    this.#parts.log.error({ workspaceId, signed: state, present }, refusal.message);
    return refusal;
  }
}

/** The state of a log at a size up to its own. */
async function stateAt(
  tx: Tx,
  workspaceId: string,
  { size, end }: { size: number; end: LogRow },
): Promise<State> {
  if (size === end.size) return { size, root: Uint8Array.from(end.root) };
  const { needs, from } = rootOf(size);
  return { size, root: from(await readNodes(tx, workspaceId, needs)) };
}

import { evidenceConflict } from "@assay/contract";
import { type InclusionProof } from "@assay/contract/wire/evidence-verify";
import { inclusionProof, isIncluded, toHex } from "@assay/contract/wire";
import type { Knex } from "knex";
import { readNodes } from "../evidence/event-queries.ts";
import type { Checkpoints } from "../evidence/checkpoints.ts";
import { findSignedState, type SignedState } from "./record-queries.ts";

/** Proves that events are in their log, many of them by one checkpoint. */
export class RecordProofs {
  readonly #knex: Knex;
  readonly #checkpoints: Checkpoints;
  readonly #signing = new Map<string, Promise<SignedState>>();

  constructor(parts: { knex: Knex; checkpoints: Checkpoints }) {
    this.#knex = parts.knex;
    this.#checkpoints = parts.checkpoints;
  }

  /**
   * The proof that an event is in its log, by the latest checkpoint of the key that has it, else by a new one.
   *
   * @throws ApiError 409 `evidence_conflict` when the log is no longer what was signed.
   */
  async prove(workspaceId: string, { seq, kid }: { seq: number; kid: string }): Promise<InclusionProof> {
    const signed =
      (await findSignedState(this.#knex, workspaceId, { kid, seq })) ??
      (await this.#signOver(workspaceId, seq));
    const { size, root, note } = signed;
    const index = seq - 1;
    const proof = inclusionProof(index, size);
    const leaf = { level: 0, index };
    const nodeAt = await readNodes(this.#knex, workspaceId, [...proof.needs, leaf]);
    const hashes = proof.from(nodeAt);
    const leafHash = nodeAt(leaf);
    if (!isIncluded({ index, size, leaf: leafHash, root, hashes }))
      throw evidenceConflict({ size, root: toHex(root) }, size);
    return {
      seq,
      index,
      leafHash: toHex(leafHash),
      treeSize: size,
      hashes: hashes.map(toHex),
      rootHash: toHex(root),
      checkpoint: note,
    };
  }

  /** Signs the log once for all who ask at a time. */
  async #signOver(workspaceId: string, seq: number): Promise<SignedState> {
    for (;;) {
      const signed = await (this.#signing.get(workspaceId) ?? this.#sign(workspaceId));
      // What was begun before the event was written may be without it.
      if (signed.size >= seq) return signed;
    }
  }

  #sign(workspaceId: string): Promise<SignedState> {
    const signing = this.#checkpoints.sign(workspaceId).finally(() => this.#signing.delete(workspaceId));
    this.#signing.set(workspaceId, signing);
    return signing;
  }
}

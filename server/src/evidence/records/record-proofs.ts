import { evidenceConflict } from "@assay/contract/evidence/log/evidence-refusals";
import { inclusionToWire } from "@assay/contract/evidence/log/evidence-rules";
import { inclusionProof, isIncluded, type NodeAt, toHex } from "@assay/contract/wire";
import type { InclusionProof } from "@assay/contract/wire/evidence-verify";
import type { Knex } from "knex";
import type { Checkpoints } from "../log/checkpoints.ts";
import type { EventRow } from "../events/event-queries.ts";
import type { SignedState } from "./record-queries.ts";
import { TreeNodes } from "./tree-nodes.ts";

/** Proves that events are in their log. Concurrent proofs share a checkpoint. */
export class RecordProofs {
  readonly #nodes: TreeNodes;
  readonly #checkpoints: Checkpoints;
  readonly #signing = new Map<string, Promise<SignedState>>();

  constructor({ knex, checkpoints }: { knex: Knex; checkpoints: Checkpoints }) {
    this.#nodes = new TreeNodes(knex);
    this.#checkpoints = checkpoints;
  }

  /**
   * Proves that an event is in its log.
   *
   * @param state a signed state that includes the event; if undefined, a new state is signed.
   * @throws {ApiError} 409 `evidence_conflict` if the log no longer matches the signed state.
   */
  async prove(
    workspaceId: string,
    { seq, leaf_hash: leaf }: Pick<EventRow, "seq" | "leaf_hash">,
    state: SignedState | undefined,
  ): Promise<InclusionProof> {
    const signed = state ?? (await this.#signIncluding(workspaceId, seq));
    const { size, root } = signed;
    if (size < seq) throw evidenceConflict({ size, root: toHex(root) }, size);
    const index = seq - 1;
    const { needs, from } = inclusionProof(index, size);
    const proofBy = (nodeAt: NodeAt): Uint8Array[] | undefined => {
      const hashes = from(nodeAt);
      return isIncluded({ index, size, leaf, root, hashes }) ? hashes : undefined;
    };
    const hashes =
      proofBy(await this.#nodes.find(workspaceId, needs)) ??
      proofBy(await this.#nodes.read(workspaceId, needs));
    if (!hashes) throw evidenceConflict({ size, root: toHex(root) }, size);
    return inclusionToWire(signed, { seq, leaf, hashes });
  }

  /** Signs a state that includes an event in the log. Concurrent calls share one signature. */
  async #signIncluding(workspaceId: string, seq: number): Promise<SignedState> {
    const running = await this.#signing.get(workspaceId);
    if (running && running.size >= seq) return running;
    // If a signature started before the event was written, its state may not include the event. A signature
    // that starts now always includes the event.
    return this.#signing.get(workspaceId) ?? this.#sign(workspaceId);
  }

  #sign(workspaceId: string): Promise<SignedState> {
    const signing = this.#checkpoints.sign(workspaceId).finally(() => this.#signing.delete(workspaceId));
    this.#signing.set(workspaceId, signing);
    return signing;
  }
}

import { MerkleFrontier, type SealedEvent, sealEvent } from "@assay/contract/wire";
import { isControlChange } from "../../events/control-changes.ts";
import type { LogRow } from "../../log-queries.ts";
import { newSalt } from "./salt-source.ts";
import { sealingTools, sha256 } from "./sealing-tools.ts";
import type { NewEvent } from "./store-events.ts";

/** Events that are to follow the end of a log together. */
export class EventBatch {
  readonly events: NewEvent[] = [];
  readonly #generation: number;
  readonly #frontier: MerkleFrontier;
  readonly #hasControlChanges: boolean;

  /**
   * @param size of the log as it is.
   * @param hasControlChanges whether events may be among them that tell of what decisions rest on.
   */
  constructor({ generation, size, frontier }: LogRow, hasControlChanges = false) {
    this.#generation = generation;
    this.#hasControlChanges = hasControlChanges;
    this.#frontier = new MerkleFrontier(size, frontier, sha256);
  }

  /** Events of the log with those that were gathered. */
  get size(): number {
    return this.#frontier.size;
  }

  /** The end of the log once they are in it. */
  end(): LogRow {
    return {
      generation: this.#generation,
      size: this.#frontier.size,
      frontier: Buffer.from(this.#frontier.toBytes()),
      root: Buffer.from(this.#frontier.root()),
    };
  }

  /**
   * Makes an event ready for the next place.
   *
   * @throws {TypeError} for a text that the database cannot hold: it must not fail the events beside it.
   */
  seal(told: Omit<Parameters<typeof sealEvent>[0], "seq">): SealedEvent {
    const { type, session, ts, receivedAt, origin, data } = told;
    if (!this.#hasControlChanges && isControlChange(told))
      throw new Error(`${type} tells of a change: it needs a transaction of its own (appendInTransaction).`);
    if (`${type}${session ?? ""}`.includes("\u0000")) throw new TypeError("type and session hold no U+0000.");
    const members = { seq: this.size + 1, ts, receivedAt, session, type, origin, data };
    return sealEvent(members, newSalt(), sealingTools);
  }

  /** Takes an event into its place, the next one. */
  take(sealed: SealedEvent): void {
    this.events.push({ ...sealed, nodes: this.#frontier.append(sealed.leaf) });
  }
}

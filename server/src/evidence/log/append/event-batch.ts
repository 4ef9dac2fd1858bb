import { MerkleFrontier, type SealedEvent, sealEvent } from "@assay/contract/wire";
import { isControlChange } from "../../events/control-changes.ts";
import type { LogRow } from "../../log-queries.ts";
import { newSalt } from "./salt-source.ts";
import { sealingTools, sha256 } from "./sealing-tools.ts";
import type { NewEvent } from "./store-events.ts";

/** A batch of events to append to the end of a log. */
export class EventBatch {
  readonly list: NewEvent[] = [];
  readonly #generation: number;
  readonly #frontier: MerkleFrontier;
  readonly #hasControlChanges: boolean;

  /**
   * @param log the current end of the log.
   * @param hasControlChanges whether the events may include control changes.
   */
  constructor(log: LogRow, hasControlChanges = false) {
    this.#generation = log.generation;
    this.#hasControlChanges = hasControlChanges;
    this.#frontier = new MerkleFrontier(log.size, log.frontier, sha256);
  }

  /** The number of events in the log, including this batch. */
  get size(): number {
    return this.#frontier.size;
  }

  /** Returns the end of the log after this batch. */
  end(): LogRow {
    return {
      generation: this.#generation,
      size: this.#frontier.size,
      frontier: Buffer.from(this.#frontier.toBytes()),
      root: Buffer.from(this.#frontier.root()),
    };
  }

  /**
   * Seals an event at the next position.
   *
   * @throws {TypeError} if the event contains text that the database cannot store. The error must not affect
   * the other events.
   */
  seal(event: Omit<Parameters<typeof sealEvent>[0], "seq">): SealedEvent {
    const { type, session, ts, receivedAt, origin, data } = event;
    if (!this.#hasControlChanges && isControlChange(event))
      throw new Error(`${type} is a control change: append it with appendInTransaction.`);
    if (`${type}${session ?? ""}`.includes("\u0000"))
      throw new TypeError("type and session must not contain U+0000.");
    const members = { seq: this.size + 1, ts, receivedAt, session, type, origin, data };
    return sealEvent(members, newSalt(), sealingTools);
  }

  /** Adds a sealed event to the batch at the next position. */
  add(sealed: SealedEvent): void {
    this.list.push({ ...sealed, nodes: this.#frontier.append(sealed.leaf) });
  }
}

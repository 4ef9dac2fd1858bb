import type { EvidenceEvent } from "./evidence-event.ts";

/** A remark about an exported log that does not make it invalid. */
export interface ExportWarning {
  /** The server's clock was set back, or events were appended with a time that the server did not set. */
  code: "received_at_backwards";
  detail: string;
  /** Line number, starting at 1. */
  line: number;
  seq: number;
  eventId: string;
  /** Difference between the highest earlier `receivedAt` and this event's `receivedAt`, in milliseconds. */
  byMs: number;
}

const maxListed = 100;

/** Checks that `receivedAt` does not fall from one event to the next. */
export class ReceiptTimes {
  readonly #toleranceMs: number;
  #highest = Number.NEGATIVE_INFINITY;
  /** The first 100 warnings. */
  readonly warnings: ExportWarning[] = [];
  /** Number of all warnings. */
  count = 0;

  /** @param toleranceMs the greatest difference without a warning, in milliseconds, at least 0. */
  constructor(toleranceMs: number) {
    this.#toleranceMs = toleranceMs;
  }

  /** Compares an event with the events before it. */
  check({ receivedAt, seq, eventId }: EvidenceEvent, line: number): void {
    const byMs = this.#highest - receivedAt;
    if (byMs > this.#toleranceMs) {
      this.count += 1;
      const detail = `receivedAt is ${byMs} ms below the highest value before it.`;
      if (this.count <= maxListed)
        this.warnings.push({ code: "received_at_backwards", detail, line, seq, eventId, byMs });
    } else if (byMs < 0) this.#highest = receivedAt;
  }
}

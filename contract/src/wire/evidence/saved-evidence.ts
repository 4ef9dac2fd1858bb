import { counted } from "../../domain/values/counted.ts";
import { toHex } from "../crypto/bytes.ts";
import { type EvidenceFaultCode, isEventShape, type VerifiedCheckpoint } from "./evidence-check.ts";
import type { EvidenceEvent } from "./evidence-event.ts";
import { isCheckpointLine, lineValue } from "./evidence-lines.ts";
import { checkSavedCheckpoint, type VerifyOptions } from "./evidence-proofs.ts";
import type { MerkleFrontier } from "./merkle-frontier.ts";
import { InvalidUtf8Error, textLines, type TextSource } from "../rows/text-lines.ts";
import type { TrustedKeys } from "../crypto/trusted-keys.ts";

/** Options for verifying an exported log. */
export interface VerifyExportOptions extends VerifyOptions {
  /** Saved checkpoints. The log must extend each of them. */
  trusted?: readonly string[] | undefined;
  /** A saved earlier export. Each event in this export must be unchanged in the log, except for erased data. */
  earlier?: TextSource | undefined;
  /**
   * Tolerance for clocks, in milliseconds, at least 0 (default: 5,000). If `receivedAt` of an event is lower than
   * the highest `receivedAt` of the earlier events by more than the tolerance, the audit warns. Clocks of servers
   * differ, and a clock can be set back.
   */
  clockToleranceMs?: number | undefined;
}

/** Options with normalized keys. */
export type AuditOptions = VerifyExportOptions & { keys: TrustedKeys };

type Report = (code: EvidenceFaultCode, detail: string, event?: EvidenceEvent) => void;

/** Saved evidence of a log. Reports each point at which the log contradicts the evidence. */
export class SavedEvidence {
  readonly #report: Report;
  readonly #checkpoints: VerifiedCheckpoint[] = [];
  /** Leaf hashes in the earlier export, by seq − 1. */
  readonly #earlier: string[] = [];

  constructor(report: Report) {
    this.#report = report;
  }

  /** Reads the saved evidence. Reports unreadable parts, because the log cannot be compared with these. */
  async read({ trusted = [], earlier, ...options }: AuditOptions): Promise<void> {
    for (const text of trusted) {
      const saved = await checkSavedCheckpoint(text, options);
      if (!saved.ok) this.#report(saved.code, `Saved checkpoint: ${saved.detail}`);
      else if (saved.value) this.#checkpoints.push(saved.value);
    }
    if (earlier !== undefined) await this.#readEarlier(earlier);
  }

  async #readEarlier(earlier: TextSource): Promise<void> {
    let lines = 0;
    let unread: number | undefined;
    try {
      for await (const { line } of textLines(earlier)) {
        lines += 1;
        const value = lineValue(line);
        if (isEventShape(value)) this.#earlier[value.seq - 1] = value.leafHash;
        else if (!isCheckpointLine(value)) unread ??= lines;
      }
    } catch (error) {
      if (!(error instanceof InvalidUtf8Error)) throw error;
      unread ??= lines + 1;
    }
    if (lines === 0) unread ??= 1;
    if (unread !== undefined)
      this.#report(
        "malformed",
        `Line ${unread} of the earlier export is not an event; the export is incomplete.`,
      );
  }

  /** Compares an event, and the tree up to that event, with the saved evidence. */
  compare(event: EvidenceEvent, tree: MerkleFrontier): void {
    const before = this.#earlier[event.seq - 1];
    if (before !== undefined && before !== event.leafHash)
      this.#report(
        "history_rewritten",
        "The event differs from the event of the earlier export with this seq.",
        event,
      );
    for (const { size, rootHash } of this.#checkpoints) {
      if (size === tree.size && rootHash !== toHex(tree.root()))
        this.#report(
          "history_rewritten",
          `The log does not extend the saved checkpoint of ${counted(size, "event")}.`,
        );
    }
  }

  /** Compares the checkpoint over the whole log with the saved evidence. */
  compareWhole({ size, origin }: VerifiedCheckpoint): void {
    if (this.#earlier.length > size)
      this.#report(
        "truncated",
        `The export has ${counted(size, "event")}; it must have at least ${this.#earlier.length}, as in the earlier export.`,
      );
    for (const saved of this.#checkpoints) {
      if (saved.origin !== origin)
        this.#report(
          "other_log",
          `The saved checkpoint belongs to the log "${saved.origin}"; it must belong to "${origin}".`,
        );
      else if (saved.size > size)
        this.#report(
          "truncated",
          `The log has ${counted(size, "event")}; it must have at least ${saved.size}, as in the saved checkpoint.`,
        );
    }
  }
}

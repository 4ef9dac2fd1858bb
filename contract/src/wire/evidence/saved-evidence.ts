import { counted } from "../../domain/values/counted.ts";
import { toHex } from "../crypto/bytes.ts";
import { type EvidenceFaultCode, isEventShape, type VerifiedCheckpoint } from "./evidence-check.ts";
import type { EvidenceEvent } from "./evidence-event.ts";
import { isCheckpointLine, lineValue } from "./evidence-lines.ts";
import { checkSavedCheckpoint, type VerifyOptions } from "./evidence-proofs.ts";
import type { MerkleFrontier } from "./merkle-frontier.ts";
import { textLines, type TextSource } from "../rows/text-lines.ts";
import type { TrustedKeys } from "../crypto/trusted-keys.ts";

/** What an exported log is held against. */
export interface VerifyExportOptions extends VerifyOptions {
  /** Checkpoints that were kept: the log must go on from each. */
  trusted?: readonly string[] | undefined;
  /** An export that was kept: each of its events must still be there as it was, erased data excepted. */
  earlier?: TextSource | undefined;
}

/** With the keys read. */
export type AuditOptions = VerifyExportOptions & { keys: TrustedKeys };

type Report = (code: EvidenceFaultCode, detail: string, event?: EvidenceEvent) => void;

/** What was kept of a log from before; whatever of the log contradicts it is reported. */
export class SavedEvidence {
  readonly #report: Report;
  readonly #checkpoints: VerifiedCheckpoint[] = [];
  /** Leaf hashes of the earlier export, by seq - 1. */
  readonly #earlier: string[] = [];

  constructor(report: Report) {
    this.#report = report;
  }

  /** Reads what was kept. What cannot be read of it is reported: nothing would be held against it. */
  async read({ trusted = [], earlier, ...options }: AuditOptions): Promise<void> {
    for (const text of trusted) {
      const kept = await checkSavedCheckpoint(text, options);
      if (!kept.ok) this.#report(kept.code, `A checkpoint that was kept: ${kept.detail}`);
      else if (kept.value) this.#checkpoints.push(kept.value);
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
      if (!(error instanceof TypeError)) throw error;
      unread ??= lines + 1;
    }
    if (lines === 0) unread ??= 1;
    if (unread !== undefined)
      this.#report("malformed", `Line ${unread} of the earlier export is no event: it is no whole export.`);
  }

  /** Holds an event, and the tree up to it, against what was kept. */
  compare(event: EvidenceEvent, tree: MerkleFrontier): void {
    const before = this.#earlier[event.seq - 1];
    if (before !== undefined && before !== event.leafHash)
      this.#report(
        "history_rewritten",
        "It is not the event that the earlier export has in its place.",
        event,
      );
    for (const { size, rootHash } of this.#checkpoints) {
      if (size === tree.size && rootHash !== toHex(tree.root()))
        this.#report(
          "history_rewritten",
          `The log does not begin as a kept checkpoint of ${counted(size, "event")} says.`,
        );
    }
  }

  /** Holds the whole log's checkpoint against what was kept. */
  compareWhole({ size, origin }: VerifiedCheckpoint): void {
    if (this.#earlier.length > size)
      this.#report(
        "truncated",
        `The earlier export has ${counted(this.#earlier.length, "event")}; this one ${size}.`,
      );
    for (const kept of this.#checkpoints) {
      if (kept.origin !== origin)
        this.#report(
          "other_log",
          `A checkpoint that was kept is of the log "${kept.origin}"; this is "${origin}".`,
        );
      else if (kept.size > size)
        this.#report(
          "truncated",
          `A checkpoint that was kept is of ${counted(kept.size, "event")}; this log has ${size}.`,
        );
    }
  }
}

import { toHex } from "./bytes.ts";
import { canonicalize } from "./canonical-json.ts";
import {
  type Checked,
  checkCheckpoint,
  checkEvent,
  erasedBy,
  type EvidenceFault,
  type EvidenceFaultCode,
  isEventShape,
  readHash,
  type VerifiedCheckpoint,
} from "./evidence-check.ts";
import { erasureType, type EvidenceEvent } from "./evidence-event.ts";
import { checkKept, type VerifyOptions } from "./evidence-proofs.ts";
import { MerkleFrontier } from "./merkle-frontier.ts";
import { textLines, type TextSource } from "./text-lines.ts";

/** What an exported log is held against. */
export interface VerifyExportOptions extends VerifyOptions {
  /** Checkpoints that were kept: the log must go on from each. */
  trusted?: readonly string[] | undefined;
  /** An export that was kept: each of its events must still be there as it was, erased data excepted. */
  earlier?: TextSource | undefined;
}

/** Something in an exported log that does not hold. */
export interface ExportProblem extends EvidenceFault {
  /** From 1; null: about the log as a whole. */
  line: number | null;
  /** Which event; null where it cannot be said. */
  seq: number | null;
  eventId: string | null;
}

/** What was found in an exported log. */
export interface ExportReport {
  valid: boolean;
  code: "ok" | EvidenceFaultCode;
  /** Events in the file. */
  events: number;
  /** Events whose data was erased, and an `evidence_erased` event says so. */
  erased: number;
  /** Null when its signature is not right. */
  checkpoint: VerifiedCheckpoint | null;
  /** The first 100. */
  problems: readonly ExportProblem[];
  problemCount: number;
}

const problemsListed = 100;
/** In place of a leaf that cannot be read. */
const noHash = new Uint8Array(32);

/**
 * Verifies an exported log without a network: each event against its leaf, the leaves against the signed checkpoint,
 * each erasure against the event that tells of it, and all of it against what was kept from before. Every event that was
 * altered is named.
 *
 * @param source the file, whole or in pieces; it is read once, and only hashes of it are held.
 */
export async function verifyExport(source: TextSource, options: VerifyExportOptions): Promise<ExportReport> {
  const audit = new ExportAudit(options);
  await audit.begin();
  try {
    for await (const { line, ended } of textLines(source)) audit.read(line, ended);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    audit.report("malformed", "The file is not UTF-8.");
  }
  return audit.end();
}

/** One reading of an exported log. */
class ExportAudit {
  readonly #options: VerifyExportOptions;
  readonly #tree = new MerkleFrontier();
  readonly #problems: ExportProblem[] = [];
  #problemCount = 0;
  #line = 0;
  #events = 0;
  /** The last event's place. */
  #seq = 0;
  #checkpointText: unknown;
  /** Line and id of events without data, by seq, until an event tells of their erasure. */
  readonly #erased = new Map<number, { line: number; eventId: string }>();
  #erasures = 0;
  /** Kept checkpoints by size. */
  readonly #kept: VerifiedCheckpoint[] = [];
  readonly #earlier: string[] = [];

  constructor(options: VerifyExportOptions) {
    this.#options = options;
  }

  /** Reads what was kept. */
  async begin(): Promise<void> {
    const { trusted = [], earlier, ...options } = this.#options;
    for (const text of trusted) {
      const kept = await checkKept(text, options);
      if (!kept.ok) this.report(kept.code, `A checkpoint that was kept: ${kept.detail}`);
      else if (kept.value) this.#kept.push(kept.value);
    }
    if (earlier !== undefined) await this.#readEarlier(earlier);
  }

  /** What cannot be read of it is reported: nothing would be held against it, and the log seem to have passed. */
  async #readEarlier(earlier: TextSource): Promise<void> {
    let lines = 0;
    let unread: number | undefined;
    try {
      for await (const { line } of textLines(earlier)) {
        lines += 1;
        const value = parsed(line);
        if (isEventShape(value)) this.#earlier[value.seq - 1] = value.leafHash;
        else if (!isCheckpointLine(value)) unread ??= lines;
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      unread ??= lines + 1;
    }
    if (lines === 0) unread ??= 1;
    if (unread !== undefined)
      this.report("malformed", `Line ${unread} of the earlier export is no event: it is no whole export.`);
  }

  read(line: string, ended: boolean): void {
    this.#line += 1;
    const value = parsed(line);
    if (!ended || value === undefined || !isCanonical(value, line)) {
      // Its place is taken, so that what follows is not blamed too.
      this.#seq += 1;
      this.#events += 1;
      this.#tree.append(noHash);
      return this.report("malformed", "The line is not the canonical JSON of an event, with its end.", {
        seq: this.#seq,
      });
    }
    if (this.#checkpointText !== undefined)
      return this.report("malformed", "Nothing may follow the checkpoint.");
    if (isCheckpointLine(value)) this.#checkpointText = value.checkpoint;
    else this.#readEvent(value);
  }

  #readEvent(value: unknown): void {
    this.#events += 1;
    const shaped = isEventShape(value) ? value : undefined;
    const place = shaped ?? { seq: this.#seq + 1, eventId: null };
    if (place.seq !== this.#seq + 1)
      this.report("seq_wrong", `It is event ${place.seq}, where ${this.#seq + 1} must be.`, place);
    this.#seq = place.seq;
    const checked: Checked<unknown> = checkEvent(value);
    if (!checked.ok) this.report(checked.code, checked.detail, place);
    this.#tree.append(readHash(shaped?.leafHash) ?? noHash);
    if (!shaped) return;
    this.#compare(shaped);
    this.#settleErasures(shaped);
  }

  #compare(event: EvidenceEvent): void {
    const before = this.#earlier[event.seq - 1];
    if (before !== undefined && before !== event.leafHash)
      this.report(
        "history_rewritten",
        "It is not the event that the earlier export has in its place.",
        event,
      );
    for (const { size, rootHash } of this.#kept) {
      if (size === this.#tree.size && rootHash !== toHex(this.#tree.root()))
        this.report(
          "history_rewritten",
          `The first ${size} events are not those of a checkpoint that was kept.`,
        );
    }
  }

  #settleErasures(event: EvidenceEvent): void {
    const { seq, eventId, data, type, origin } = event;
    if (data === null) this.#erased.set(seq, { line: this.#line, eventId });
    if (data === null && type === erasureType && origin === "server")
      this.report("erasure_unproven", "What tells of an erasure cannot be erased itself.", event);
    for (const told of erasedBy(event)) if (this.#erased.delete(told)) this.#erasures += 1;
  }

  /** Notes what does not hold. */
  report(
    code: EvidenceFaultCode,
    detail: string,
    place?: { seq: number; eventId?: string | null; line?: number },
  ): void {
    this.#problemCount += 1;
    if (this.#problems.length === problemsListed) return;
    const { seq = null, eventId = null, line = this.#line } = place ?? {};
    this.#problems.push({ code, detail, line: place ? line : null, seq, eventId });
  }

  /** Holds the whole against its checkpoint. */
  async end(): Promise<ExportReport> {
    for (const [seq, { line, eventId }] of this.#erased)
      this.report("erasure_unproven", "Its data is gone, and no event tells of its erasure.", {
        seq,
        eventId,
        line,
      });
    const { keys, origin } = this.#options;
    const signed = await checkCheckpoint(this.#checkpointText, { keys, origin });
    if (this.#checkpointText === undefined)
      this.report("truncated", "The file ends without a checkpoint: something of it is missing.");
    else if (!signed.ok) this.report(signed.code, signed.detail);
    else this.#holdAgainst(signed.value);
    return {
      valid: this.#problemCount === 0,
      code: this.#problems[0]?.code ?? "ok",
      events: this.#events,
      erased: this.#erasures,
      checkpoint: signed.ok ? signed.value : null,
      problems: this.#problems,
      problemCount: this.#problemCount,
    };
  }

  #holdAgainst({ size, rootHash, origin }: VerifiedCheckpoint): void {
    if (this.#events !== size)
      this.report("truncated", `The file has ${this.#events} events; its checkpoint is of ${size}.`);
    else if (rootHash !== toHex(this.#tree.root()))
      this.report("root_mismatch", "The events do not give the root that the checkpoint was signed for.");
    if (this.#earlier.length > size)
      this.report("truncated", `The earlier export has ${this.#earlier.length} events; this one ${size}.`);
    for (const kept of this.#kept) {
      if (kept.origin !== origin)
        this.report(
          "other_log",
          `A checkpoint that was kept is of the log "${kept.origin}"; this is "${origin}".`,
        );
      else if (kept.size > size)
        this.report(
          "truncated",
          `A checkpoint that was kept is of ${kept.size} events; this log has ${size}.`,
        );
    }
  }
}

function parsed(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return value;
  } catch {
    return undefined;
  }
}

/** Whether something is an object with this member alone. */
const isCheckpointLine = (value: unknown): value is { checkpoint: unknown } =>
  typeof value === "object" && value !== null && Object.keys(value).join() === "checkpoint";

function isCanonical(value: unknown, line: string): boolean {
  try {
    return canonicalize(value) === line;
  } catch {
    return false;
  }
}

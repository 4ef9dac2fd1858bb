import { counted } from "../../domain/values/counted.ts";
import { toHex } from "../crypto/bytes.ts";
import { quoted } from "../http/quote.ts";
import { checkOptions, requireText } from "./check-options.ts";
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
import { isCanonicalLine, isCheckpointLine, lineValue } from "./evidence-lines.ts";
import { type AuditOptions, SavedEvidence, type VerifyExportOptions } from "./saved-evidence.ts";
import { MerkleFrontier } from "./merkle-frontier.ts";
import { type ExportWarning, ReceiptTimes } from "./receipt-times.ts";
import { InvalidUtf8Error, isTextSource, textLines, type TextSource } from "../rows/text-lines.ts";
import { trustedKeys } from "../crypto/trusted-keys.ts";

/** A fault in an exported log. */
export interface ExportProblem extends EvidenceFault {
  /** Line number, starting at 1; null if the fault concerns the log as a whole. */
  line: number | null;
  /** Seq of the event; null if it is unknown. */
  seq: number | null;
  eventId: string | null;
}

/** The result of verifying an exported log. */
export interface ExportReport {
  valid: boolean;
  code: "ok" | EvidenceFaultCode;
  /** Number of events in the file. */
  events: number;
  /** Number of events whose data was erased and for which an `evidence_erased` event exists. */
  erased: number;
  /** The checkpoint at the end of the file; null if its signature is invalid. */
  checkpoint: VerifiedCheckpoint | null;
  /**
   * Number of ignored signatures of the checkpoint by unknown names or keys; 0 if the checkpoint is not
   * verified.
   */
  otherSignatures: number;
  /** The first 100 faults. */
  problems: readonly ExportProblem[];
  problemCount: number;
  /** The first 100 remarks that do not make the log invalid. */
  warnings: readonly ExportWarning[];
  warningCount: number;
}

const problemsListed = 100;
/** The hash that stands for a leaf that cannot be read. */
const noHash = new Uint8Array(32);

/**
 * Verifies an exported log offline: each event against its leaf, the leaves against the signed checkpoint,
 * each erasure against the event that records it, and the log against saved evidence. The report contains
 * each altered event.
 *
 * @param source the file, as a whole or in pieces. It is read once, and only its hashes stay in memory.
 * @throws {TypeError} if an argument or option has the wrong type, or if an option is unknown. An invalid
 *   file does not throw.
 */
export async function verifyExport(source: TextSource, options: VerifyExportOptions): Promise<ExportReport> {
  checkOptions(options, { keys: true, origin: true, trusted: true, earlier: true, clockToleranceMs: true });
  const given = { ...options };
  requireTypes(source, given);
  const audit = new ExportAudit({ ...given, keys: trustedKeys(given.keys) });
  await audit.begin();
  try {
    for await (const { line, ended } of textLines(source)) audit.read(line, ended);
  } catch (error) {
    if (!(error instanceof InvalidUtf8Error)) throw error;
    audit.report("malformed", "The file is not UTF-8.");
  }
  return audit.end();
}

/** Rejects arguments that the compiler would reject, so that no check is skipped silently. */
function requireTypes(source: unknown, options: Partial<VerifyExportOptions>): void {
  const { origin, trusted, earlier, clockToleranceMs } = options;
  requireText("origin", origin);
  if (!isTextSource(source)) throw new TypeError(`source is ${quoted(source)}; it must be ${textForms}.`);
  if (earlier !== undefined && !isTextSource(earlier))
    throw new TypeError(`earlier is ${quoted(earlier)}; it must be ${textForms}.`);
  if (trusted !== undefined && !(Array.isArray(trusted) && trusted.every((one) => typeof one === "string")))
    throw new TypeError(`trusted is ${quoted(trusted)}; it must be a list of checkpoints.`);
  if (clockToleranceMs !== undefined && !(Number.isFinite(clockToleranceMs) && clockToleranceMs >= 0))
    throw new TypeError(`clockToleranceMs is ${quoted(clockToleranceMs)}; it must be a number, 0 or more.`);
}

const textForms = "a string, a Uint8Array, or an iterable of these";
const defaultClockToleranceMs = 5000;

/** A single verification of an exported log. */
class ExportAudit {
  readonly #options: AuditOptions;
  readonly #tree = new MerkleFrontier();
  readonly #problems: ExportProblem[] = [];
  #problemCount = 0;
  #line = 0;
  #events = 0;
  /** Seq of the last event. */
  #seq = 0;
  #checkpointText: unknown;
  /**
   * Line and id of each event without data, by seq. An event is removed when a record of its erasure is
   * found.
   */
  readonly #erased = new Map<number, { line: number; eventId: string }>();
  #erasures = 0;
  readonly #times: ReceiptTimes;
  readonly #saved = new SavedEvidence((code, detail, place) => this.report(code, detail, place));

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#times = new ReceiptTimes(options.clockToleranceMs ?? defaultClockToleranceMs);
  }

  /** Reads the saved evidence. */
  begin(): Promise<void> {
    return this.#saved.read(this.#options);
  }

  read(line: string, ended: boolean): void {
    this.#line += 1;
    const value = lineValue(line);
    if (!ended || value === undefined || !isCanonicalLine(value, line)) {
      // The unreadable line counts as an event, so that the following events are not reported as well.
      this.#seq += 1;
      this.#events += 1;
      this.#tree.append(noHash);
      return this.report(
        "malformed",
        "The line is not the canonical JSON of an event, or its line end is missing.",
        {
          seq: this.#seq,
        },
      );
    }
    if (this.#checkpointText !== undefined)
      return this.report("malformed", "Lines after the checkpoint are not accepted.");
    if (isCheckpointLine(value)) this.#checkpointText = value.checkpoint;
    else this.#readEvent(value);
  }

  #readEvent(value: unknown): void {
    this.#events += 1;
    const shaped = isEventShape(value) ? value : undefined;
    const place = shaped ?? { seq: this.#seq + 1, eventId: null };
    if (place.seq !== this.#seq + 1)
      this.report("seq_wrong", `seq is ${place.seq}; it must be ${this.#seq + 1}.`, place);
    this.#seq = place.seq;
    const checked: Checked<unknown> = checkEvent(value);
    if (!checked.ok) this.report(checked.code, checked.detail, place);
    this.#tree.append(readHash(shaped?.leafHash) ?? noHash);
    if (!shaped) return;
    this.#times.check(shaped, this.#line);
    this.#saved.compare(shaped, this.#tree);
    this.#trackErasures(shaped);
  }

  #trackErasures(event: EvidenceEvent): void {
    const { seq, eventId, data, type, origin } = event;
    if (data === null) this.#erased.set(seq, { line: this.#line, eventId });
    if (data === null && type === erasureType && origin === "server")
      this.report("erasure_unproven", "An event that records an erasure cannot be erased.", event);
    for (const erased of erasedBy(event)) if (this.#erased.delete(erased)) this.#erasures += 1;
  }

  /** Adds a fault to the report. */
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

  /** Compares the whole log with its checkpoint and returns the report. */
  async end(): Promise<ExportReport> {
    for (const [seq, { line, eventId }] of this.#erased)
      this.report("erasure_unproven", "The data of the event is missing, and no event records its erasure.", {
        seq,
        eventId,
        line,
      });
    const { keys, origin } = this.#options;
    const signed = await checkCheckpoint(this.#checkpointText, { keys, origin });
    if (this.#checkpointText === undefined)
      this.report("truncated", "The file ends without a checkpoint; it is incomplete.");
    else if (!signed.ok) this.report(signed.code, signed.detail);
    else this.#compareWithCheckpoint(signed.value.checkpoint);
    return {
      valid: this.#problemCount === 0,
      code: this.#problems[0]?.code ?? "ok",
      events: this.#events,
      erased: this.#erasures,
      checkpoint: signed.ok ? signed.value.checkpoint : null,
      otherSignatures: signed.ok ? signed.value.otherSignatures : 0,
      problems: this.#problems,
      problemCount: this.#problemCount,
      warnings: this.#times.warnings,
      warningCount: this.#times.count,
    };
  }

  #compareWithCheckpoint(checkpoint: VerifiedCheckpoint): void {
    const { size, rootHash } = checkpoint;
    if (this.#events !== size)
      this.report(
        "truncated",
        `The file has ${counted(this.#events, "event")}; it must have ${size}, as in its checkpoint.`,
      );
    else if (rootHash !== toHex(this.#tree.root()))
      this.report("root_mismatch", "The root of the events does not match the checkpoint.");
    this.#saved.compareWhole(checkpoint);
  }
}

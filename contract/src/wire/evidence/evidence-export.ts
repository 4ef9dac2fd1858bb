import { counted } from "../../domain/values/counted.ts";
import { toHex } from "../crypto/bytes.ts";
import { checkOptions } from "./check-options.ts";
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
import { textLines, type TextSource } from "../rows/text-lines.ts";
import { trustedKeys } from "../crypto/trusted-keys.ts";

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
  checkOptions(options, { keys: true, origin: true, trusted: true, earlier: true });
  const given = { ...options };
  const audit = new ExportAudit({ ...given, keys: trustedKeys(given.keys) });
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
  readonly #options: AuditOptions;
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
  readonly #kept = new SavedEvidence((code, detail, place) => this.report(code, detail, place));

  constructor(options: AuditOptions) {
    this.#options = options;
  }

  /** Reads what was kept. */
  begin(): Promise<void> {
    return this.#kept.read(this.#options);
  }

  read(line: string, ended: boolean): void {
    this.#line += 1;
    const value = lineValue(line);
    if (!ended || value === undefined || !isCanonicalLine(value, line)) {
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
    this.#kept.compare(shaped, this.#tree);
    this.#settleErasures(shaped);
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
    else this.#compareWithThresholds(signed.value);
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

  #compareWithThresholds(checkpoint: VerifiedCheckpoint): void {
    const { size, rootHash } = checkpoint;
    if (this.#events !== size)
      this.report(
        "truncated",
        `The file has ${counted(this.#events, "event")}; its checkpoint is of ${size}.`,
      );
    else if (rootHash !== toHex(this.#tree.root()))
      this.report("root_mismatch", "The events do not give the root that the checkpoint was signed for.");
    this.#kept.compareWhole(checkpoint);
  }
}

import { createReadStream } from "node:fs";
import { counted } from "@assay/contract/domain";
import { type ExportReport, verifyExport } from "../../verify.ts";
import { exitCodes } from "../exit-codes.ts";
import { checkpointIn, keysIn, reading } from "../saved-files.ts";
import type { Output, Span } from "../output.ts";
import type { CommandContext } from "../program.ts";

/** Options of `assay evidence audit`. */
export interface AuditOptions {
  keys?: string;
  trusted?: string[];
  earlier?: string;
  origin?: string;
  /** How far `receivedAt` can fall from one event to the next without a warning (seconds). */
  clockTolerance?: number;
  strict?: boolean;
}

/** Verifies an exported log, without network access if the keys are given. */
export async function audit(
  file: string,
  { keys, trusted = [], earlier, origin, clockTolerance, strict = false }: AuditOptions,
  context: CommandContext,
): Promise<void> {
  const { output } = context;
  if (keys === undefined)
    output.note(
      "The keys were loaded from the server; use saved keys (--keys) to audit without trusting the server.",
    );
  const trustedKeys =
    keys === undefined
      ? await context.client.control.evidence.keys({ signal: context.signal })
      : await keysIn(keys);
  const savedCheckpoints = await Promise.all(trusted.map(checkpointIn));
  const report = await reading(() =>
    verifyExport(createReadStream(file), {
      keys: trustedKeys,
      origin,
      trusted: savedCheckpoints,
      ...(earlier !== undefined && { earlier: createReadStream(earlier) }),
      ...(clockTolerance !== undefined && { clockToleranceMs: clockTolerance * 1000 }),
    }),
  );
  output.data(report);
  showReport(report, output);
  output.line(conclusionOf(report, trusted.length > 0));
  if (!report.valid || (strict && report.warningCount > 0)) context.exitCode = exitCodes.gateFailed;
}

/** Prints the report in human-readable form. */
function showReport(report: ExportReport, output: Output): void {
  const { checkpoint, otherSignatures, events, erased, problems, problemCount } = report;
  if (checkpoint) {
    output.line(`Log:        ${checkpoint.origin}`);
    output.line(`Checkpoint: ${counted(checkpoint.size, "event")}, root ${checkpoint.rootHash}`);
    const others = `, and ${counted(otherSignatures, "other signature")} (not verified)`;
    output.line(`Signed by:  ${checkpoint.kid}${otherSignatures > 0 ? others : ""}`);
  }
  output.line(`Events:     ${events}${erased > 0 ? `, ${erased} with erased data (erasure recorded)` : ""}`);
  for (const { seq, eventId, line, code, detail } of problems) {
    const where =
      seq === null ? "The log" : `Event ${seq}${eventId === null ? "" : ` (${eventId})`}, line ${line}`;
    output.line({ text: `${where}: ${code}. `, emphasis: "red" }, detail);
  }
  if (problemCount > problems.length) output.line(`… and ${problemCount - problems.length} more.`);
  showWarnings(report, output);
}

/** Prints the report's warnings, which do not make the log invalid. */
function showWarnings({ warnings, warningCount }: ExportReport, output: Output): void {
  for (const { seq, eventId, line, code, detail } of warnings)
    output.line({ text: `Event ${seq} (${eventId}), line ${line}: ${code}. `, emphasis: "yellow" }, detail);
  if (warningCount > warnings.length) output.line(`… and ${warningCount - warnings.length} more warnings.`);
}

/** Returns the last line, which claims no more than the given evidence proves. */
function conclusionOf({ valid, problemCount }: ExportReport, isTrusted: boolean): Span {
  if (!valid) return { text: `Verification FAILED: ${counted(problemCount, "problem")}.`, emphasis: "red" };
  return {
    text: isTrusted
      ? "The log is complete and unchanged."
      : "The log is consistent in itself. Only a checkpoint saved elsewhere can show that the log was not rewritten.",
    emphasis: "green",
  };
}

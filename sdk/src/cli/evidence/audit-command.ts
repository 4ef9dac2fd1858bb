import { createReadStream } from "node:fs";
import { counted } from "@assay/contract/domain";
import { type ExportReport, verifyExport } from "../../verify.ts";
import { exitCodes } from "../exit-codes.ts";
import { checkpointIn, keysIn, reading } from "../saved-files.ts";
import type { Output } from "../output.ts";
import type { CommandContext } from "../program.ts";

/** Options of `assay evidence audit`. */
export interface AuditOptions {
  keys?: string;
  trusted?: string[];
  earlier?: string;
  origin?: string;
}

/** Verifies an exported log, without network access if the keys are given. */
export async function audit(
  file: string,
  { keys, trusted = [], earlier, origin }: AuditOptions,
  context: CommandContext,
): Promise<void> {
  const { output } = context;
  if (keys === undefined)
    output.note(
      "The keys were loaded from the server; use saved keys (--keys) to audit without trusting it.",
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
    }),
  );
  output.data(report);
  showReport(report, output);
  if (!report.valid) context.exitCode = exitCodes.gateFailed;
}

/** Prints the report in human-readable form. */
function showReport(report: ExportReport, output: Output): void {
  const { checkpoint, events, erased, problems, problemCount } = report;
  if (checkpoint) {
    output.line(`Log:        ${checkpoint.origin}`);
    output.line(`Checkpoint: ${counted(checkpoint.size, "event")}, root ${checkpoint.rootHash}`);
    output.line(`Signed by:  ${checkpoint.kid}`);
  }
  output.line(`Events:     ${events}${erased > 0 ? `, ${erased} with erased data (erasure recorded)` : ""}`);
  for (const { seq, eventId, line, code, detail } of problems) {
    const where =
      seq === null ? "The log" : `Event ${seq}${eventId === null ? "" : ` (${eventId})`}, line ${line}`;
    output.line({ text: `${where}: ${code}. `, emphasis: "red" }, detail);
  }
  if (problemCount > problems.length) output.line(`… and ${problemCount - problems.length} more.`);
  output.line(
    report.valid
      ? { text: "The log is complete and unchanged.", emphasis: "green" }
      : { text: `Verification FAILED: ${counted(problemCount, "problem")}.`, emphasis: "red" },
  );
}

import type { AddCommand } from "../program.ts";
import { countOf } from "./count-option.ts";
import { audit, type AuditOptions } from "./audit-command.ts";
import { exportLog, type ExportOptions } from "./export-evidence-command.ts";
import { watch, type WatchCommandOptions } from "./watch-command.ts";

const help = `
An audit compares an exported log with data that you saved earlier: signing keys from a time when the server was trusted,
checkpoints, and exports. With saved keys, the audit runs offline.

Examples:
  $ assay evidence watch --type policy_decision
  $ assay evidence export log.ndjson --keys keys.json --checkpoint today.txt
  $ assay evidence audit log.ndjson --keys keys.json --trusted yesterday.txt`;

const several = (text: string, before: string[] | undefined): string[] => [...(before ?? []), text];

/** `assay evidence watch|export|audit`: streams the log, exports it to a file, or verifies such a file. */
export const addEvidenceCommands: AddCommand = (program, context) => {
  const evidence = program
    .command("evidence")
    .description("watch, export and audit the evidence log")
    .helpCommand(false)
    .addHelpText("after", help);
  evidence
    .command("watch")
    .description("watch events as they are appended (stop with Ctrl-C)")
    .option("--agent <id>", "filter by agent id")
    .option("--session <session>", "filter by session")
    .option("--type <type>", "filter by event type")
    .option(
      "--after <seq>",
      "position after which to start (0: start with the first event)",
      countOf("--after"),
    )
    .option("--count <events>", "number of events to print before exiting", countOf("--count"))
    .action((options: WatchCommandOptions) => watch(options, context()));
  evidence
    .command("export")
    .description("export the whole log to a file")
    .argument("<file>", "path of the new file")
    .option("--keys <file>", "path of a new file for the public signing keys")
    .option("--checkpoint <file>", "path of a new file for the checkpoint, for later audits")
    .action((file: string, options: ExportOptions) => exportLog(file, options, context()));
  evidence
    .command("audit")
    .description("verify an exported log (exit code 1 if verification fails)")
    .argument("<file>", "path of the exported log")
    .option("--keys <file>", "saved public signing keys (default: load them from the server)")
    .option("--trusted <file>", "saved checkpoint; may be repeated", several)
    .option("--earlier <file>", "earlier export, to identify events that were rewritten later")
    .option("--origin <origin>", "expected log name: the first line of a trusted checkpoint")
    .option(
      "--clock-tolerance <seconds>",
      "maximum decrease of receivedAt without a warning (default: 5)",
      countOf("--clock-tolerance"),
    )
    .option("--strict", "reject a log with warnings (exit code 1)")
    .action((file: string, options: AuditOptions) => audit(file, options, context()));
};

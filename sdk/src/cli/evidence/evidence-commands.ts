import { CannotRun } from "../cannot-run.ts";
import type { AddCommand } from "../program.ts";
import { audit, type AuditOptions } from "./audit-command.ts";
import { exportLog, type ExportOptions } from "./export-evidence-command.ts";
import { watch, type WatchCommandOptions } from "./watch-command.ts";

const help = `
A log is evidence to whoever kept something of it: the signing keys from a time when the server was trusted, and
now and then a checkpoint or an export. An audit holds the log against these, and needs no server for it.

Examples:
  $ assay evidence watch --type policy_decision
  $ assay evidence export log.ndjson --keys keys.json --checkpoint today.txt
  $ assay evidence audit log.ndjson --keys keys.json --trusted yesterday.txt`;

/** Reads a count. @throws {CannotRun} when it is none. */
const countOf =
  (option: string) =>
  (text: string): number => {
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw new CannotRun(`${option} is ${JSON.stringify(text)}; it must be a whole number, 0 or more.`);
  };

const several = (text: string, before: string[] | undefined): string[] => [...(before ?? []), text];

/** `assay evidence watch|export|audit`: the evidence log as it grows, as a file, and whether the file is whole. */
export const addEvidenceCommands: AddCommand = (program, context) => {
  const evidence = program
    .command("evidence")
    .description("follow, export and audit the evidence log")
    .helpCommand(false)
    .addHelpText("after", help);
  evidence
    .command("watch")
    .description("show events as they are appended, until Ctrl-C")
    .option("--agent <id>", "only events of this agent")
    .option("--session <session>", "only events of this session")
    .option("--type <type>", "only events of this type")
    .option("--after <seq>", "begin after the event at this place; 0: with the first one", countOf("--after"))
    .option("--count <events>", "end after so many events", countOf("--count"))
    .action((options: WatchCommandOptions) => watch(options, context()));
  evidence
    .command("export")
    .description("write the whole log to a file")
    .argument("<file>", "where to; it must not be there yet")
    .option("--keys <file>", "write the public signing keys, too")
    .option("--checkpoint <file>", "write the checkpoint, too: to be kept for later audits")
    .action((file: string, options: ExportOptions) => exportLog(file, options, context()));
  evidence
    .command("audit")
    .description("verify an exported log; exit code 1 when anything in it was altered")
    .argument("<file>", "the exported log")
    .option("--keys <file>", "the public signing keys that were kept; without it the server is asked")
    .option("--trusted <file>", "a checkpoint that was kept; may be repeated", several)
    .option("--earlier <file>", "an export that was kept: names the events that were rewritten since")
    .option("--origin <origin>", "the log that it must be: the first line of a checkpoint that is trusted")
    .action((file: string, options: AuditOptions) => audit(file, options, context()));
};

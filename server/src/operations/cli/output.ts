import type { Command } from "commander";
import { ConfigError } from "../../platform/config.ts";
import { lacksRoom } from "../../platform/db/connection/passing.ts";
import { redactTexts } from "../../platform/log.ts";

/** How a command tells what it did: in words, or (`--json`) as one JSON document on standard output. */
export interface OutputOptions {
  json?: boolean;
}

/** Says what was done: the lines for people, the value for programs. */
export function tell({ json }: OutputOptions, value: unknown, lines: readonly string[]): void {
  console.log(json ? JSON.stringify(value, null, 2) : lines.join("\n"));
}

/**
 * Runs a command's work; a failure is told in plain words on standard error (and with `--json` as a document on standard
 * output) and sets the exit code: 2 for configuration, else 1.
 */
export async function attempt({ json }: OutputOptions, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const said = redactTexts(error instanceof Error ? error.message : String(error));
    const message = lacksRoom(error) ? `${said} (make room on the disk, and run it again)` : said;
    console.error(message);
    const code = error instanceof ConfigError ? 2 : 1;
    if (json) tellFailure(message, code);
    process.exit(code);
  }
}

/** Says to programs what went wrong. */
export function tellFailure(message: string, exitCode: number): void {
  console.log(JSON.stringify({ error: { message, exit_code: exitCode } }, null, 2));
}

/** Gives every command that does something the option `--json`. */
export function offerJson(command: Command): void {
  for (const subcommand of command.commands) offerJson(subcommand);
  if (command.commands.length === 0)
    command.option("--json", "print one JSON document instead of text (see “Exit codes” in --help)");
}

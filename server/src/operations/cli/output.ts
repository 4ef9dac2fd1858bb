import type { Command } from "commander";
import { ConfigError } from "../../platform/config.ts";
import { isDiskFull } from "../../platform/db/connection/transient-errors.ts";
import { redactTexts } from "../../platform/log.ts";

/** The output format of a command: text or, with `--json`, one JSON document on standard output. */
export interface OutputOptions {
  json?: boolean;
}

/** Prints the result of a command: the lines as text, or the value as JSON. */
export function printResult({ json }: OutputOptions, value: unknown, lines: readonly string[]): void {
  console.log(json ? JSON.stringify(value, null, 2) : lines.join("\n"));
}

/**
 * Runs a command. If the command fails, prints the error to standard error and exits with 2 for a missing or
 * invalid value in the configuration, otherwise with 1. With `--json`, also prints the error as a JSON
 * document to standard output.
 */
export async function attempt({ json }: OutputOptions, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const text = redactTexts(error instanceof Error ? error.message : String(error));
    const message = isDiskFull(error) ? `${text}\nFree disk space, then run the command again.` : text;
    console.error(`error: ${message}`);
    const code = error instanceof ConfigError ? error.exitCode : 1;
    if (json) printFailure(message, code);
    process.exit(code);
  }
}

/** Prints a failure as JSON for programs. */
export function printFailure(message: string, exitCode: number): void {
  console.log(JSON.stringify({ error: { message, exit_code: exitCode } }, null, 2));
}

/** Adds the option `--json` to every command that has no subcommands. */
export function addJsonOption(command: Command): void {
  for (const subcommand of command.commands) addJsonOption(subcommand);
  if (command.commands.length === 0) command.option("--json", "print the result as one JSON document");
}

#!/usr/bin/env node
import { commands } from "./commands.ts";
import { exitCodes } from "./exit-codes.ts";
import { runCli } from "./program.ts";

const interruption = new AbortController();
process.once("SIGINT", () => {
  interruption.abort();
  // The second Ctrl-C exits without waiting.
  process.once("SIGINT", () => process.exit(exitCodes.interrupted));
});
// The reader of the output can stop early, as in `assay … | head`; this is not an error.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit();
  process.stderr.write(`error: cannot write the output: ${message}\n`);
  process.exit(exitCodes.couldNotRun);
});
// Without a reader or space for progress and messages, the command continues; its result is on stdout.
process.stderr.on("error", () => undefined);

const { stdout, stderr, env } = process;
process.exitCode = await runCli(
  process.argv.slice(2),
  { stdout, stderr, env, signal: interruption.signal },
  commands,
);

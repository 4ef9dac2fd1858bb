#!/usr/bin/env node
import { commands } from "./commands.ts";
import { exitCodes } from "./exit-codes.ts";
import { handleStreamErrors } from "./interruption.ts";
import { runCli } from "./program.ts";

const interruption = new AbortController();
process.once("SIGINT", () => {
  interruption.abort();
  // The second Ctrl-C exits without waiting.
  process.once("SIGINT", () => process.exit(exitCodes.interrupted));
});

const { stdout, stderr, env } = process;
const readerGone = new AbortController();
handleStreamErrors(process, {
  readerLeft: () => readerGone.abort(),
  writeFailed: ({ message }) => {
    stderr.write(`error: cannot write the output: ${message}\n`);
    process.exit(exitCodes.couldNotRun);
  },
});

process.exitCode = await runCli(
  process.argv.slice(2),
  { stdout, stderr, env, signal: interruption.signal, readerGone: readerGone.signal },
  commands,
);

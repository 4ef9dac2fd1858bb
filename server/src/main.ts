#!/usr/bin/env node
import { environmentWithFile } from "./platform/environment.ts";
import { findFileProblem } from "./platform/open-files.ts";

// Loading the program opens many files at once. With a low limit, it would fail with an unrelated message.
const problem = findFileProblem(process.argv[2], environmentWithFile());
if (problem !== undefined) {
  process.stderr.write(`error: ${problem}\n`);
  process.exit(1);
}
const { program } = await import("./operations/cli/program.ts");
await program().parseAsync();

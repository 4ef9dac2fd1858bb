import { addCompareCommand } from "./compare/compare-command.ts";
import { addExportCommand } from "./export/export-command.ts";
import type { AddCommand } from "./program.ts";
import { addResultsCommand } from "./run/results-command.ts";
import { addRunCommand } from "./run/run-command.ts";

/** The commands of `assay`. */
export const commands: readonly AddCommand[] = [
  addRunCommand,
  addResultsCommand,
  addCompareCommand,
  addExportCommand,
];

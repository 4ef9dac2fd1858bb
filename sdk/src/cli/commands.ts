import { addCompareCommand } from "./compare/compare-command.ts";
import type { AddCommand } from "./program.ts";
import { addResultsCommand } from "./run/results-command.ts";
import { addRunCommand } from "./run/run-command.ts";
import { addWebhooksCommand } from "./webhooks/webhooks-command.ts";

/** The commands of `assay`. */
export const commands: readonly AddCommand[] = [
  addRunCommand,
  addResultsCommand,
  addCompareCommand,
  addWebhooksCommand,
];

import { addAgentsCommand } from "./agents/agents-command.ts";
import { addMeCommand } from "./caller/me-command.ts";
import { addConnectCommand } from "./agents/connect-command.ts";
import { addApprovalsCommand } from "./approvals/approvals-command.ts";
import { addAuthorizeCommand } from "./authorize/authorize-command.ts";
import { addCompareCommand } from "./compare/compare-command.ts";
import { addEvidenceCommands } from "./evidence/evidence-commands.ts";
import { addPoliciesCommands } from "./policies/policies-commands.ts";
import { addExportCommand } from "./export/export-scores-command.ts";
import type { AddCommand } from "./program.ts";
import { addReportCommand } from "./report/report-command.ts";
import { addReviewsCommand } from "./reviews/reviews-command.ts";
import { addResultsCommand } from "./results/results-command.ts";
import { addRunCommand } from "./run/run-command.ts";
import { addScoresCommand } from "./scores/scores-command.ts";
import { addTrendsCommand } from "./scores/trends-command.ts";
import { addVerifyCommand } from "./verify/verify-command.ts";
import { addWebhooksCommand } from "./webhooks/webhooks-command.ts";

/** The commands of `assay`. */
export const commands: readonly AddCommand[] = [
  addRunCommand,
  addResultsCommand,
  addCompareCommand,
  addReportCommand,
  addReviewsCommand,
  addMeCommand,
  addConnectCommand,
  addAgentsCommand,
  addAuthorizeCommand,
  addApprovalsCommand,
  addEvidenceCommands,
  addVerifyCommand,
  addPoliciesCommands,
  addScoresCommand,
  addTrendsCommand,
  addWebhooksCommand,
  addExportCommand,
];

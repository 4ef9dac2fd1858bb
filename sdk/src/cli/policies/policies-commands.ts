import type { AddCommand } from "../program.ts";
import { listPolicies } from "./list-command.ts";
import { parseLast, parseMode, parseOutcome, parseStatus, parseUnknownNames } from "./policy-file.ts";
import { simulatePolicy } from "./simulate-command.ts";
import { testPolicies } from "./test-command.ts";
import { type PolicyTerms, validatePolicies } from "./validate-command.ts";

const help = `
Examples:
  $ assay policies validate policies/*.cedar
  $ assay policies validate --mode shadow draft.cedar
  $ assay policies test chart-exports
  $ assay policies simulate draft.cedar --outcome ask --last 500 --fail-on-change`;

/** `assay policies`: lists, validates, tests and simulates policies. */
export const addPoliciesCommands: AddCommand = (program, context) => {
  const policies = program
    .command("policies")
    .description("list, validate, test and simulate policies")
    .addHelpText("after", help)
    .helpCommand(false);
  policies
    .command("list")
    .description("list the baseline and the workspace's own policies")
    .action(() => listPolicies(context()));
  policies
    .command("validate")
    .description("validate policy files (exit code 1 if a policy is invalid)")
    .argument("<files...>", "Cedar files")
    .option("--outcome <outcome>", "outcome of forbid policies: deny, ask or transform", parseOutcome)
    .option("--mode <mode>", "policy mode: enforce or shadow (default: enforce)", parseMode)
    .option("--status <status>", "policy status: active, draft or retired (default: active)", parseStatus)
    .option(
      "--unknown-names <choice>",
      "allow or refuse unknown names that resemble known names (default: refuse)",
      parseUnknownNames,
    )
    .action((files: string[], terms: PolicyTerms) => validatePolicies(files, terms, context()));
  policies
    .command("test")
    .description("run test cases of stored policies (exit code 1 if a case fails)")
    .argument("[ids...]", "policy ids (default: all policies)")
    .action((ids: string[]) => testPolicies(ids, context()));
  policies
    .command("simulate")
    .description("simulate a draft policy on recent decisions")
    .argument("<file>", "Cedar file of the draft")
    .option("--policy <id>", "id of the policy to replace (default: add the draft)")
    .option("--outcome <outcome>", "outcome of forbid policies: deny, ask or transform", parseOutcome)
    .option("--agent <id>", "filter by agent id")
    .option("--last <count>", "number of decisions, 1 to 1000 (default: 100)", parseLast)
    .option("--fail-on-change", "gate: all decisions are replayed, and the draft changes none")
    .action((file: string, options: Parameters<typeof simulatePolicy>[1]) =>
      simulatePolicy(file, options, context()),
    );
};

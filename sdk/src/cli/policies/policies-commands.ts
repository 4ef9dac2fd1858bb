import type { AddCommand } from "../program.ts";
import { listPolicies } from "./list-command.ts";
import { type Outcome, parseLast, parseOutcome } from "./policy-file.ts";
import { simulatePolicy } from "./simulate-command.ts";
import { testPolicies } from "./test-command.ts";
import { validatePolicies } from "./validate-command.ts";

const help = `
Examples:
  $ assay policies validate policies/*.cedar
  $ assay policies test chart-exports
  $ assay policies simulate draft.cedar --outcome ask --last 500 --fail-on-change`;

/** `assay policies`: what agents may do, checked before it holds. */
export const addPoliciesCommands: AddCommand = (program, context) => {
  const policies = program
    .command("policies")
    .description("list, check and try policies")
    .addHelpText("after", help)
    .helpCommand(false);
  policies
    .command("list")
    .description("list the baseline and the workspace's own policies")
    .action(() => listPolicies(context()));
  policies
    .command("validate")
    .description("check the text of policies; a gate: each of them holds")
    .argument("<files...>", "files with Cedar text")
    .option(
      "--outcome <outcome>",
      "what their forbids shall come out as: deny, ask or transform",
      parseOutcome,
    )
    .action((files: string[], options: { outcome?: Outcome }) => validatePolicies(files, options, context()));
  policies
    .command("test")
    .description("run the test cases of stored policies; a gate: each of them passes")
    .argument("[ids...]", "ids of policies; none: all there are")
    .action((ids: string[]) => testPolicies(ids, context()));
  policies
    .command("simulate")
    .description("try a draft on the last decisions that were made")
    .argument("<file>", "file with the draft's Cedar text")
    .option("--policy <id>", "the policy that the draft would replace; without it the draft is added")
    .option("--outcome <outcome>", "what its forbids shall come out as: deny, ask or transform", parseOutcome)
    .option("--agent <id>", "only decisions about this agent")
    .option("--last <count>", "how many decisions, 1 to 1000 (100)", parseLast)
    .option("--fail-on-change", "gate: the draft would have changed no decision")
    .action((file: string, options: Parameters<typeof simulatePolicy>[1]) =>
      simulatePolicy(file, options, context()),
    );
};

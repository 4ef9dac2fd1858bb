import { CliError } from "../cli-error.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { repeated, showAgent, showAgents, showNameWarnings, showPolicies } from "./show-agents.ts";

const help = `
Examples:
  $ assay agents list
  $ assay agents suspend triage-bot --reason "Prescribed twice last night."
  $ assay agents policies triage-bot --set no-prescriptions --set office-hours`;

/** Descriptions of the commands that change an agent's state. */
const transitions = {
  suspend: "suspend an agent until you activate it",
  activate: "activate a pending or suspended agent",
  quarantine: "quarantine an agent; to reactivate the agent, suspend it first",
} as const;

interface PolicyOptions {
  set?: string[];
  clear?: boolean;
}

/** `assay agents …`: manages registered agents and their policies. */
export const addAgentsCommand: AddCommand = (program, context) => {
  const agents = program
    .command("agents")
    .description("manage agents: list, show, suspend, activate, attach policies")
    .addHelpText("after", help);
  agents
    .command("list")
    .description("list agents, newest first")
    .action(async () => {
      const { client, output, signal } = context();
      showAgents(await client.control.agents.list({ signal }), output);
    });
  agents
    .command("show")
    .description("show an agent")
    .argument("<agent>", "agent id")
    .action(async (id: string) => {
      const { client, output, signal } = context();
      showAgent(await client.control.agents.get(id, { signal }), output);
    });
  for (const move of ["suspend", "activate", "quarantine"] as const) {
    agents
      .command(move)
      .description(transitions[move])
      .argument("<agent>", "agent id")
      .option("--reason <text>", "reason, recorded in the evidence log")
      .action(async (id: string, { reason }: { reason?: string }) => {
        const { client, output, signal } = context();
        const body = reason === undefined ? {} : { reason };
        showAgent(await client.control.agents[move](id, body, { signal }), output);
      });
  }
  agents
    .command("policies")
    .description("list effective policies; replace attached policies with --set or --clear")
    .argument("<agent>", "agent id")
    .option("--set <policy>", "policy to attach instead of the present policies; may be repeated", repeated)
    .option("--clear", "detach all policies")
    .action((id: string, options: PolicyOptions) => policies(id, options, context()));
};

async function policies(
  id: string,
  { set, clear }: PolicyOptions,
  { client, output, signal }: CommandContext,
): Promise<void> {
  if (set && clear) throw new CliError("Use either --set or --clear, not both.");
  const policyIds = clear ? [] : set;
  const changed = policyIds && (await client.control.agents.setPolicies(id, { policyIds }, { signal }));
  showPolicies(await client.control.agents.effectivePolicies(id, { signal }), output);
  if (changed) showNameWarnings(changed.warnings, output);
}

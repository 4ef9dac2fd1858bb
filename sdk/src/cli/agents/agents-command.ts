import { CannotRun } from "../cannot-run.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { repeated, showAgent, showAgents, showPolicies } from "./show-agents.ts";

const help = `
Examples:
  $ assay agents list
  $ assay agents suspend triage-bot --reason "Prescribed twice last night."
  $ assay agents policies triage-bot --set no-prescriptions --set office-hours`;

/** What moves an agent to another state, and how it is told. */
const moves = {
  suspend: "stop an agent for a while",
  activate: "let an agent act, that waits or was suspended",
  quarantine: "stop an agent that may be harmful; it comes back through suspension only",
} as const;

interface PolicyOptions {
  set?: string[];
  clear?: boolean;
}

/** `assay agents …`: the registered agents, and what they may do. */
export const addAgentsCommand: AddCommand = (program, context) => {
  const agents = program
    .command("agents")
    .description("registered agents: list, show, stop and let go on, attach policies")
    .addHelpText("after", help);
  agents
    .command("list")
    .description("all agents, the newest first")
    .action(async () => {
      const { client, output, signal } = context();
      showAgents(await client.control.agents.list({ signal }), output);
    });
  agents
    .command("show")
    .description("one agent")
    .argument("<agent>", "its id")
    .action(async (id: string) => {
      const { client, output, signal } = context();
      showAgent(await client.control.agents.get(id, { signal }), output);
    });
  for (const move of ["suspend", "activate", "quarantine"] as const) {
    agents
      .command(move)
      .description(moves[move])
      .argument("<agent>", "its id")
      .option("--reason <text>", "why; it is kept in the evidence log")
      .action(async (id: string, { reason }: { reason?: string }) => {
        const { client, output, signal } = context();
        const body = reason === undefined ? {} : { reason };
        showAgent(await client.control.agents[move](id, body, { signal }), output);
      });
  }
  agents
    .command("policies")
    .description(
      "the policies that an agent is under; with --set or --clear the attached ones are replaced first",
    )
    .argument("<agent>", "its id")
    .option("--set <policy>", "a policy to attach in place of those there are; may be repeated", repeated)
    .option("--clear", "take off every attached policy")
    .action((id: string, options: PolicyOptions) => policies(id, options, context()));
};

async function policies(
  id: string,
  { set, clear }: PolicyOptions,
  { client, output, signal }: CommandContext,
): Promise<void> {
  if (set && clear) throw new CannotRun("Say either --set or --clear.");
  const policyIds = clear ? [] : set;
  if (policyIds) await client.control.agents.setPolicies(id, { policyIds }, { signal });
  showPolicies(await client.control.agents.effectivePolicies(id, { signal }), output);
}

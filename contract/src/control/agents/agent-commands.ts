// The commands that change agents, and the parts of them that callers of the rules use.
import type { AgentStatus } from "../../domain/agents/agent-states.ts";
import type { CreateAgentBody, UpdateAgentBody } from "./agent-input.ts";

/** A command that creates, changes or deletes an agent. */
export type AgentCommand =
  | { type: "create"; body: CreateAgentBody }
  | { type: "update"; id: string; body: UpdateAgentBody }
  | { type: "delete"; id: string }
  | { type: "move"; id: string; to: AgentStatus; reason: string | null }
  | { type: "setPolicies"; id: string; policyIds: readonly string[] }
  | { type: "rotateKey"; id: string; apiKey: string };

/** A request that names an agent in its path. */
interface AgentRequest<Body> {
  params: { id: string };
  body: Body;
}

const moveTo =
  (to: AgentStatus) =>
  ({
    params: { id },
    body: { reason = null },
  }: AgentRequest<{ reason?: string | null | undefined }>): AgentCommand => ({
    type: "move",
    id,
    to,
    reason,
  });

/** The command of each operation that changes an agent. */
export const agentCommands = {
  create: ({ body }: Pick<AgentRequest<CreateAgentBody>, "body">): AgentCommand => ({ type: "create", body }),
  update: ({ params: { id }, body }: AgentRequest<UpdateAgentBody>): AgentCommand => ({
    type: "update",
    id,
    body,
  }),
  delete: ({ params: { id } }: Pick<AgentRequest<never>, "params">): AgentCommand => ({ type: "delete", id }),
  setPolicies: ({ params: { id }, body }: AgentRequest<{ policyIds: readonly string[] }>): AgentCommand => ({
    type: "setPolicies",
    id,
    policyIds: body.policyIds,
  }),
  suspend: moveTo("suspended"),
  activate: moveTo("active"),
  quarantine: moveTo("quarantined"),
  rotateKey: ({ params: { id }, body }: AgentRequest<{ apiKey: string }>): AgentCommand => ({
    type: "rotateKey",
    id,
    apiKey: body.apiKey,
  }),
};

/** The id of the agent that a command concerns. */
export const agentIdOf = (command: AgentCommand): string =>
  command.type === "create" ? command.body.id : command.id;

/** The groups that a command assigns to an agent. If there are any, the hierarchy must be checked. */
export const groupsIn = (command: AgentCommand): readonly string[] =>
  command.type === "create" || command.type === "update" ? (command.body.groups ?? []) : [];

/** Whether a command can remove names of tools, groups or agents from the workspace. */
export const removesNames = (command: AgentCommand): boolean =>
  command.type === "delete" ||
  (command.type === "update" && (command.body.tools !== undefined || command.body.groups !== undefined));

/** The API key in a command; undefined if the command contains no key. */
export const agentKeyOf = (command: AgentCommand): string | undefined => {
  if (command.type === "create") return command.body.apiKey;
  return command.type === "rotateKey" ? command.apiKey : undefined;
};

/** The parts of the state that a command reads. */
export const stateReadBy = (command: AgentCommand) => ({
  agentCount: command.type === "create",
  apiKey: command.type === "create" || command.type === "rotateKey",
  hierarchy: groupsIn(command).length > 0,
});

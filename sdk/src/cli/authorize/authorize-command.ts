import type { Authorization } from "../../generated/types.ts";
import { repeated } from "../agents/show-agents.ts";
import { CannotRun } from "../cannot-run.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Output } from "../output.ts";
import type { AddCommand, CommandContext } from "../program.ts";

interface AuthorizeOptions {
  arg?: string[];
  args?: string;
  context?: string;
  session?: string;
  approval?: string;
}

const help = `
The decision is kept in the evidence log, as any other. Exits with 0 when the call may be made, with 1 when it may not.

Examples:
  $ assay authorize triage-bot chart.read --arg patient=p-1042
  $ assay authorize triage-bot chart.write --args '{"patient": "p-1042"}' --context '{"risk": "high"}' --json`;

/** Adds `assay authorize`: asks whether an agent may call a tool. */
export const addAuthorizeCommand: AddCommand = (program, context) => {
  program
    .command("authorize")
    .description("ask whether an agent may call a tool")
    .argument("<agent>", "id of the agent")
    .argument("<tool>", "name of the tool")
    .option("-a, --arg <name=value>", "an argument of the call, as text; may be repeated", repeated)
    .option("--args <json>", "the arguments, as a JSON object")
    .option("--context <json>", "what else policies see, as a JSON object")
    .option("--session <session>", "the session that the call belongs to")
    .option("--approval <id>", "the approval that a human gave")
    .addHelpText("after", help)
    .action((agent: string, tool: string, options: AuthorizeOptions) =>
      authorize({ agent, tool }, options, context()),
    );
};

async function authorize(
  { agent, tool }: { agent: string; tool: string },
  { arg = [], args, context, session, approval }: AuthorizeOptions,
  command: CommandContext,
): Promise<void> {
  const given = { ...objectIn("--args", args), ...Object.fromEntries(arg.map(pairOf)) };
  const said = { ...objectIn("--context", context), ...(approval !== undefined && { approvalId: approval }) };
  const { client, output, signal } = command;
  const decision = await client.control.authorize(
    {
      agentId: agent,
      tool,
      args: given,
      context: said,
      ...(session !== undefined && { session }),
    },
    { signal },
  );
  show(decision, output);
  if (!decision.decision) command.exitCode = exitCodes.gateFailed;
}

/** @throws {CannotRun} for what is no `name=value`. */
function pairOf(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new CannotRun(`--arg is ${JSON.stringify(text)}; it must be name=value.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** @throws {CannotRun} for what is no JSON object; what it holds may be a secret, so it is not repeated. */
function objectIn(option: string, text: string | undefined): object {
  if (text === undefined) return {};
  const value = parsed(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new CannotRun(`${option} must be a JSON object, such as {"patient": "p-1042"}.`);
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

const emphasisOf = (outcome: string) =>
  outcome === "allow" ? "green" : outcome === "deny" ? "red" : "yellow";

function show(decision: Authorization, output: Output): void {
  output.data(decision);
  if (output.json) return;
  const { outcome, reasons, warnings, obligations, context, evidence, decisionId } = decision;
  output.line({ text: outcome, emphasis: emphasisOf(outcome) });
  for (const { policyId, version, code, message, remedy } of reasons) {
    const policy = policyId === null ? "" : ` ${policyId}${version === null ? "" : ` v${version}`}`;
    output.line(`  ${code}${policy}: ${message}${remedy === undefined ? "" : ` ${remedy}`}`);
  }
  for (const { message } of warnings) output.line(`  warning: ${message}`);
  for (const { policyId, obligation } of obligations) output.line(`  obliges (${policyId}): ${obligation}`);
  for (const { op, path, value } of decision.transform ?? [])
    output.line(`  change: ${op} ${path}${op === "remove" ? "" : ` ${JSON.stringify(value)}`}`);
  if (outcome === "ask" && context.approvalId !== undefined) output.line(`  approval  ${context.approvalId}`);
  output.line(`  evidence  event ${evidence.seq}, decision ${decisionId}`);
}

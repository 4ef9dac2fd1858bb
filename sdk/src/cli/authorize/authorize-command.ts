import type { Authorization } from "../../generated/types.ts";
import { repeated } from "../agents/show-agents.ts";
import { CliError } from "../cli-error.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Output } from "../output.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { readJsonObject } from "./json-object.ts";

interface AuthorizeOptions {
  arg?: string[];
  args?: string;
  context?: string;
  session?: string;
  approval?: string;
}

const help = `
The decision is appended to the evidence log.

Exit codes:
  0  the call is allowed
  1  the call is not allowed
  2  the command could not run

Examples:
  $ assay authorize triage-bot chart.read --arg patient=p-1042
  $ assay authorize triage-bot chart.write --args '{"patient": "p-1042"}' --context '{"risk": "high"}' --json`;

/** `assay authorize AGENT TOOL`: requests a decision on a tool call. */
export const addAuthorizeCommand: AddCommand = (program, context) => {
  program
    .command("authorize")
    .description("check whether an agent may call a tool")
    .argument("<agent>", "agent id")
    .argument("<tool>", "tool name")
    .option("-a, --arg <name=value>", "argument of the call, as text; may be repeated", repeated)
    .option("--args <json>", "arguments of the call, as a JSON object")
    .option("--context <json>", "context for policies, as a JSON object")
    .option("--session <session>", "session that the call belongs to")
    .option("--approval <id>", "id of the approval that permits the call")
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
  const given = withArguments(objectIn("--args", args), arg.map(pairOf));
  const requestContext = {
    ...objectIn("--context", context),
    ...(approval !== undefined && { approvalId: approval }),
  };
  const { client, output, signal } = command;
  const decision = await client.control.authorize(
    {
      agentId: agent,
      tool,
      args: given,
      context: requestContext,
      ...(session !== undefined && { session }),
    },
    { signal },
  );
  show(decision, output);
  // The response can come from another service, so only true means that the call is allowed.
  const granted: unknown = decision.decision;
  if (granted !== true) command.exitCode = exitCodes.gateFailed;
}

/** @throws {CliError} for text that is not `name=value`. */
function pairOf(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new CliError(`--arg is ${JSON.stringify(text)}; it must have the form name=value.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** @throws {CliError} if an argument is given twice, because the call has only one of the values. */
function withArguments(
  args: Record<string, unknown>,
  pairs: readonly [string, string][],
): Record<string, unknown> {
  const all = [...Object.entries(args), ...pairs];
  const names = all.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return Object.fromEntries(all);
  throw new CliError(`The argument ${JSON.stringify(twice)} is given more than once; give it once.`);
}

/** @throws {CliError} if the text is not a JSON object; the message omits it, because it can be secret. */
function objectIn(option: string, text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  const reading = readJsonObject(text);
  if (reading && "value" in reading) return reading.value;
  if (reading?.fault.duplicate) throw new CliError(`${option}: ${reading.fault.message}`);
  throw new CliError(`${option} must be a JSON object, such as {"patient": "p-1042"}.`);
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
  for (const { policyId, obligation } of obligations)
    output.line(`  obligation (${policyId}): ${obligation}`);
  for (const { op, path, value } of decision.transform ?? [])
    output.line(`  change: ${op} ${path}${op === "remove" ? "" : ` ${JSON.stringify(value)}`}`);
  if (outcome === "ask" && context.approvalId !== undefined) output.line(`  approval  ${context.approvalId}`);
  output.line(`  evidence  event ${evidence.seq}, decision ${decisionId}`);
}

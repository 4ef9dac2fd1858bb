import { type Command, InvalidArgumentError, Option } from "commander";
import { WaitTimeout } from "../../errors/wait-timeout.ts";
import type { Approval, Operations } from "../../generated/types.ts";
import { countOf } from "../evidence/count-option.ts";
import { exitCodes } from "../exit-codes.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { showApproval, showApprovals } from "./show-approvals.ts";
import { durationText, endOf, parsedDuration, timeOf } from "./time-options.ts";
import { watchApprovals, type WatchApprovalsOptions } from "./watch-approvals.ts";

const help = `
Examples:
  $ assay approvals list --status pending
  $ assay approvals approve apr_01j… --reason "The patient agreed."
  $ assay approvals reject apr_01j… --reason "Not this patient."
  $ assay approvals wait apr_01j… --timeout 15m
  $ assay approvals list --tool pay --from 2026-03-01 --to 2026-03-31
  $ assay approvals watch --snapshot`;

const watchHelp = `
Each change ends with its position, which --after accepts. The approvals of --snapshot have none.`;

const waitHelp = `
Exit codes:
  0  approved or used
  1  rejected, withdrawn or expired
  2  the command could not run
  3  still pending at the time limit`;

type Status = NonNullable<Operations["listApprovals"]["query"]["status"]>;

const statuses = ["pending", "approved", "rejected", "withdrawn", "used", "expired"] satisfies Status[];

interface ListOptions {
  status?: Status;
  agent?: string;
  tool?: string;
  from?: number;
  to?: number;
}

interface Reason {
  reason?: string;
}

/** `assay approvals …`: lists, decides, withdraws and awaits approvals. */
export const addApprovalsCommand: AddCommand = (program, context) => {
  const approvals = program
    .command("approvals")
    .description("manage approvals: list, show, approve, reject, withdraw, wait, watch")
    .addHelpText("after", help);
  approvals
    .command("list")
    .description("list approvals, newest first")
    .addOption(new Option("--status <status>", "filter by status").choices(statuses))
    .option("--agent <agent>", "filter by agent id")
    .option("--tool <tool>", "filter by the tool that the agent calls")
    .option("--from <time>", "filter by request time: from this day or time (UTC)", timeOf("--from"))
    .option("--to <time>", "filter by request time: up to this day, or before this time", endOf("--to"))
    .action((options: ListOptions) => list(options, context()));
  one(approvals, "show", "show an approval").action((id: string) => show(id, context()));
  addDecisions(approvals, context);
  one(approvals, "wait", "wait until an approval is no longer pending")
    .addOption(
      new Option("--timeout <duration>", "time limit, such as 90s, 15m or 24h")
        .argParser(parseDuration)
        .default(parseDuration("15m"), "15m"),
    )
    .addHelpText("after", waitHelp)
    .action((id: string, { timeout }: { timeout: number }) => wait(id, timeout, context()));
  addWatch(approvals, context);
};

const addWatch: AddCommand = (approvals, context) =>
  approvals
    .command("watch")
    .description("watch changes of approvals (stop with Ctrl-C)")
    .option("--snapshot", "print the pending approvals first")
    .option("--after <seq>", "position in the evidence log after which to start", countOf("--after"))
    .option("--count <changes>", "number of changes to print before exiting", countOf("--count"))
    .addHelpText("after", watchHelp)
    .action((options: WatchApprovalsOptions) => watchApprovals(options, context()));

const one = (approvals: Command, name: string, description: string): Command =>
  approvals.command(name).description(description).argument("<approval>", "approval id");

function addDecisions(approvals: Command, context: () => CommandContext): void {
  one(approvals, "approve", "approve a call")
    .option("--reason <text>", "reason, recorded in the evidence log")
    .action((id: string, reason: Reason) =>
      change(context(), ({ client, signal }) =>
        client.control.approvals.decide(id, { decision: "approve", ...reason }, { signal }),
      ),
    );
  one(approvals, "reject", "reject a call")
    .requiredOption("--reason <text>", "reason, recorded in the evidence log")
    .action((id: string, reason: Reason) =>
      change(context(), ({ client, signal }) =>
        client.control.approvals.decide(id, { decision: "reject", ...reason }, { signal }),
      ),
    );
  one(approvals, "withdraw", "withdraw your request or your approval")
    .option("--reason <text>", "reason, recorded in the evidence log")
    .action((id: string, reason: Reason) =>
      change(context(), ({ client, signal }) =>
        client.control.approvals.withdraw(id, { ...reason }, { signal }),
      ),
    );
}

async function change(
  command: CommandContext,
  request: (command: CommandContext) => PromiseLike<Approval>,
): Promise<void> {
  showApproval(await request(command), command.output);
}

async function list(
  { agent, ...filters }: ListOptions,
  { client, output, signal }: CommandContext,
): Promise<void> {
  const found: Approval[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...filters, agentId: agent, cursor, limit: 100 };
    const page = await client.control.approvals.list(query, { signal });
    found.push(...page.approvals);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  showApprovals(found, output);
}

async function show(id: string, { client, output, signal }: CommandContext): Promise<void> {
  showApproval(await client.control.approvals.get(id, { signal }), output);
}

async function wait(id: string, timeoutMs: number, command: CommandContext): Promise<void> {
  const { client, output, signal } = command;
  try {
    const approval = await client.control.approvals.wait(id, { timeoutMs, signal });
    showApproval(approval, output);
    const isGiven = approval.status === "approved" || approval.status === "used";
    command.exitCode = isGiven ? exitCodes.passed : exitCodes.gateFailed;
  } catch (error) {
    if (!(error instanceof WaitTimeout)) throw error;
    if (error.approval) showApproval(error.approval, output);
    output.note(`Approval ${id} is not decided after ${durationText(timeoutMs)}; it stays open.`);
    command.exitCode = exitCodes.timedOut;
  }
}

/** Parses a duration. @throws {InvalidArgumentError} if the text does not have the form of a duration. */
function parseDuration(text: string): number {
  const duration = parsedDuration(text);
  if (duration !== undefined) return duration;
  throw new InvalidArgumentError("Use a duration such as 90s, 15m or 24h.");
}

import { counted } from "@assay/contract/domain";
import type { PolicySimulation } from "../../generated/types.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Output } from "../output.ts";
import type { CommandContext } from "../program.ts";
import { type Outcome, readPolicy } from "./policy-file.ts";

interface SimulateOptions {
  policy?: string;
  outcome?: Outcome;
  agent?: string;
  last?: number;
  failOnChange?: boolean;
}

/**
 * `assay policies simulate FILE`: simulates a draft policy on recent decisions. With `--fail-on-change`, exits with 1 if
 * the draft changes a decision, if a decision could not be replayed, or if there was no decision to replay.
 */
export async function simulatePolicy(
  file: string,
  { policy, outcome, agent, last, failOnChange = false }: SimulateOptions,
  context: CommandContext,
): Promise<void> {
  const { client, output, signal } = context;
  const body = {
    text: await readPolicy(file),
    ...(policy !== undefined && { policyId: policy }),
    ...(outcome !== undefined && { outcome }),
    ...(agent !== undefined && { agentId: agent }),
    ...(last !== undefined && { last }),
  };
  const simulation = await client.control.policies.simulate(body, { signal });
  output.data(simulation);
  show(simulation, output);
  if (failOnChange && !passesGate(simulation, output)) context.exitCode = exitCodes.gateFailed;
}

/** Whether the simulation shows that the draft changes no decision. */
function passesGate({ replayed, changed, notReplayed }: PolicySimulation, output: Output): boolean {
  if (replayed === 0)
    output.note("The gate fails: no decision was replayed, so nothing shows what the draft changes.");
  else if (notReplayed.length > 0)
    output.note(`The gate fails: ${counted(notReplayed.length, "decision")} could not be replayed.`);
  return replayed > 0 && changed.length + notReplayed.length === 0;
}

const maxShown = 20;

function show({ replayed, changed, notReplayed }: PolicySimulation, output: Output): void {
  output.line(`${counted(replayed, "decision")} replayed, ${changed.length} changed.`);
  for (const { decisionId, eventId, from, to, because } of changed.slice(0, maxShown)) {
    output.line(`  ${decisionId ?? eventId}: ${from} → ${to}: ${because}`);
  }
  if (changed.length > maxShown)
    output.line(`  … and ${changed.length - maxShown} more (use --json to list all).`);
  if (notReplayed.length === 0) return;
  output.line(`${notReplayed.length} could not be replayed:`);
  for (const { decisionId, eventId, because } of notReplayed.slice(0, maxShown)) {
    output.line(`  ${decisionId ?? eventId}: ${because}`);
  }
}

import { draftPolicy } from "@assay/contract/control/policies/policy-trials";
import type { PolicySimulation, SimulatePolicyBody } from "@assay/contract/control/policies/policy-responses";
import { requesterOf } from "../../../platform/threads/thread-tasks.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import type { ControlDeps } from "../../control-deps.ts";
import { getPolicy } from "../policy-service.ts";
import { readDecisionPieces } from "./decision-pieces.ts";
import { simulateModule } from "./simulate-work.ts";

/** The services that a simulation uses. */
type SimulationDeps = Pick<ControlDeps, "database" | "policies"> & Pick<PlatformDeps, "threads">;

/** Seconds after which a client retries if too many computations of the workspace wait. */
const retryAfterSeconds = 5;

/**
 * Simulates a draft policy on recent decisions, in a thread.
 *
 * @throws {ApiError} 400 if the draft is invalid; 404 if the policy does not exist; 429 if too
 *   many computations of the workspace wait; 503 if too many of all workspaces wait, or if the result is not
 *   available after 60 seconds; 422 if the thread runs out of memory.
 */
export async function simulatePolicy(
  { database: { knex }, policies: { texts }, threads }: SimulationDeps,
  call: Parameters<typeof requesterOf>[0],
  body: SimulatePolicyBody,
): Promise<PolicySimulation> {
  const { workspaceId } = call.caller;
  const { policyId: id } = body;
  const current = id === undefined ? undefined : await getPolicy(knex, workspaceId, { id });
  const checked = await texts.check(body.text ?? current?.text ?? "", call);
  const draft = draftPolicy(body, current, () => checked);
  const pieces = () => readDecisionPieces(knex, workspaceId, { draft, body });
  return threads.run(simulateModule, { settings: { draft }, pieces }, requesterOf(call, retryAfterSeconds));
}

import type { GuardOptions } from "../control/guard-options.ts";
import type { Authorization } from "../generated/types.ts";

/** A guard for one agent's tools. */
export interface ToolGuard {
  /**
   * Wraps a tool. Each call is first authorized, then made with exactly the authorized values, as JSON
   * represents them. If the service is unreachable or does not allow the call, the tool is not called.
   *
   * @param run receives the arguments and the decision that allows the call.
   * @returns rejects with {NotAuthorizedError} if the call is not allowed.
   */
  tool<Args extends object, Result>(
    name: string,
    run: (args: Args, decision: Authorization) => Result | Promise<Result>,
  ): (args: Args) => Promise<Result>;
}

/** Methods of `control` in addition to the generated ones. */
export interface ControlGuard {
  /**
   * Guards an agent's tools.
   *
   * @example
   * const read = assay.control.guard("triage-bot").tool("chart.read", ({ patient }: { patient: string }) => charts.read(patient));
   * await read({ patient: "p-1042" });
   */
  guard(agentId: string, options?: GuardOptions): ToolGuard;
}

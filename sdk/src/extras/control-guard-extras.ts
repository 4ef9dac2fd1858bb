import type { GuardOptions } from "../control/guard-options.ts";
import type { Authorization } from "../generated/types.ts";

/** The tools of one agent. */
export interface ToolGuard {
  /**
   * Wraps a tool: each call is authorized first, and made with the very values that were decided on, which are those of
   * JSON. When the service cannot be reached, or answers anything but a permission, the tool is not called.
   *
   * @param run takes the arguments, and the decision that lets the call through.
   * @returns rejects with {NotAuthorizedError} when the agent may not make the call.
   */
  tool<Args extends object, Result>(
    name: string,
    run: (args: Args, decision: Authorization) => Result | Promise<Result>,
  ): (args: Args) => Promise<Result>;
}

/** What `control` has besides the generated methods. */
export interface ControlGuard {
  /**
   * Guards the tools of an agent.
   *
   * @example
   * const read = assay.control.guard("triage-bot").tool("chart.read", ({ patient }: { patient: string }) => charts.read(patient));
   * await read({ patient: "p-1042" });
   */
  guard(agentId: string, options?: GuardOptions): ToolGuard;
}

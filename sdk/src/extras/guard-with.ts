import type { Authorization } from "../generated/types.ts";
import type { GuardedCall, GuardedRun } from "../control/guard.ts";
import type { ControlGuard } from "./control-guard-extras.ts";

/** `control.guard`, which leaves to `guarded` what is loaded when a guarded tool is called. */
export const guardWith =
  (
    guarded: <Result>(
      call: Omit<GuardedCall, "control" | "Refusal" | "AssayError">,
      run: GuardedRun<Result>,
    ) => Promise<Result>,
  ): ControlGuard["guard"] =>
  (agentId, options) => ({
    tool: (tool, run) => async (given) => {
      // Read at once: what a program changes later was not asked for.
      const text = JSON.stringify(given);
      // What was sent has the members that went in, as far as JSON keeps them.
      return guarded({ agentId, options, tool, text }, (args, decision: Authorization) =>
        run(args as never, decision),
      );
    },
  });

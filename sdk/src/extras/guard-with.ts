import type { Authorization } from "../generated/types.ts";
import type { GuardedCall, GuardedRun } from "../control/guard.ts";
import type { ControlGuard } from "./control-guard-extras.ts";

/** `control.guard`, which delegates calls of a guarded tool to lazily loaded code. */
export const guardWith =
  (
    guarded: <Result>(
      call: Omit<GuardedCall, "control" | "Refusal" | "AssayError">,
      run: GuardedRun<Result>,
    ) => Promise<Result>,
  ): ControlGuard["guard"] =>
  (agentId, options) => ({
    tool: (tool, run) => async (given) => {
      // Serialize now: later changes by the program are not part of the request.
      const text = JSON.stringify(given);
      // The authorized arguments have the members of the given ones, as far as JSON represents them.
      return guarded({ agentId, options, tool, text }, (args, decision: Authorization) =>
        run(args as never, decision),
      );
    },
  });

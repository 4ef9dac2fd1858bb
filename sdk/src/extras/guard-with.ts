import type { Authorization } from "../generated/types.ts";
import type { GuardedCall, GuardedRun } from "../control/guard.ts";
import type { ControlGuard } from "./control-guard-extras.ts";

/** Implements `control.guard`; delegates a guarded tool's calls to lazily loaded code. */
export const guardWith =
  (
    guarded: <Result>(
      call: Omit<GuardedCall, "control" | "Refusal" | "AssayError">,
      run: GuardedRun<Result>,
    ) => Promise<Result>,
  ): ControlGuard["guard"] =>
  (agentId, options) => ({
    tool: (tool, run) => async (given) => {
      // Serialize immediately, because the program's later changes are not part of the request.
      const text = JSON.stringify(given);
      // The authorized arguments have the same members as the given ones, as far as JSON can represent them.
      return guarded({ agentId, options, tool, text }, (args, decision: Authorization) =>
        run(args as never, decision),
      );
    },
  });

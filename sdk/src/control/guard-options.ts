import type { NotAuthorizedError } from "../errors/errors-guard.ts";
import type { AssayError } from "../errors/errors.ts";
import type * as generated from "../generated/resources.ts";
import type { Authorization } from "../generated/types.ts";

/** A tool call. */
export interface GuardedToolCall {
  tool: string;
  args: Record<string, unknown>;
}

/** Options of a guard. */
export interface GuardOptions {
  /** The session that the calls belong to. */
  session?: string | undefined;
  /** Policy context, such as `cost` and `egress`: a constant, or a function that runs for each call. */
  context?:
    | Record<string, unknown>
    | ((call: GuardedToolCall) => Record<string, unknown> | Promise<Record<string, unknown>>)
    | undefined;
  /**
   * Called if a call requires approval by a human (`decision.context.approvalId`). If the function resolves
   * with true after the human's decision, the call is authorized again with the approval. If it resolves with
   * false, or is omitted, the call fails.
   */
  onAsk?: ((decision: Authorization, call: GuardedToolCall) => boolean | Promise<boolean>) | undefined;
  /**
   * Called with the arguments as changed by policies. The tool is called with the arguments that this
   * function returns, unless the decision has expired (after five minutes). Without this function, such a
   * call fails.
   */
  onTransform?:
    | ((
        changed: Record<string, unknown>,
        decision: Authorization,
      ) => Record<string, unknown> | Promise<Record<string, unknown>>)
    | undefined;
  /**
   * Called if the policies impose obligations on a call that they permit. The tool is called only if the function
   * resolves with true, which states that the obligations are fulfilled. Without this function, such a call fails.
   */
  onObligations?:
    | ((
        obligations: Authorization["obligations"],
        decision: Authorization,
        call: GuardedToolCall,
      ) => boolean | Promise<boolean>)
    | undefined;
  /** Aborts a pending authorization or approval; the tool is then not called. */
  signal?: AbortSignal | undefined;
  /** The clock with which `expiresAt` is compared (milliseconds since 1970); default: the system clock. */
  clock?: { now: () => number } | undefined;
}

/** The resource that authorizes calls. */
export type Decides = Pick<generated.Control, "authorize">;

/** Dependencies of a guard. */
export interface GuardParts {
  control: Decides;
  agentId: string;
  options: GuardOptions | undefined;
  /** The error class for a call that is not allowed. */
  Refusal: typeof NotAuthorizedError;
  /** The error class for a call without a decision. */
  AssayError: typeof AssayError;
}

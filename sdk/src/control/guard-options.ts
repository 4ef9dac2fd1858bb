import type { NotAuthorizedError } from "../errors/errors-guard.ts";
import type { AssayError } from "../errors/errors.ts";
import type * as generated from "../generated/resources.ts";
import type { Authorization } from "../generated/types.ts";

/** A call of a tool. */
export interface GuardedToolCall {
  tool: string;
  args: Record<string, unknown>;
}

/** How an agent's calls are guarded. */
export interface GuardOptions {
  /** The session that the calls belong to. */
  session?: string | undefined;
  /** What else policies see, such as `cost` and `egress`: always the same, or made for each call. */
  context?:
    | Record<string, unknown>
    | ((call: GuardedToolCall) => Record<string, unknown> | Promise<Record<string, unknown>>)
    | undefined;
  /**
   * Told when a human has to approve a call: `decision.context.approvalId` names the approval. Resolve with true once it is
   * decided, and the call is asked for again with it; with false, or without this function, the call fails.
   */
  onAsk?: ((decision: Authorization, call: GuardedToolCall) => boolean | Promise<boolean>) | undefined;
  /**
   * Given the arguments as policies want them changed; the tool is called with what it returns, while the decision holds
   * (five minutes). Without this function such a call fails.
   */
  onTransform?:
    | ((
        changed: Record<string, unknown>,
        decision: Authorization,
      ) => Record<string, unknown> | Promise<Record<string, unknown>>)
    | undefined;
  /** Ends a call that is asked about or waited for: the tool is not called any more. */
  signal?: AbortSignal | undefined;
}

/** What decides whether a tool may be called. */
export type Decides = Pick<generated.Control, "authorize">;

/** What guarding works with. */
export interface GuardParts {
  control: Decides;
  agentId: string;
  options: GuardOptions | undefined;
  /** What a call that may not be made fails with. */
  Refusal: typeof NotAuthorizedError;
  /** What it fails with when there is no decision. */
  AssayError: typeof AssayError;
}

import type { WatchOptions } from "../evidence/event-stream.ts";
import type * as generated from "../generated/resources.ts";
import type { EvidenceEvent, Operations } from "../generated/types.ts";

/** The evidence feed. */
export interface ControlEvents extends generated.ControlEvents {
  /**
   * Watch events as they are appended. A broken connection is reopened without losing an event.
   *
   * @example
   * for await (const event of assay.control.events.watch({ type: "policy_decision" })) console.log(event.seq, event.data);
   * @throws {ApiError} if the stream is refused, for example after the key is revoked; {AbortError} if the
   * signal aborts.
   */
  watch(
    query?: Operations["streamEvents"]["query"],
    options?: WatchOptions,
  ): AsyncGenerator<EvidenceEvent, void, undefined>;
}

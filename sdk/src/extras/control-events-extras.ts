import type { WatchOptions } from "../evidence/event-stream.ts";
import type * as generated from "../generated/resources.ts";
import type { EvidenceEvent, Operations } from "../generated/types.ts";

/** The evidence feed. */
export interface ControlEvents extends generated.ControlEvents {
  /**
   * Follow events as they are appended; a connection that breaks is made again, and no event is left out.
   *
   * @example
   * for await (const event of assay.control.events.watch({ type: "policy_decision" })) console.log(event.seq, event.data);
   * @throws {ApiError} when the stream is refused, as after the key was revoked; {AbortError} when the signal aborts.
   */
  watch(
    query?: Operations["streamEvents"]["query"],
    options?: WatchOptions,
  ): AsyncGenerator<EvidenceEvent, void, undefined>;
}

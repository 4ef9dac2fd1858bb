import { eventMessage, positionMessage } from "@assay/contract/evidence/events/event-rules";
import { openStream } from "@assay/contract/evidence/event-streams";
import type { EvidenceEvent } from "@assay/contract/wire";
import type { EvidenceCall } from "./evidence-tables.ts";

const encoder = new TextEncoder();

/** Creates an event stream's messages. @param after the position of the last received event. */
export function eventStream(
  { caller, recheck }: Pick<EvidenceCall, "caller" | "recheck">,
  matches: (event: EvidenceEvent) => boolean,
  after: number | undefined,
): ReadableStream<Uint8Array> {
  const release = openStream(caller.workspace.streams, caller.apiKeyId);
  const { events, followers } = caller.workspace.evidence;
  let seen = after ?? events.length;
  let wake: (() => void) | undefined;
  const stopFollowing = (): void => {
    if (wake) followers.delete(wake);
    release();
  };
  return new ReadableStream({
    start(controller) {
      const write = (text: string): void => controller.enqueue(encoder.encode(text));
      wake = () => {
        if (!recheck()) {
          stopFollowing();
          return controller.close();
        }
        for (const event of events.slice(seen).filter(matches)) write(eventMessage(event));
        seen = Math.max(seen, events.length);
      };
      followers.add(wake);
      write(positionMessage(seen));
      wake();
    },
    cancel: stopFollowing,
  });
}

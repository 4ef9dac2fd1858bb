import { limits } from "@assay/contract/platform/limits";
import { eventMessage, positionMessage } from "@assay/contract/evidence/events/event-rules";
import { tooManyStreams } from "@assay/contract/evidence/log/evidence-refusals";
import type { EvidenceEvent } from "@assay/contract/wire";
import type { EvidenceCall } from "./evidence-tables.ts";

const encoder = new TextEncoder();

/** Takes one of the streams that a key may follow. @returns what gives it back. @throws {ApiError} 429. */
function takeStream({ workspace: { streams }, apiKeyId }: EvidenceCall["caller"]): () => void {
  const count = streams.get(apiKeyId) ?? 0;
  if (count >= limits.streamsPerKey) throw tooManyStreams(limits.streamsPerKey);
  streams.set(apiKeyId, count + 1);
  return () => streams.set(apiKeyId, (streams.get(apiKeyId) ?? 1) - 1);
}

/** The messages of an event stream, as the server sends them. @param after the last place that was received. */
export function eventStream(
  { caller, clock, recheck }: Pick<EvidenceCall, "caller" | "clock" | "recheck">,
  matches: (event: EvidenceEvent) => boolean,
  after: number | undefined,
): ReadableStream<Uint8Array> {
  const release = takeStream(caller);
  const { events, followers } = caller.workspace.evidence;
  let seen = after ?? events.length;
  let checkedAt = clock.now();
  let wake: (() => void) | undefined;
  const end = (): void => {
    if (wake) followers.delete(wake);
    release();
  };
  return new ReadableStream({
    start(controller) {
      const say = (text: string): void => controller.enqueue(encoder.encode(text));
      wake = () => {
        if (clock.now() - checkedAt >= limits.streamKeyCheckSeconds * 1000) {
          if (!recheck()) {
            end();
            return controller.close();
          }
          checkedAt = clock.now();
        }
        for (const event of events.slice(seen).filter(matches)) say(eventMessage(event));
        seen = Math.max(seen, events.length);
      };
      followers.add(wake);
      say(positionMessage(seen));
      wake();
    },
    cancel: end,
  });
}

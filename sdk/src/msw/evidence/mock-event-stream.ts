import { checkResumable } from "@assay/contract/evidence/log/evidence-rules";
import { openStream } from "@assay/contract/evidence/event-streams";
import type { EvidenceEvent } from "@assay/contract/wire";
import type { EvidenceCall } from "./evidence-tables.ts";

const encoder = new TextEncoder();

/** Calls a function every second. The timer does not keep a process running. @returns a function that stops it. */
function everySecond(tick: () => void): () => void {
  const timer: { unref?: () => void } & ReturnType<typeof setInterval> = setInterval(tick, 1000);
  timer.unref?.();
  return () => clearInterval(timer);
}

/** What a stream sends. */
export interface StreamContents {
  matches: (event: EvidenceEvent) => boolean;
  /** Returns the message for an event; undefined if it has none. */
  messageOf: (event: EvidenceEvent) => string | undefined;
  /**
   * Returns the messages before the first event.
   *
   * @param position where the stream starts.
   * @param isResumed whether the client has received the events up to this position.
   */
  opening: (position: number, isResumed: boolean) => readonly string[];
  /** Called every second, to append events that are due at a time. */
  tick?: () => void;
}

/**
 * Creates the body of a response with an event stream. It continues after `Last-Event-ID`.
 *
 * @throws {ApiError} 400 if this position is beyond the end of the log; 429 above a limit of open streams.
 */
export function eventStream(
  { caller, recheck, sent }: Pick<EvidenceCall, "caller" | "recheck" | "sent">,
  { matches, messageOf, opening, tick }: StreamContents,
): string {
  const { events, followers } = caller.workspace.evidence;
  const lastId = sent.headers.get("last-event-id");
  if (lastId !== null) checkResumable(lastId, events.length);
  let seen = lastId === null ? events.length : Number(lastId);
  const release = openStream(caller.workspace.streams, caller.apiKeyId);
  let wake: (() => void) | undefined;
  const stopTicking = tick ? everySecond(tick) : () => {};
  const stopFollowing = (): void => {
    if (wake) followers.delete(wake);
    stopTicking();
    release();
  };
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string | undefined): void => {
        if (text !== undefined) controller.enqueue(encoder.encode(text));
      };
      wake = () => {
        if (!recheck()) {
          stopFollowing();
          return controller.close();
        }
        for (const event of events.slice(seen).filter(matches)) write(messageOf(event));
        seen = Math.max(seen, events.length);
      };
      followers.add(wake);
      for (const message of opening(seen, lastId !== null)) write(message);
      wake();
    },
    cancel: stopFollowing,
  });
  // In the contract, the body of a stream is a string with its complete content.
  return stream as unknown as string;
}

import type { CommandContext } from "../program.ts";

/** Interval at which it is checked whether an evaluation waits for an endpoint (milliseconds). */
const checkMs = 10_000;

/**
 * Waits for an evaluation, and prints one note for each endpoint that is not called for some time because its recent
 * calls failed. Without the note, the progress would seem to have stopped.
 *
 * @param wait waits for the evaluation.
 */
export async function noteWaiting<T>(
  { client, output, signal }: Pick<CommandContext, "client" | "output" | "signal">,
  id: string,
  wait: () => Promise<T>,
): Promise<T> {
  const noted = new Set<string>();
  const check = async (): Promise<void> => {
    const { waiting_for: waiting } = await client.evaluations.get(id, { signal });
    if (!waiting || noted.has(waiting.origin)) return;
    noted.add(waiting.origin);
    output.note(
      `The evaluation ${id} waits for ${waiting.origin}, whose calls have failed since ${waiting.since}. ` +
        "The server tries again after increasing pauses. After 15 minutes, the remaining samples are errored. " +
        "Press Ctrl-C to cancel the evaluation.",
    );
  };
  // A failed check is not reported, because the wait itself reports a server that does not respond.
  const timer = setInterval(() => void check().catch(() => undefined), checkMs);
  try {
    return await wait();
  } finally {
    clearInterval(timer);
  }
}

import type { Export } from "../../generated/types.ts";
import type { PollOptions } from "../../evaluation/wait.ts";
import type { ExportSource } from "./download-export.ts";

/** Options of {@link waitForExport}. */
export interface WaitForExportOptions extends Omit<PollOptions, "timeoutMessage"> {
  /** Called with the first state and with each change; `row_count` is the number of rows so far. */
  onProgress?: ((record: Export) => void) | undefined;
  /** Maximum number of retries for each poll. The default of 5 outlasts a server restart (about 15 s). */
  maxRetries?: number | undefined;
}

/**
 * Waits until an export has completed, and returns it.
 *
 * @throws {AssayError} if it failed or has expired; TimeoutError if it is not done after `timeoutMs` (the
 * export continues).
 */
export async function waitForExport(
  { get, pollUntil, AssayError, clock }: ExportSource,
  id: string,
  { onProgress, maxRetries = 5, ...options }: WaitForExportOptions = {},
): Promise<Export> {
  let reported = "";
  const isDone = (record: Export): boolean => {
    const state = JSON.stringify(record);
    if (state !== reported) onProgress?.(record);
    reported = state;
    return record.status !== "pending" && record.status !== "running";
  };
  const timeoutMessage = (): string =>
    `Export ${id} is not done after ${options.timeoutMs} ms; it continues.`;
  const record = await pollUntil((signal) => get(id, { signal, maxRetries }), isDone, {
    clock,
    ...options,
    timeoutMessage,
  });
  if (record.status === "completed") return record;
  const { status, error } = record;
  throw new AssayError(
    `Export ${id} ${status === "failed" ? "failed" : `is ${status}`}${error ? `: ${error}` : "."}`,
  );
}

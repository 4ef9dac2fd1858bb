import type { Export } from "../../generated/types.ts";
import type { PollOptions } from "../../evaluation/wait.ts";
import type { ExportSource } from "./download-export.ts";

/** How {@link waitForExport} goes about it. */
export interface WaitForExportOptions extends Omit<PollOptions, "timeoutMessage"> {
  /** Called at the first look and whenever something has changed; `row_count` are the rows so far. */
  onProgress?: ((record: Export) => void) | undefined;
  /** Attempts for each look after its first; default 5, which outlasts a restart of the server (about 15 s). */
  maxRetries?: number | undefined;
}

/**
 * Waits until an export has completed, and returns it.
 *
 * @throws {AssayError} when it failed or has expired; TimeoutError when it is not done after `timeoutMs` (it goes on).
 */
export async function waitForExport(
  { get, pollUntil, AssayError, clock }: ExportSource,
  id: string,
  { onProgress, maxRetries = 5, ...options }: WaitForExportOptions = {},
): Promise<Export> {
  let reported = "";
  const isOver = (record: Export): boolean => {
    const state = JSON.stringify(record);
    if (state !== reported) onProgress?.(record);
    reported = state;
    return record.status !== "pending" && record.status !== "running";
  };
  const timeoutMessage = (): string => `Export ${id} is not done after ${options.timeoutMs} ms; it goes on.`;
  const record = await pollUntil((signal) => get(id, { signal, maxRetries }), isOver, {
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

import { AbortError } from "../errors/errors.ts";
import type { Io } from "./terminal.ts";

/** @throws {AbortError} after Ctrl-C, so that no further step starts. */
export function stopIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AbortError("Interrupted.", { cause: signal.reason });
}

/** Callbacks for errors of stdout; errors of stderr are ignored. */
interface StreamReactions {
  /** Called when the reader of stdout stops reading, as in `assay … | head`. Further output is discarded. */
  readerLeft: () => void;
  /** Called when stdout cannot be written, for example because the disk is full. */
  writeFailed: (error: Error) => void;
}

/**
 * Handles errors of the command's streams. Without a handler, an error would end the process with code 1,
 * which means that a gate failed. Notes and progress on stderr are discarded if they cannot be written.
 */
export function handleStreamErrors(
  { stdout, stderr }: Pick<Io, "stdout" | "stderr">,
  { readerLeft, writeFailed }: StreamReactions,
): void {
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED") readerLeft();
    else writeFailed(error);
  });
  stderr.on("error", () => {});
}

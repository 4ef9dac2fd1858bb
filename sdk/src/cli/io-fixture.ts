// Streams that record a command's output, for tests.
import { Writable } from "node:stream";
import type { Io, TextStream } from "./terminal.ts";

/** A stream that records its text. */
export type RecordedStream = TextStream & { text(): string };

/** @param isTTY whether the stream presents itself as a terminal. */
function recordedStream(isTTY: boolean, columns: number): RecordedStream {
  let recorded = "";
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      recorded += chunk.toString();
      done();
    },
  });
  return Object.assign(stream, { isTTY, columns, text: () => recorded });
}

/** Creates the streams and the environment for one run of the command. */
export function recordedIo(
  options: { isTTY?: boolean; columns?: number; env?: Io["env"]; signal?: AbortSignal } = {},
) {
  const { isTTY = false, columns = 80, env = {}, signal = new AbortController().signal } = options;
  const [stdout, stderr] = [recordedStream(isTTY, columns), recordedStream(isTTY, columns)];
  return { stdout, stderr, env, signal, readerGone: new AbortController().signal };
}

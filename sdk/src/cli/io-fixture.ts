// What the tests of the command share: streams that keep what is written.
import { Writable } from "node:stream";
import type { Io, TextStream } from "./terminal.ts";

/** A stream that keeps its text. */
export type KeptStream = TextStream & { text(): string };

/** @param isTTY whether the stream says that it is a terminal. */
function keptStream(isTTY: boolean, columns: number): KeptStream {
  let kept = "";
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      kept += chunk.toString();
      done();
    },
  });
  return Object.assign(stream, { isTTY, columns, text: () => kept });
}

/** Streams and an environment for one run of the command. */
export function keptIo(
  options: { isTTY?: boolean; columns?: number; env?: Io["env"]; signal?: AbortSignal } = {},
) {
  const { isTTY = false, columns = 80, env = {}, signal = new AbortController().signal } = options;
  return { stdout: keptStream(isTTY, columns), stderr: keptStream(isTTY, columns), env, signal };
}

// What the tests of the command share: streams that keep what is written.
import { Writable } from "node:stream";
import type { Io, TextStream } from "./terminal.ts";

/** A stream that keeps its text. */
export type KeptStream = TextStream & { text(): string };

/** @param isTTY whether the stream says that it is a terminal, 80 columns wide. */
function keptStream(isTTY = false): KeptStream {
  let kept = "";
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      kept += chunk.toString();
      done();
    },
  });
  return Object.assign(stream, { isTTY, columns: 80, text: () => kept });
}

/** Streams and an environment for one run of the command. */
export function keptIo(options: { isTTY?: boolean; env?: Io["env"]; signal?: AbortSignal } = {}) {
  const { isTTY = false, env = {}, signal = new AbortController().signal } = options;
  return { stdout: keptStream(isTTY), stderr: keptStream(isTTY), env, signal };
}

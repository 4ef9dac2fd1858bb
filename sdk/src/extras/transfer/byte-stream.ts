/** Chunks of bytes, read one at a time. */
export type Chunks = AsyncGenerator<Uint8Array, void, undefined>;

const encoder = new TextEncoder();
const chunkLength = 65_536;

/**
 * Yields a stream's bytes, or rows as JSON Lines in chunks of about 64 KiB; bytes among rows are unchanged.
 */
export async function* toChunks(source: ReadableStream<Uint8Array> | AsyncIterable<object>): Chunks {
  let lines = "";
  for await (const item of "getReader" in source ? readAll(source) : source) {
    if (item instanceof Uint8Array) yield item;
    else lines += `${JSON.stringify(item)}\n`;
    if (lines.length < chunkLength) continue;
    yield encoder.encode(lines);
    lines = "";
  }
  if (lines) yield encoder.encode(lines);
}

/**
 * Takes chunks up to the first one that contains more than white space. @returns these chunks and the text of the last
 * one.
 */
export async function takeStart(chunks: Chunks): Promise<{ taken: Uint8Array[]; text: string }> {
  const taken: Uint8Array[] = [];
  const decoder = new TextDecoder();
  let text = "";
  while (!text.trim()) {
    const { done, value } = await chunks.next();
    if (done) break;
    taken.push(value);
    text = decoder.decode(value, { stream: true });
  }
  return { taken, text };
}

/**
 * Creates a stream of the chunks in `taken`, followed by the other chunks, which are read on demand.
 * Cancelling the stream closes `chunks`.
 */
export function byteStream(chunks: Chunks, taken: Uint8Array[] = []): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const value = taken.shift() ?? (await chunks.next()).value;
      if (value) controller.enqueue(value);
      else controller.close();
    },
    async cancel() {
      await chunks.return();
    },
  });
}

/** Iterates over the stream as `for await` does, which not every browser supports for streams. */
async function* readAll(stream: ReadableStream<Uint8Array>): Chunks {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

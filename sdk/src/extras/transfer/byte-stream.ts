/** Chunks of bytes, taken one at a time. */
export type Chunks = AsyncGenerator<Uint8Array, void, undefined>;

const encoder = new TextEncoder();
const chunkLength = 65_536;

/** The bytes of a stream, or of rows as JSON Lines in chunks of some 64 KiB. Bytes among the rows pass as they are. */
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

/** Takes chunks until they hold something other than white space: what was taken, and that as text. */
export async function takeStart(chunks: Chunks): Promise<{ taken: Uint8Array[]; text: string }> {
  const taken: Uint8Array[] = [];
  const decoder = new TextDecoder();
  let text = "";
  while (!text.trim()) {
    const { done, value } = await chunks.next();
    if (done) break;
    taken.push(value);
    text += decoder.decode(value, { stream: true });
  }
  return { taken, text };
}

/** A stream of `taken`, then of the chunks, each taken only when it is wanted; cancelling it ends them. */
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

/** As `for await` over the stream itself, which not every browser offers. */
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

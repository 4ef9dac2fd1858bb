import type { Context } from "./context.ts";

/** Opens a stream of server-sent events, which is read message by message. */
export async function openStream(
  context: Context,
  path: string,
  { key = context.key, lastId }: { key?: string; lastId?: number } = {},
) {
  const stop = new AbortController();
  const response = await context.fetch(`${context.target.baseUrl}${path}`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(lastId !== undefined && { "last-event-id": `${lastId}` }),
    },
    signal: stop.signal,
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return {
    response,
    /** Returns the next message; undefined if the stream has ended. */
    async next(): Promise<string | undefined> {
      while (!text.includes("\n\n")) {
        const read = await reader?.read();
        if (!read || read.done) return undefined;
        text += decoder.decode(read.value, { stream: true });
      }
      const [message = "", ...rest] = text.split("\n\n");
      text = rest.join("\n\n");
      return message;
    },
    stop: () => stop.abort(),
  };
}

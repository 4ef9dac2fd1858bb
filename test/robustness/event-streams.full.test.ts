// Cuts an event stream in the middle of messages and resumes it, each time on the other process. Revokes the
// key of a stream through the other process.
import { Assay } from "@assay/sdk";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresUrl } from "../support/test-postgres.ts";
import { type ServerPair, startServerPair } from "./harness/server-pair.ts";

const eventCount = 60;
const maxCuts = 4;

/** Number of bytes after which a stream is cut, which is some messages and part of the next. */
const bytesBeforeCut = 2000;

/** Passes a body through, and ends it after this number of bytes. */
const cutOff = (): TransformStream<Uint8Array, Uint8Array> => {
  let left = bytesBeforeCut;
  return new TransformStream({
    transform(piece, controller) {
      controller.enqueue(piece.subarray(0, left));
      left -= piece.length;
      if (left <= 0) controller.terminate();
    },
  });
};

/** Returns a fetch function whose streams alternate between the two servers; the first few are cut. */
function cuttingFetch(urls: readonly string[]): { fetch: typeof fetch; streams: () => number } {
  let streams = 0;
  const cutting: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input instanceof Request ? input.url : input));
    const base = urls[streams % urls.length] ?? "";
    streams += 1;
    const response = await fetch(new URL(pathname + search, base), init);
    return streams > maxCuts ? response : new Response(response.body?.pipeThrough(cutOff()), response);
  };
  return { fetch: cutting, streams: () => streams };
}

/** Collects the text of a stream. */
function followed({ body }: Response) {
  let text = "";
  const waiting = new Set<() => void>();
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const part of body ?? []) {
      text += decoder.decode(part, { stream: true });
      for (const wake of waiting) wake();
    }
    return text;
  })();
  return {
    /** All text, once the server has ended the stream. */
    ended,
    /** Resolves when the text contains a part. */
    contains: (part: string): Promise<void> =>
      new Promise((resolve) => {
        const wake = () => {
          if (text.includes(part)) resolve();
        };
        waiting.add(wake);
        wake();
      }),
  };
}

/** Ends the connections on which the processes are informed about changes. They reconnect after a while. */
async function stopListening(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and pid <> pg_backend_pid()",
  );
  await client.end();
}

describe.skipIf((await postgresUrl()) === null)("an event stream over two processes", () => {
  let pair: ServerPair;
  beforeAll(async () => {
    pair = await startServerPair();
  });
  afterAll(() => pair.stop());

  test("has no gaps and no duplicates despite cuts", async () => {
    const { fetch: cutting, streams } = cuttingFetch(pair.urls);
    const follower = new Assay({ baseUrl: pair.urls[0], apiKey: pair.apiKey, fetch: cutting });
    const seen: number[] = [];
    const following = (async () => {
      for await (const { seq } of follower.control.events.watch({}, { after: 0 }))
        if (seen.push(seq) === eventCount) break;
    })();
    const writers = pair.urls.map((baseUrl) => new Assay({ baseUrl, apiKey: pair.apiKey }).control.events);
    for (let index = 0; index < eventCount; index += 1)
      await writers[index % 2]?.create({ type: "step", data: { index } });
    await following;
    expect(seen).toEqual(Array.from({ length: eventCount }, (_, index) => index + 1));
    expect(streams()).toBeGreaterThan(maxCuts);
  });

  test.each(["idle", "busy"])(
    "ends, and sends nothing that was appended after the other process revoked its key: %s",
    async (kind) => {
      const {
        apiKey,
        urls: [url, otherUrl],
      } = pair;
      const admin = new Assay({ baseUrl: otherUrl, apiKey });
      const { id, secret } = await admin.apiKeys.create({ name: "Watcher", preset: "viewer" });
      const response = await fetch(`${url}/api/events/stream`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      const stream = followed(response);
      await admin.control.events.create({ type: "before", data: { kind } });
      await stream.contains('"type":"before"');
      // Processes are then informed of events and keys only by their own queries.
      await stopListening(pair.databaseUrl);
      await admin.apiKeys.revoke(id);
      const count = kind === "busy" ? 40 : 0;
      for (let index = 0; index < count; index += 1)
        await admin.control.events.create({ type: "after", data: { kind, index } });
      // The key is checked every 5 seconds, so the stream ends by itself.
      expect(await stream.ended).not.toContain('"type":"after"');
    },
  );
});

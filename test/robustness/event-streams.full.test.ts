// Cuts an event stream in the middle of messages and resumes it, each time on the other process.
import { Assay } from "@assay/sdk";
import { describe, expect, test } from "vitest";
import { type AssayProcess, firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { startPostgres } from "../support/postgres.ts";
import { postgresUrl } from "../support/test-postgres.ts";

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

describe.skipIf((await postgresUrl()) === null)("an event stream over two processes", () => {
  test("has no gaps and no duplicates despite cuts", async () => {
    const postgres = await startPostgres();
    const servers: AssayProcess[] = [];
    const serve = async (): Promise<string> => {
      const server = startAssayServer(["serve"], { url: postgres.url });
      servers.push(server);
      return urlOf(server);
    };
    try {
      const urls = [await serve(), await serve()];
      const [first] = servers;
      if (!first) throw new Error("No server was started.");
      const apiKey = await firstKeyOf(first);
      const { fetch: cutting, streams } = cuttingFetch(urls);
      const follower = new Assay({ baseUrl: urls[0] ?? "", apiKey, fetch: cutting });
      const seen: number[] = [];
      const following = (async () => {
        for await (const { seq } of follower.control.events.watch({}, { after: 0 }))
          if (seen.push(seq) === eventCount) break;
      })();
      const writers = urls.map((baseUrl) => new Assay({ baseUrl, apiKey }).control.events);
      for (let index = 0; index < eventCount; index += 1)
        await writers[index % 2]?.create({ type: "step", data: { index } });
      await following;
      expect(seen).toEqual(Array.from({ length: eventCount }, (_, index) => index + 1));
      expect(streams()).toBeGreaterThan(maxCuts);
    } finally {
      for (const server of servers) {
        server.kill("SIGTERM");
        await server.ended;
      }
      await postgres.stop();
    }
  });
});

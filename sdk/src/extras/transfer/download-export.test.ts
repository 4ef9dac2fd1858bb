import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Assay } from "../../client/client.ts";
import type { DownloadProgress } from "./download-export.ts";

const content = Buffer.from("0123456789".repeat(1000));
const sha256 = createHash("sha256").update(content).digest("hex");
const record = {
  id: "exp_1",
  object: "export",
  status: "completed",
  size_bytes: content.length,
  sha256,
  row_count: 3,
};

type Responder = (request: IncomingMessage, response: ServerResponse) => void;

/** Closes the connection of the latest unfinished response. */
let cut: () => void;

/** Sends `bytes` bytes of the requested range, and closes the connection unless the range is complete. */
const part =
  (bytes: number): Responder =>
  (request, response) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const rest = content.subarray(start);
    response.writeHead(request.headers.range ? 206 : 200, { "content-length": rest.length });
    if (bytes >= rest.length) return void response.end(rest);
    cut = () => response.destroy();
    response.write(rest.subarray(0, bytes));
  };

/** Ends the response without sending any bytes. */
const nothing: Responder = (request, response) => {
  response.writeHead(request.headers.range ? 206 : 200, { "content-length": 10 });
  response.flushHeaders();
  response.destroy();
};

/** Interrupts only after this number of bytes has been received, because bytes in transit would be lost. */
const cutAt =
  (...counts: number[]) =>
  ({ bytesReceived }: DownloadProgress): void => {
    if (counts.includes(bytesReceived)) cut();
  };

const refuse =
  (status: number, code: string): Responder =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/problem+json" });
    response.end(JSON.stringify({ code, detail: `It is ${code}.` }));
  };

let folder: string;
let responders: Responder[];
let requested: { range: string | undefined; ifRange: string | undefined }[];
let assay: Assay;
let close: () => Promise<unknown>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-download-"));
  requested = [];
  const server = createServer((request, response) => {
    if (!request.url?.endsWith("/content")) {
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end(JSON.stringify(record));
    }
    const { range, "if-range": ifRange } = request.headers;
    requested.push({ range, ifRange: typeof ifRange === "string" ? ifRange : undefined });
    (responders.shift() ?? part(Infinity))(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a TCP port has an address object.
  const { port } = server.address() as AddressInfo;
  assay = new Assay({ apiKey: "assay_live_k", baseUrl: `http://127.0.0.1:${port}`, logLevel: "off" });
  close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a download", () => {
  test("writes the file to its path with progress, and nothing else", async () => {
    responders = [];
    const path = join(folder, "scores.csv");
    const progress: DownloadProgress[] = [];
    const done = await assay.exports.download("exp_1", path, { onProgress: (step) => progress.push(step) });
    expect(done).toEqual(record);
    expect(readFileSync(path).equals(content)).toBe(true);
    expect(readdirSync(folder)).toEqual(["scores.csv"]);
    expect(progress[0]).toEqual({ bytesReceived: 0, totalBytes: 10_000 });
    expect(progress.at(-1)).toEqual({ bytesReceived: 10_000, totalBytes: 10_000 });
  });

  test("releases the connection immediately for a missing folder", async () => {
    let left: () => void;
    const hasLeft = new Promise<void>((resolve) => (left = resolve));
    responders = [
      (_request, response) => {
        response.once("close", () => left());
        response.writeHead(200, { "content-length": content.length });
        response.write(content.subarray(0, 1));
      },
    ];
    const download = assay.exports.download("exp_1", join(folder, "none", "scores.csv"));
    await expect(download).rejects.toMatchObject({ code: "ENOENT" });
    await hasLeft;
  });

  test("resumes after interruptions with the rest of the file", async () => {
    responders = [part(1000), nothing, part(2500)];
    const path = join(folder, "scores.csv");
    await assay.exports.download("exp_1", path, { onProgress: cutAt(1000, 3500) });
    expect(readFileSync(path).equals(content)).toBe(true);
    const ifRange = `"${sha256}"`;
    expect(requested).toEqual([
      { range: undefined, ifRange: undefined },
      { range: "bytes=1000-", ifRange },
      { range: "bytes=1000-", ifRange },
      { range: "bytes=3500-", ifRange },
    ]);
  }, 20_000);

  test("keeps the previous file if it does not complete", async () => {
    const path = join(folder, "scores.csv");
    writeFileSync(path, "before");
    responders = [part(1000), nothing];
    const call = assay.exports.download("exp_1", path, { maxRetries: 1, onProgress: cutAt(1000) });
    await expect(call).rejects.toThrow("broke off at byte 1000 of 10000");
    expect(readFileSync(path, "utf8")).toBe("before");
    expect(readdirSync(folder)).toEqual(["scores.csv"]);
  });

  test("refuses altered bytes, and a file that changed meanwhile", async () => {
    const path = join(folder, "scores.csv");
    responders = [
      (_request, response) => void response.end(Buffer.from(content).fill("x", 5000, 5001)),
      part(1000),
      (_request, response) => void response.end(content),
    ];
    await expect(assay.exports.download("exp_1", path)).rejects.toThrow(
      /differs from the export: 10000 of 10000 bytes, SHA-256 [0-9a-f]{64} instead of/,
    );
    const changed = assay.exports.download("exp_1", path, { onProgress: cutAt(1000) });
    await expect(changed).rejects.toThrow("at byte 1000: the file has changed");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("fails with the server's message before anything is written", async () => {
    responders = [refuse(409, "invalid_state")];
    const path = join(folder, "scores.csv");
    await expect(assay.exports.download("exp_1", path)).rejects.toMatchObject({ status: 409 });
    expect(existsSync(path)).toBe(false);
    await expect(assay.exports.download("exp_1", join(folder, "none", "a.csv"))).rejects.toMatchObject({
      code: "ENOENT",
    });
  });

  test("ends when aborted, and leaves nothing behind", async () => {
    responders = [
      (_request, response) => {
        response.writeHead(200, { "content-length": content.length });
        response.write(content.subarray(0, 10));
      },
    ];
    const abort = new AbortController();
    const call = assay.exports.download("exp_1", join(folder, "scores.csv"), {
      signal: abort.signal,
      onProgress: ({ bytesReceived }) => {
        if (bytesReceived > 0) abort.abort();
      },
    });
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    expect(readdirSync(folder)).toEqual([]);
  });
});

test("a stream has the same bytes, and fails at its end if they are altered", async () => {
  responders = [part(300)];
  const stream = await assay.exports.stream("exp_1", { onProgress: cutAt(300) });
  const whole = await new Response(stream).arrayBuffer();
  expect(Buffer.from(whole).equals(content)).toBe(true);
  responders = [(_request, response) => void response.end(content.subarray(1))];
  await expect(new Response(await assay.exports.stream("exp_1", { maxRetries: 0 })).text()).rejects.toThrow();
});

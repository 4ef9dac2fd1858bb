import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { operations } from "../../generated/operations.ts";
import { createResource } from "../../client/resource-table.ts";
import * as faulty from "../../client/transport/transport-fixture.ts";
import type { Transport } from "../../client/transport/transport.ts";
import { addExtras } from "../add-extras.ts";
import type { ExtendedResources } from "../extended-resources.ts";
import type { ImportFileOptions, ImportOutputsOptions, ImportSource, UploadProgress } from "./import-file.ts";

const summary = { object: "import", inserted: 2 };
const rows = [{ id: "a" }, { id: "b" }];
const lines = '{"id":"a"}\n{"id":"b"}\n';

let folder: string;
let server: faulty.FaultyServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-import-"));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  server = await faulty.startFaultyServer(faulty.respond(201, summary));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

/** Returns the datasets and samples of a client that uses a given transport. */
function clientOver(transport: Transport): ExtendedResources {
  const client = createResource(operations, transport) as ExtendedResources;
  addExtras(client, transport);
  return client;
}

const limited = { timeoutMs: faulty.limitMs };

const importOutputs = (source: ImportSource, options?: ImportOutputsOptions) =>
  clientOver(faulty.testTransport(server.url)).samples.importOutputs("ds_1", "mdl_1", source, {
    ...limited,
    ...options,
  });

const importFile = (source: ImportSource, options?: ImportFileOptions) =>
  clientOver(faulty.testTransport(server.url)).datasets.importFile("ds_1", source, {
    ...limited,
    ...options,
  });

async function fileOf(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}
async function* rowByRow(): AsyncGenerator<object> {
  yield* rows;
}
async function* broken(): AsyncGenerator<object> {
  yield* rows;
  throw new Error("row 3 cannot be read");
}
/** A fetch that fails before it has read the body. */
const failingFetch: typeof globalThis.fetch = async (_, init) => {
  if (init?.body instanceof ReadableStream) await init.body.cancel();
  throw new TypeError("fetch failed");
};
const arrived = () => server.received.map(({ headers, body }) => [headers["content-type"], body]);

describe("the source", () => {
  test("can be the path of a file", async () => {
    await expect(importFile(await fileOf("a.jsonl", lines))).resolves.toEqual(summary);
    expect(arrived()).toEqual([["application/x-ndjson", lines]]);
    expect(server.received[0]?.url).toBe("/v1/datasets/ds_1/samples/import");
  });

  test("can be a Blob, a File, a stream, rows, or async rows", async () => {
    const sources: ImportSource[] = [
      new Blob([lines]),
      new File([lines], "a.ndjson"),
      new Blob([lines]).stream(),
      Readable.from([Buffer.from(lines)]),
      rows,
      rowByRow(),
    ];
    for (const source of sources) await importFile(source);
    expect(arrived()).toEqual(sources.map(() => ["application/x-ndjson", lines]));
  });

  test("can be large: rows are sent in chunks", async () => {
    const count = 5000;
    async function* many(): AsyncGenerator<object> {
      for (let n = 0; n < count; n += 1) yield { id: `sample-${n}`, text: "x".repeat(100) };
    }
    await importFile(many());
    const received = server.received[0]?.body.trimEnd().split("\n") ?? [];
    expect(received).toHaveLength(count);
    expect(JSON.parse(received.at(-1) ?? "")).toMatchObject({ id: "sample-4999" });
  });

  test("that is missing is named", async () => {
    await expect(importFile("/no/such/file.jsonl")).rejects.toThrow(/^ENOENT: .*'\/no\/such\/file\.jsonl'$/);
    expect(server.received).toEqual([]);
  });

  test("that is a path is rejected without a file system", async () => {
    vi.stubGlobal("process", undefined);
    await expect(importFile("a.jsonl")).rejects.toThrow(
      "this runtime has no file system. Pass a Blob or a stream.",
    );
  });

  test("that fails midway fails the import without a retry", async () => {
    await expect(importFile(broken())).rejects.toThrow("row 3 cannot be read");
  });

  test("that is an iterable is closed when the call fails before it is read", async () => {
    let closed = false;
    async function* closing(): AsyncGenerator<object> {
      try {
        for (;;) yield { id: "x".repeat(70_000) };
      } finally {
        closed = true;
      }
    }
    const { datasets } = clientOver(faulty.testTransport(server.url, undefined, { fetch: failingFetch }));
    await expect(datasets.importFile("ds_1", closing())).rejects.toThrow("fetch failed");
    expect(closed).toBe(true);
  });
});

describe("the content type", () => {
  test.each([
    ["a.csv", "id\n1\n", "text/csv"],
    ["A.TSV", "id\n1\n", "text/tab-separated-values"],
    ["array-file.jsonl", '[{"id":"a"}]', "application/x-ndjson"],
    ["a.json", '\uFEFF \n [{"id":"a"}]', "application/json"],
    ["a.json", '{"id":"a"}\n', "application/x-ndjson"],
    ["a", ` ${lines}`, "application/x-ndjson"],
    ["empty", "", "application/x-ndjson"],
  ])(
    "of %s with %j is detected from the file extension, otherwise from the first character",
    async (name, text, type) => {
      await importFile(await fileOf(name, text));
      await importFile(new File([text], name));
      expect(arrived()).toEqual([
        [type, text],
        [type, text],
      ]);
    },
  );

  test("of a stream is detected from its first character, however late it arrives", async () => {
    await importFile(new Blob(["\n", "\n [1]"]).stream());
    await importFile(Readable.from([Buffer.from(" "), Buffer.from("\n"), Buffer.from("[1]")]));
    expect(arrived()).toEqual([
      ["application/json", "\n\n [1]"],
      ["application/json", " \n[1]"],
    ]);
  });

  test("of a file compressed with gzip is that of its content, and its encoding is stated", async () => {
    const named = join(folder, "a.csv.gz");
    await writeFile(named, gzipSync("id\n1\n"));
    await importFile(named);
    await importFile(new Blob([gzipSync(`\n[${" ".repeat(300_000)}]`)]));
    await importFile(new Blob([gzipSync(lines)]).stream(), { contentType: "application/json" });
    expect(
      server.received.map(({ headers }) => [headers["content-type"], headers["content-encoding"]]),
    ).toEqual([
      ["text/csv", "gzip"],
      ["application/json", "gzip"],
      ["application/json", "gzip"],
    ]);
  });

  test("can be given by the caller", async () => {
    await importFile(await fileOf("b.jsonl", "[1]"), { contentType: "application/json" });
    await importFile(new Blob(["x"]).stream(), { contentType: "text/csv" });
    expect(arrived().map(([type]) => type)).toEqual(["application/json", "text/csv"]);
  });
});

describe("the call", () => {
  test("sends the handling of existing and invalid rows, and the delimiter", async () => {
    await importFile(rows, { mode: "update", onError: "skip" });
    await importFile(await fileOf("a.csv", "id;input\n"), { delimiter: ";" });
    expect(server.received.map(({ url }) => url)).toEqual([
      "/v1/datasets/ds_1/samples/import?mode=update&on_error=skip",
      "/v1/datasets/ds_1/samples/import?delimiter=%3B",
    ]);
  });

  test("sends the mapping, and one JSON document if its rows are inside", async () => {
    const file = await fileOf("data.json", '{"data":{"a":{"q":1}}}');
    await importFile(file, {
      map: ["q=input", "/a/b=expected"],
      rest: "drop",
      records: "/data",
      keyed: true,
    });
    await importFile(await fileOf("a.csv", "q\n1\n"), { map: ["q=input"], textColumns: ["q"] });
    await importOutputs(await fileOf("answers.tsv", "q\ta\n1\t2\n"), { map: ["q=id", "a=output"] });
    expect(arrived().map(([type]) => type)).toEqual([
      "application/json",
      "text/csv",
      "text/tab-separated-values",
    ]);
    expect(server.received.map(({ url }) => [...new URL(url, "http://a").searchParams])).toEqual([
      [
        ["records", "/data"],
        ["keyed", "true"],
        ["map", "q=input"],
        ["map", "/a/b=expected"],
        ["rest", "drop"],
      ],
      [
        ["map", "q=input"],
        ["text_columns", "q"],
      ],
      [
        ["map", "q=id"],
        ["map", "a=output"],
        ["model", "mdl_1"],
      ],
    ]);
  });

  test("for outputs names the model, and sends JSON Lines for any file name but that of a table", async () => {
    const progress: UploadProgress[] = [];
    await importOutputs(await fileOf("outputs.json", lines), { onProgress: (step) => progress.push(step) });
    await importOutputs(rows, { idempotencyKey: "k" });
    expect(arrived()).toEqual([
      ["application/x-ndjson", lines],
      ["application/x-ndjson", lines],
    ]);
    expect(server.received.map(({ url }) => url)).toEqual([
      "/v1/datasets/ds_1/outputs?model=mdl_1",
      "/v1/datasets/ds_1/outputs?model=mdl_1",
    ]);
    expect(server.received[1]?.headers["idempotency-key"]).toBe("k");
    expect(progress.at(-1)).toEqual({ bytesSent: 22, totalBytes: 22 });
  });

  test("resends a file after a broken connection with the same idempotency key", async () => {
    await server.close();
    server = await faulty.startFaultyServer(faulty.reset, faulty.respond(201, summary));
    const progress: UploadProgress[] = [];
    await importFile(await fileOf("a.jsonl", lines), { onProgress: (step) => progress.push(step) });
    const [first, second] = server.received;
    expect([first?.body, second?.body]).toEqual([lines, lines]);
    expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
    // The upload of 22 bytes is sent twice.
    expect(progress.map(({ bytesSent }) => bytesSent)).toEqual([0, 22, 0, 22]);
  });

  test("reports sent and total bytes for a Blob, and only sent bytes for a stream", async () => {
    const progress: UploadProgress[] = [];
    const onProgress = (step: UploadProgress): void => void progress.push(step);
    await importFile(new Blob([lines]), { onProgress });
    await importFile(new Blob([lines]).stream(), { onProgress });
    expect(progress).toEqual([
      { bytesSent: 0, totalBytes: 22 },
      { bytesSent: 22, totalBytes: 22 },
      { bytesSent: 0, totalBytes: undefined },
      { bytesSent: 22, totalBytes: undefined },
    ]);
    expect(arrived().map(([, body]) => body)).toEqual([lines, lines]);
  });

  test("sends a Blob as a whole in a browser, and reports progress only at the end", async () => {
    vi.stubGlobal("document", {});
    const progress: UploadProgress[] = [];
    await importFile(new Blob([lines]), { onProgress: (step) => progress.push(step) });
    expect(server.received[0]?.headers["content-length"]).toBe("22");
    expect(progress).toEqual([{ bytesSent: 22, totalBytes: 22 }]);
  });
});

// Sends malformed and unusual bytes to every endpoint that takes them. The bytes are accepted or refused as
// specified, never cause a 500, and are never stored in part.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../support/cases.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const folder = join(casesDir, "F-files");
interface Suite {
  cases: { name: string; expect: "accept" | "reject" | "either"; base64: string }[];
}
const suite = (name: string): Suite =>
  haveCases ? JSON.parse(readFileSync(join(folder, name), "utf8")) : { cases: [] };

let server: TestServer;
let apiKey: string;
let assay: Assay;
let project: string;
beforeAll(async () => {
  server = await startTestServer("embedded", { ASSAY_RATE_LIMIT: "1000000" });
  apiKey = await server.newWorkspace();
  assay = new Assay({ baseUrl: server.url, apiKey, maxRetries: 0 });
  project = (await assay.projects.create({ name: "Awkward" })).id;
});
afterAll(() => server.close());

interface Problem {
  code: string;
  detail: string;
  errors?: { path: string; message: string; line?: number }[];
}
async function post(path: string, body: Uint8Array | string, contentType = "application/json") {
  const answer = await fetch(server.url + path, {
    method: "POST",
    body: typeof body === "string" ? body : new Uint8Array(body),
    headers: { authorization: `Bearer ${apiKey}`, "content-type": contentType },
  });
  const text = await answer.text();
  return {
    status: answer.status,
    type: answer.headers.get("content-type"),
    body: JSON.parse(text) as Problem,
  };
}
const newDataset = async (): Promise<string> =>
  (await assay.datasets.create({ name: "Awkward", project })).id;

describe.skipIf(!haveCases)("the JSON test suite as request bodies", () => {
  test.each(suite("json-parsing.json").cases.map((one) => [one.name, one] as const))(
    "%s",
    async (name, { expect: wanted, base64 }) => {
      const { status, type, body } = await post("/v1/projects", Buffer.from(base64, "base64"));
      // None of the cases is a valid project, so the server refuses even well-formed JSON because of its
      // contents.
      expect(status).toBe(400);
      expect(type).toContain("application/problem+json");
      // For routes whose body has no required member, an empty body is equal to {}.
      if (wanted === "reject") expect(body.code).toBe(base64 === "" ? "validation_failed" : "malformed_json");
      // JSON syntax permits an object that contains a member twice, but the server refuses such a body.
      const isRepeated = name.startsWith("y_object_duplicated_key");
      if (wanted === "accept") expect(body.code).toBe(isRepeated ? "malformed_json" : "validation_failed");
      expect(body.detail.length).toBeGreaterThan(10);
    },
  );
});

describe.skipIf(!haveCases)("the JSON test suite as one-row imports", () => {
  test.each(suite("json-parsing.json").cases.map((one) => [one.name, one] as const))(
    "%s",
    async (_, { base64 }) => {
      const dataset = await newDataset();
      const bytes = Buffer.from(base64, "base64");
      for (const type of ["application/x-ndjson", "application/json"]) {
        const { status } = await post(`/v1/datasets/${dataset}/samples/import`, bytes, type);
        expect([201, 400]).toContain(status);
      }
      expect((await assay.datasets.get(dataset)).sample_count).toBe(0);
    },
  );
});

describe.skipIf(!haveCases)("JSON values stored in metadata", () => {
  test.each(suite("json-transform.json").cases.map((one) => [one.name, one] as const))(
    "%s comes back equal or is refused",
    async (_, { base64 }) => {
      const bytes = Buffer.from(base64, "base64");
      const head = Buffer.from(`{"name":"m","version":"${Math.random()}","metadata":{"value":`);
      const { status, body } = await post("/v1/models", Buffer.concat([head, bytes, Buffer.from("}}")]));
      expect([201, 400]).toContain(status);
      // Compare as JSON, in which 0 and -0 are the same number.
      const sent: unknown = JSON.parse(
        JSON.stringify(status === 201 ? JSON.parse(bytes.toString("utf8")) : null),
      );
      if (status === 201) expect(body).toMatchObject({ metadata: { value: sent } });
      else
        expect(JSON.stringify(body.errors ?? body.detail)).toMatch(
          /integer|surrogate|UTF-8|9223372036854775|other than 0|repeated/i,
        );
    },
  );
});

describe.skipIf(!haveCases)("files of samples", () => {
  const jsonl = (name: string): Buffer => readFileSync(join(folder, "jsonl", name));
  test.each(["bom", "crlf", "blank-lines", "no-final-newline"])("%s.jsonl: 6 samples", async (name) => {
    const dataset = await newDataset();
    const { status, body } = await post(
      `/v1/datasets/${dataset}/samples/import`,
      jsonl(`${name}.jsonl`),
      "application/x-ndjson",
    );
    expect([status, body]).toMatchObject([201, { inserted: 6, failed: 0 }]);
  });

  test("array-file.jsonl is one JSON array: refused as JSON Lines with the reason, accepted as JSON", async () => {
    const dataset = await newDataset();
    const path = `/v1/datasets/${dataset}/samples/import`;
    const refused = await post(path, jsonl("array-file.jsonl"), "application/x-ndjson");
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.[0]?.message).toContain("application/json");
    expect(await post(path, jsonl("array-file.jsonl"))).toMatchObject({ status: 201, body: { inserted: 6 } });
  });

  test("truncated-last.jsonl: line 6 is named and nothing is stored; on_error=skip stores the five valid lines", async () => {
    const dataset = await newDataset();
    const path = `/v1/datasets/${dataset}/samples/import`;
    const refused = await post(path, jsonl("truncated-last.jsonl"), "application/x-ndjson");
    expect([refused.status, refused.body.errors?.map(({ line }) => line)]).toEqual([400, [6]]);
    expect((await assay.datasets.get(dataset)).sample_count).toBe(0);
    const taken = await post(`${path}?on_error=skip`, jsonl("truncated-last.jsonl"), "application/x-ndjson");
    expect(taken).toMatchObject({ status: 201, body: { inserted: 5, failed: 1 } });
  });

  test("trailing-comma.jsonl: lines 1 to 5 are named", async () => {
    const dataset = await newDataset();
    const refused = await post(
      `/v1/datasets/${dataset}/samples/import`,
      jsonl("trailing-comma.jsonl"),
      "application/x-ndjson",
    );
    expect([refused.status, refused.body.errors?.map(({ line }) => line)]).toEqual([400, [1, 2, 3, 4, 5]]);
  });

  test("mixed.jsonl: every malformed line is named, and no valid one", async () => {
    const dataset = await newDataset();
    const expected: { line: number; expect: string }[] = JSON.parse(
      jsonl("mixed.expected.json").toString("utf8"),
    );
    const { status, body } = await post(
      `/v1/datasets/${dataset}/samples/import`,
      jsonl("mixed.jsonl"),
      "application/x-ndjson",
    );
    expect(status).toBe(400);
    const named = new Set(body.errors?.map(({ line }) => line));
    const broken = expected.filter((line) => line.expect === "reject").map(({ line }) => line);
    expect(
      broken.filter((line) => !named.has(line)).filter((line) => line <= Math.max(...[...named].map(Number))),
    ).toEqual([]);
  });

  test("every naughty string is returned unchanged", async () => {
    const { strings }: { strings: string[] } = JSON.parse(
      readFileSync(join(folder, "naughty-strings.json"), "utf8"),
    );
    // U+0000 and lone surrogates are refused, as the JSON cases above show.
    const texts = strings.filter((text) => !text.includes("\u0000") && !/\p{Surrogate}/u.test(text));
    expect(texts.length).toBeGreaterThan(200);
    const dataset = await newDataset();
    for (let start = 0; start < texts.length; start += 100) {
      const part = texts.slice(start, start + 100);
      const { data } = await assay.samples.create(dataset, {
        samples: part.map((input) => ({ input, metadata: { text: input } })),
      });
      expect(data.map(({ input }) => input)).toEqual(part);
    }
    const stored: unknown[] = [];
    for await (const { input, metadata } of assay.samples.list(dataset, { limit: 100 }))
      stored.push([input, metadata["text"]]);
    expect(stored).toEqual(texts.map((text) => [text, text]));
    // Use the strings as names, which have 1 to 200 characters.
    for (const name of texts.filter(({ length }) => length > 0 && length <= 200).slice(0, 150)) {
      expect((await assay.datasets.update(dataset, { name })).name).toBe(name);
    }
  });

  test("every file of the folder, at every endpoint, gets a response without a 500", async () => {
    const dataset = await newDataset();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const file of files) {
      const bytes = readFileSync(join(file.parentPath ?? file.path, file.name));
      for (const type of ["application/x-ndjson", "application/json", "text/csv"]) {
        const { status } = await post(`/v1/datasets/${dataset}/samples/import?on_error=skip`, bytes, type);
        expect([201, 400, 415], `${file.name} as ${type}`).toContain(status);
      }
      expect([400, 413], file.name).toContain((await post("/v1/evaluations", bytes)).status);
    }
  });
});

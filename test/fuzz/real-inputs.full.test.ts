// Sends real files and naughty strings to every endpoint in the contract that takes text.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../support/cases.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { bySize } from "../support/test-size.ts";
import { faultsOf } from "./harness/check-answer.ts";
import { chosenIds } from "./harness/example-ids.ts";
import { bodyExamples, describedOperations, type Described } from "./harness/operations.ts";
import { idsFor } from "./harness/request-parts.ts";
import type { FuzzRequest } from "./harness/requests.ts";
import { send } from "./harness/send.ts";
import { createExampleWorkspace, type ExampleWorkspace } from "./harness/example-workspace.ts";

const folder = join(casesDir, "F-files");
const files = haveCases
  ? readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => ({ name: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) }))
  : [];
const naughty: { strings: string[] } = haveCases
  ? JSON.parse(readFileSync(join(folder, "naughty-strings.json"), "utf8"))
  : { strings: [] };

const withBody = describedOperations().filter(({ operation }) => operation.requestBody !== undefined);

const pathOf = ({ route, operation }: Described): string =>
  (operation.parameters ?? [])
    .filter((one) => one.in === "path")
    .reduce(
      (path, { name, description }) =>
        path.replace(`:${name}`, name === "type" ? "record" : (idsFor(description)[0] ?? "")),
      route.path,
    );

const requestTo = (described: Described, body: string, type = "application/json"): FuzzRequest => ({
  operationId: described.route.metadata.operationId,
  method: described.route.method,
  path: pathOf(described),
  headers: { "content-type": type },
  body,
  encoding: undefined,
  caller: described.route.metadata.scope === "reviews:submit" ? "reviewer" : "admin",
});

/** Yields variants of a value, each with one of its strings replaced. */
function* replaced(value: unknown, text: string): Generator {
  if (typeof value === "string") yield text;
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value))
    for (const changed of replaced(member, text))
      yield Array.isArray(value)
        ? value.map((one, at) => (String(at) === name ? changed : one))
        : { ...value, [name]: changed };
}

describe.skipIf(!haveCases)("every endpoint that takes text", () => {
  let server: TestServer;
  let workspace: ExampleWorkspace;
  beforeAll(async () => {
    server = await startTestServer("embedded", {
      ASSAY_RATE_LIMIT: "100000000",
      ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8",
    });
    workspace = await createExampleWorkspace(server, "embedded");
  });
  afterAll(() => server?.close());

  const expectAnswer = async (request: FuzzRequest, name: string): Promise<void> => {
    const faults = faultsOf(request, await send(server.url, workspace.real(request)));
    expect([request.operationId, name, faults]).toEqual([request.operationId, name, []]);
  };

  test("conforms to the contract for every file, sent as any accepted type", async () => {
    for (const described of withBody)
      for (const type of [...(described.route.metadata.streamed ?? []), "application/json"])
        for (const { name, bytes } of files)
          await expectAnswer(requestTo(described, bytes.toString("latin1"), type), `${name} as ${type}`);
  }, 1_800_000);

  test("conforms to the contract for every naughty text in place of any text of its example", async () => {
    const texts = naughty.strings.filter((_, index) => index % bySize(61, 1, 75) === 0);
    expect(texts.length).toBeGreaterThan(3);
    for (const described of withBody)
      for (const example of bodyExamples(described.route).slice(0, bySize(1, 10)))
        for (const text of texts)
          for (const body of replaced(example, text))
            await expectAnswer(
              requestTo(described, Buffer.from(JSON.stringify(body)).toString("latin1")),
              text,
            );
  }, 3_600_000);

  test("conforms to the contract for every naughty text in a path or a query", async () => {
    const texts = naughty.strings.filter((text) => !/\p{Surrogate}/u.test(text)).map(encodeURIComponent);
    const reading = describedOperations().filter(
      ({ route }) => route.method === "GET" && !route.path.endsWith("/stream"),
    );
    for (const [index, described] of reading.entries())
      for (const [at, text] of texts.entries()) {
        if ((at + index) % bySize(41, 1, 123) !== 0) continue;
        const request = { ...requestTo(described, ""), body: undefined, headers: {} };
        const ids = Object.values(chosenIds);
        const inPath = described.route.path.replace(/:\w+/, () => text).replaceAll(/:\w+/g, ids[0] ?? "");
        await expectAnswer({ ...request, path: inPath }, text);
        const first = described.operation.parameters?.find((one) => one.in === "query");
        await expectAnswer({ ...request, path: `${request.path}?${first?.name ?? "x"}=${text}` }, text);
      }
  }, 3_600_000);
});

// Imports the examples in docs/how-to/import-samples.md as shown: the table, the mapping, the fault and the
// outputs file.
import { readFileSync } from "node:fs";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";

const page = readFileSync(new URL("../../docs/how-to/import-samples.md", import.meta.url), "utf8");
/** Returns the first code block of a language that contains a text. */
const blockOf = (language: string, content: string): string =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))]
    .map(([, block = ""]) => block)
    .find((block) => block.includes(content)) ?? "";
/** Returns the parts of a request that a code block shows. */
const requestOf = (content: string) => {
  const [, route = "", type = "", body = ""] =
    /^POST (\S+)\nContent-Type: (\S+)\n\n([\s\S]*)$/.exec(blockOf("http", content)) ?? [];
  return { path: route.replace("{id}", dataset), type, body };
};

let server: TestServer;
let apiKey = "";
let assay: Assay;
let dataset = "";
beforeAll(async () => {
  server = await startTestServer("embedded");
  apiKey = await server.newWorkspace();
  assay = new Assay({ apiKey, baseUrl: server.url });
  const project = await assay.projects.create({ name: "Nurse line" });
  dataset = (await assay.datasets.create({ name: "February", project: project.id })).id;
});
afterAll(() => server?.close());

const send = (path: string, contentType: string, body: string): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": contentType },
    body,
  });

test("the table becomes a sample with the values of its cells", async () => {
  const answer = await send(`/v1/datasets/${dataset}/samples/import`, "text/csv", blockOf("csv", ""));
  expect(await answer.json()).toMatchObject({ inserted: 1 });
  const { data } = await assay.samples.list(dataset);
  expect(data).toMatchObject([
    {
      external_id: "call-17",
      input: { text: 'Chest pain, "crushing"' },
      expected: { triage_level: "emergent" },
      output: { triage_level: "urgent" },
      tags: ["cardiac", "adult"],
      metadata: { clinic: "north" },
    },
  ]);
});

test("the mapped row becomes the sample that is shown", async () => {
  const { path, type, body } = requestOf("map=question_id=id");
  const answer = await send(path, type, body);
  expect(await answer.json()).toMatchObject({ inserted: 1 });
  const { data } = await assay.samples.list(dataset);
  const { id, ...fields } = JSON.parse(blockOf("json", "expected"));
  expect(data.find(({ external_id }) => external_id === id)).toMatchObject(fields);
});

test("the faulty table is refused with the stated fault", async () => {
  const wrong = 'input,output\na,{"answer": "x"}\n';
  const answer = await send(`/v1/datasets/${dataset}/samples/import`, "text/csv", wrong);
  const { errors }: { errors: unknown[] } = JSON.parse(await answer.text());
  expect([answer.status, errors]).toEqual([400, [JSON.parse(blockOf("json", "malformed_csv"))]]);
});

test("the file of outputs is stored", async () => {
  const { path, type, body } = requestOf("/outputs");
  const model = await assay.models.create({ name: "Nightingale", version: "1.0" });
  const other = await assay.samples.create(dataset, { samples: [{ input: "It hurts." }] });
  const rows = body.replace("smp_…", other.data[0]?.id ?? "");
  const answer = await send(path.replace("mdl_…", model.id), type, rows);
  expect([answer.status, await answer.json()]).toEqual([201, expect.objectContaining({ inserted: 2 })]);
});

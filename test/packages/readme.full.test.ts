// Runs the TypeScript blocks in the README and on pages whose blocks are fragments. Each block is completed
// with the code that it leaves to the reader, compiled in strict mode and run against the mock, in an
// installation with only the packed packages.
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileStrictly, emit } from "./harness/blocks.ts";
import { type Consumer, createConsumer } from "./harness/consumer.ts";
import { root } from "./harness/install-packages.ts";
import { readDocPage } from "./harness/doc-page.ts";

/** The code before and after a block that the page omits. */
interface Rest {
  /** A text by which this block is recognized, because no other block contains it. */
  has: string;
  before?: string;
  after?: string;
}

const mockProgram = `
import { createMockAssay, failOnUnhandled } from "@assay/sdk/msw";
import { setupServer } from "msw/node";
const mockAssay = createMockAssay();
setupServer(...mockAssay.handlers).listen(failOnUnhandled);
process.env["ASSAY_API_KEY"] = mockAssay.apiKey;
process.env["ASSAY_BASE_URL"] = mockAssay.baseUrl;
`;

const client = `
import { Assay } from "@assay/sdk";
const assay = new Assay();
`;

/** A replacement for the part of Express that the blocks use, with a function that calls the routes. */
const receiver = `
interface ReceivedRequest { body: Uint8Array; headers: Record<string, string> }
interface Responder { json: (value: unknown) => void; sendStatus: (status: number) => void }
type Receive = (request: ReceivedRequest, response: Responder) => Promise<void>;
const receivers = new Map<string, Receive>();
const app = { post: (path: string, _body: unknown, receive: Receive) => void receivers.set(path, receive) };
const express = { raw: (options: object) => options };
async function receive(path: string, secret: string, body: unknown): Promise<unknown> {
  const text = JSON.stringify(body);
  const id = "msg_1";
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update([id, timestamp, text].join(".")).digest("base64");
  const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": "v1," + signature };
  let answer: unknown;
  const response = { json: (value: unknown) => void (answer = value), sendStatus: (status: number) => void (answer = status) };
  await receivers.get(path)?.({ body: new TextEncoder().encode(text), headers }, response);
  return answer;
}
const secret = "whsec_" + Buffer.alloc(24, 7).toString("base64");
`;

const hmac = 'import { createHmac } from "node:crypto";\n';

const samples = `
const project = await assay.projects.create({ name: "Nurse line" });
const dataset = await assay.datasets.create({ name: "February", project: project.id });
await assay.datasets.importFile(dataset.id, "answers.jsonl");
const evaluation = {
  name: "February",
  project: project.id,
  dataset: dataset.id,
  evaluators: [{ type: "triage_accuracy" as const }],
};
`;

const pages: Readonly<Record<string, readonly Rest[]>> = {
  "README.md": [
    { has: "new Assay(); // ASSAY_API_KEY" },
    {
      has: "control.guard",
      before: `${client}
        await assay.control.agents.create({
          id: "triage-bot", name: "Bot", baseUrl: "https://bot.example.org", apiKey: "its-own-key", tools: ["chart.read"],
        });
        const waitFor = async (id: unknown): Promise<boolean> => typeof id === "string";
        const charts = { get: async (patient: string) => "chart of " + patient };`,
      after:
        'if ((await readChart({ patient: "p1" })) !== "chart of p1") throw new Error("It read no chart.");',
    },
  ],
  "docs/how-to/review-samples.md": [
    {
      has: "reviews.rubrics.create",
      before: `${client}${samples}`,
      after: `
        const { data } = await assay.evaluations.list();
        await assay.evaluations.wait(data[0]?.id ?? "");
        const hers = new Assay({ apiKey: key.secret });
await hers.reviews.queue();`,
    },
  ],
  "docs/how-to/write-a-custom-evaluator.md": [
    {
      has: 'app.post("/score"',
      before: `${hmac}${receiver} const scoreOf = (output: unknown): number => (output === null ? 0 : 90);`,
      after: `
        const score = await receive("/score", secret, { sample: { output: { triage_level: "routine" } } });
        if (JSON.stringify(score) !== '{"score":90,"details":{"classification":"polite"}}') throw new Error(String(score));`,
    },
  ],
  "docs/how-to/export-scores.md": [
    {
      has: "exports.create",
      before: `${client}${samples.replace("const project =", "const made =").replaceAll("project.id", "made.id")}
        const project = made.id;
        const { id: evaluated } = await assay.evaluations.create(evaluation);
        await assay.evaluations.wait(evaluated);`,
    },
  ],
  "docs/how-to/record-events.md": [
    {
      has: "visit-118",
      before: client,
      after: 'if (seq < 1 || !eventId) throw new Error("It is not in the log.");',
    },
    {
      has: "verifyInclusion(proof",
      before: `${client} const keys = await assay.control.evidence.keys();`,
      after: "if (typeof verifyExport !== 'function') throw new Error('It is not exported.');",
    },
  ],
  "docs/how-to/verify-a-record.md": [
    {
      has: "records.sign",
      before: `${client} import { writeFile } from "node:fs/promises"; const args = {};`,
    },
    {
      has: "readFile",
      before: `${client}
        import { readFile } from "node:fs/promises";
        const keys = await assay.control.evidence.keys();`,
      after: 'if (!valid && (!code || checks.length === 0)) throw new Error("It does not say why.");',
    },
  ],
};

/** A block and its completion as one program. */
interface Program {
  name: string;
  text: string;
}

function programsOf(page: string, rests: readonly Rest[]): Program[] {
  const text = readFileSync(join(root, page), "utf8");
  const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  expect(blocks, `number of blocks in ${page}`).toHaveLength(rests.length);
  return rests.map(({ has, before = "", after = "" }, index) => {
    const [block = "", ...others] = blocks.filter((one) => one.includes(has));
    if (block === "" || others.length > 0)
      throw new Error(`Exactly one block of ${page} must contain ${has}.`);
    const indented = before.replaceAll(/^ +import /gm, "import ");
    const mock = block.includes("createMockAssay") ? "" : mockProgram;
    const setup = `${mock}${indented}`.replaceAll(/(import [^;\n]*;) /g, "$1\n");
    // Each import takes up one whole line.
    const code = block.replaceAll(/^(import .*;) +\/\/ .*$/gm, "$1");
    const whole = `<!-- setup\n${setup}\n-->\n\`\`\`ts\n${code}\`\`\`\n<!-- setup\n${after}\n-->\n`;
    return { name: `${page.replaceAll(/\W/g, "-")}-${index}`, text: readDocPage(whole).program };
  });
}

const programs = Object.entries(pages).flatMap(([page, rests]) => programsOf(page, rests));

let consumer: Consumer;
beforeAll(() => {
  consumer = createConsumer("@types/node");
  copyFileSync(
    join(root, "examples/data/triage/nightingale-1.0.jsonl"),
    join(consumer.folder, "answers.jsonl"),
  );
});
afterAll(() => consumer.remove());

test("all blocks compile strictly", async () => {
  expect(await compileStrictly(consumer, programs)).toEqual({ code: 0, output: "" });
});

test.each(programs)("$name runs", async (program) => {
  const { code, output } = await consumer.node("--no-warnings", await emit(consumer, program));
  expect(code, output).toBe(0);
});

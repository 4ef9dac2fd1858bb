import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Consumer, createConsumer, installedAt } from "./harness/consumer.ts";

let consumer: Consumer;
beforeAll(() => {
  consumer = createConsumer();
});
afterAll(() => consumer.remove());

/** Creates a project on the mock and prints its name. */
const program = `
const mock = createMockAssay();
const server = setupServer(...mock.handlers);
server.listen(failOnUnhandled);
const assay = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
assay.projects
  .create({ name: "Nurse line" })
  .then((made) => assay.projects.get(made.id))
  .then(({ name }) => console.log(name, typeof verifyInclusion))
  .finally(() => server.close());
`;

describe("the SDK", () => {
  test("runs as an ES module", async () => {
    const file = consumer.write(
      "program.mjs",
      `import { Assay } from "@assay/sdk";
import { createMockAssay, failOnUnhandled } from "@assay/sdk/msw";
import { verifyInclusion } from "@assay/sdk/verify";
import { setupServer } from "msw/node";
${program}`,
    );
    expect(await consumer.node(file)).toEqual({ code: 0, output: "Nurse line function\n" });
  });

  test("runs as a CommonJS module", async () => {
    const file = consumer.write(
      "program.cjs",
      `const { Assay } = require("@assay/sdk");
const { createMockAssay, failOnUnhandled } = require("@assay/sdk/msw");
const { verifyInclusion } = require("@assay/sdk/verify");
const { setupServer } = require("msw/node");
${program}`,
    );
    expect(await consumer.node(file)).toEqual({ code: 0, output: "Nurse line function\n" });
  });

  /**
   * A program that uses a standalone resource, a resource that is nested in another resource, and an error.
   */
  const alone = `
const mock = createMockAssay();
const server = setupServer(...mock.handlers);
server.listen(failOnUnhandled);
const options = { apiKey: mock.apiKey, baseUrl: mock.baseUrl };
createProjects(options)
  .create({ name: "Nurse line" })
  .then(({ name }) => console.log(name))
  .then(() => createReviewsTasks(options).get("task_of_nobody"))
  .catch((error) => console.log(error instanceof NotFoundError, error.code))
  .finally(() => server.close());
`;
  const names = ["createProjects", "createReviewsTasks", "NotFoundError", "createMockAssay, failOnUnhandled"];
  const subpaths = ["projects", "reviews/tasks", "errors", "msw"];

  test("exports each resource separately, as ES modules and as CommonJS modules", async () => {
    const imports = names.map((name, index) => `import { ${name} } from "@assay/sdk/${subpaths[index]}";`);
    const requires = names.map(
      (name, index) => `const { ${name} } = require("@assay/sdk/${subpaths[index]}");`,
    );
    const esm = `${imports.join("\n")}\nimport { setupServer } from "msw/node";${alone}`;
    const cjs = `${requires.join("\n")}\nconst { setupServer } = require("msw/node");${alone}`;
    for (const file of [consumer.write("alone.mjs", esm), consumer.write("alone.cjs", cjs)])
      expect(await consumer.node(file)).toEqual({ code: 0, output: "Nurse line\ntrue not_found\n" });
  });

  test("has one error class in both module systems", async () => {
    const file = consumer.write(
      "twice.mjs",
      `import { createRequire } from "node:module";
import * as esm from "@assay/sdk";
const cjs = createRequire(import.meta.url)("@assay/sdk");
const error = await new cjs.Assay({ apiKey: "k", baseUrl: "http://127.0.0.1:1", maxRetries: 0 }).health.live().catch((e) => e);
console.log(esm.Assay === cjs.Assay, error instanceof esm.ConnectionError);`,
    );
    expect(await consumer.node(file)).toEqual({ code: 0, output: "false true\n" });
  });

  test("contains the command", async () => {
    const cli = join(installedAt("@assay/sdk"), "dist/cli.mjs");
    const { code, output } = await consumer.node(cli, "--help");
    expect([code, output]).toEqual([0, expect.stringContaining("Usage: assay")]);
  });
});

describe("the contract", () => {
  const body = `
console.log(routesOf(contract).length > 50, problemCodes.not_found.status, formatId.name);
console.log(wilsonInterval(9, 20).length, openApiDocuments().evaluation.openapi, typeof canonicalize, typeof checkWebhook);`;

  test("runs as an ES module", async () => {
    const file = consumer.write(
      "contract.mjs",
      `import { contract, formatId, problemCodes, routesOf } from "@assay/contract";
import { wilsonInterval } from "@assay/contract/domain";
import { openApiDocuments } from "@assay/contract/openapi";
import { canonicalize } from "@assay/contract/wire";
import { checkWebhook } from "@assay/contract/wire/webhook-signature";
${body}`,
    );
    expect(await consumer.node(file)).toEqual({
      code: 0,
      output: "true 404 formatId\n2 3.1.1 function function\n",
    });
  });

  test("can be loaded by CommonJS modules, as Node.js does with ES modules", async () => {
    const file = consumer.write(
      "contract.cjs",
      `const { contract, formatId, problemCodes, routesOf } = require("@assay/contract");
const { wilsonInterval } = require("@assay/contract/domain");
const { openApiDocuments } = require("@assay/contract/openapi");
const { canonicalize } = require("@assay/contract/wire");
const { checkWebhook } = require("@assay/contract/wire/webhook-signature");
${body}`,
    );
    const { code, output } = await consumer.node("--no-warnings", file);
    expect({ code, output }).toEqual({ code: 0, output: "true 404 formatId\n2 3.1.1 function function\n" });
  });

  test("contains the documents as files", async () => {
    const file = consumer.write(
      "documents.cjs",
      `console.log(require("@assay/contract/openapi/control-plane.json").openapi);`,
    );
    expect(await consumer.node(file)).toEqual({ code: 0, output: "3.1.1\n" });
  });
});

describe("the server", () => {
  test("starts from code on an embedded database and serves the SDK", async () => {
    const file = consumer.write(
      "server.mjs",
      `import { Assay } from "@assay/sdk";
import { readConfig, startServer } from "@assay/server";
const config = readConfig({ PORT: "0", LOG_LEVEL: "silent", ASSAY_DATA_DIR: ${JSON.stringify(join(consumer.folder, "data"))} });
const server = await startServer(config);
const assay = new Assay({ apiKey: server.firstSecret, baseUrl: server.url });
const { id } = await assay.projects.create({ name: "Nurse line" });
console.log((await assay.projects.get(id)).name, (await assay.health.ready()).status);
const further = new Assay({ apiKey: await server.issueAdminKey("Second"), baseUrl: server.url });
console.log((await further.projects.list()).data.length);
await server.close();`,
    );
    expect(await consumer.node("--no-warnings", file)).toEqual({ code: 0, output: "Nurse line ready\n1\n" });
  });

  test("contains the command", async () => {
    const cli = join(installedAt("@assay/server"), "dist/main.mjs");
    const { code, output } = await consumer.node(cli, "--help");
    expect([code, output]).toEqual([0, expect.stringContaining("Usage: assay-server")]);
  });
});

// Comparisons and measures of agreement over much data: at a server with a small heap, over several pages, and above the
// limit.
import { readFileSync } from "node:fs";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../server/src/platform/db/connection/connect.ts";
import { importedRatings, ratedDataset } from "../conformance/harness/arrange-ratings.ts";
import { createContext } from "../conformance/harness/context.ts";
import { fileTypes } from "../conformance/harness/send-file.ts";
import { targetOf } from "../conformance/harness/server-target.ts";
import { type AssayProcess, firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { freshDatabase } from "../support/database.ts";
import { withoutPostgres } from "../support/operated-database.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const sampleCount = 30_000;
const evaluators = ["one", "two", "three", "four", "five", "six"].map((name) => ({
  type: "triage_accuracy" as const,
  name,
}));

/** Number of raters in one file, whose names must fit into the URL of the request. */
const ratersPerFile = 50;

const lines = (row: (index: number) => object): Blob =>
  new Blob([Array.from({ length: sampleCount }, (_, index) => `${JSON.stringify(row(index))}\n`).join("")], {
    type: "application/x-ndjson",
  });

/** Evaluates two models on the same samples with six evaluators. @returns the ids of the evaluations. */
async function evaluatedTwice(assay: Assay): Promise<string[]> {
  const { id: project } = await assay.projects.create({ name: "heavy" });
  const { id: dataset } = await assay.datasets.create({ name: "heavy", project });
  const cases = lines((index) => ({ id: `c-${index}`, input: "x", expected: { triage_level: "urgent" } }));
  await assay.datasets.importFile(dataset, cases, { contentType: "application/x-ndjson" });
  const evaluations: string[] = [];
  for (const wrongEach of [4, 3]) {
    const { id: model } = await assay.models.create({ name: "model", version: `1/${wrongEach}` });
    const level = (index: number) => (index % wrongEach === 0 ? "routine" : "urgent");
    const outputs = lines((index) => ({ external_id: `c-${index}`, output: { triage_level: level(index) } }));
    await assay.samples.importOutputs(dataset, model, outputs);
    const { id } = await assay.evaluations.create({ name: model, project, dataset, model, evaluators });
    await assay.evaluations.wait(id, { pollIntervalMs: 200, timeoutMs: 600_000 });
    evaluations.push(id);
  }
  return evaluations;
}

describe.skipIf(withoutPostgres || process.platform !== "linux")("a server with a heap of 400 MB", () => {
  let database: Database;
  let server: AssayProcess;
  beforeAll(async () => {
    database = await freshDatabase("postgres");
    const env = { NODE_OPTIONS: "--max-old-space-size=400", ASSAY_RATE_LIMIT: "100000" };
    server = startAssayServer(["serve"], { url: database.url ?? "" }, env);
  });
  afterAll(async () => {
    server?.kill("SIGKILL");
    await server?.ended;
    await database?.close();
  });

  test("answers 16 comparisons of 30,000 pairs and six evaluators at once, in at most 1 GiB", async () => {
    const [baseUrl, apiKey] = [await urlOf(server), await firstKeyOf(server)];
    const evaluations = await evaluatedTwice(new Assay({ apiKey, baseUrl, timeoutMs: 600_000 }));
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const body = JSON.stringify({ evaluations });
    const answers = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const response = await fetch(`${baseUrl}/v1/evaluations/compare`, { method: "POST", headers, body });
        await response.arrayBuffer();
        return { status: response.status, retryAfter: response.headers.has("retry-after") };
      }),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused)
      expect([429, 503].includes(answer.status) && answer.retryAfter, JSON.stringify(answer)).toBe(true);
    expect(refused.length).toBeLessThan(16);
    const [, peak = "Infinity"] =
      /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8")) ?? [];
    expect(Number(peak)).toBeLessThanOrEqual(1024 * 1024);
    expect((await fetch(`${baseUrl}/v1/projects`, { headers })).status).toBe(200);
  });
});

describe.skipIf(withoutPostgres)("agreement", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer("postgres");
  });
  afterAll(() => server?.close());

  /** Imports one grade of each rater for each sample. */
  async function imported(samples: number, grades: (sample: number) => readonly string[]) {
    const context = await createContext(targetOf(server, "postgres"));
    const setup = await ratedDataset(context, Math.min(samples, 1000));
    for (let start = 1000; start < samples; start += 1000) {
      const more = Array.from({ length: 1000 }, (_, index) => ({
        external_id: `r${start + index + 1}`,
        input: 1,
      }));
      await context.assay.samples.create(setup.dataset.id, { samples: more });
    }
    const all = grades(0).map((_, rater) => `R${rater}`);
    for (let start = 0; start < all.length; start += ratersPerFile) {
      const raters = all.slice(start, start + ratersPerFile);
      const rows = Array.from({ length: samples }, (_, sample) =>
        [`r${sample + 1}`, ...grades(sample).slice(start, start + ratersPerFile)].join(","),
      );
      const file = [["external_id", ...raters].join(","), ...rows].join("\n");
      const query = {
        dimension: "accuracy",
        raters,
        blind: "true",
        create_reviewers: "true",
        mode: "append",
      };
      await importedRatings(context, setup, { file, type: fileTypes.table, query });
    }
    return { context, measured: { project: setup.project, dimension: "accuracy" } };
  }

  // Of each four samples, the first rater grades c c t c and the second one c t t c: see `reliability.scenarios.ts`, whose
  // kappa is 0.5. Repeating all samples equally often does not change kappa.
  test("over several pages of grades is that of all grades", async () => {
    const pairs = [
      ["correct", "correct"],
      ["correct", "too_low"],
      ["too_low", "too_low"],
      ["correct", "correct"],
    ];
    const { context, measured } = await imported(6000, (sample) => pairs[sample % 4] ?? []);
    const report = await context.assay.reviews.reliability(measured);
    expect(report).toMatchObject({ n_samples: 6000, review_count: 12_000, percent_agreement: 75 });
    expect(report.cohens_kappa).toBeCloseTo(0.5, 12);
  });

  test("of 300 raters over 450 samples is refused, because it has too many pairs", async () => {
    const { context, measured } = await imported(450, (sample) =>
      Array.from({ length: 300 }, (_, rater) => ((sample + rater) % 3 === 0 ? "too_low" : "correct")),
    );
    await expect(context.assay.reviews.reliability(measured)).rejects.toThrow(
      /422 too_large_to_compute: \/period: The period has 20182500 pairs of grades/,
    );
  });
});

import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Assay } from "../../client/client.ts";
import { createMockAssay, failOnUnhandled } from "../../msw/index.ts";
import { commands } from "../commands.ts";
import { recordedIo } from "../io-fixture.ts";
import { runCli } from "../program.ts";

const mock = createMockAssay({ now: () => new Date("2026-03-20T12:00:00Z") });
const server = setupServer(...mock.handlers);
beforeAll(() => server.listen(failOnUnhandled));
afterEach(() => mock.reset());
afterAll(() => server.close());

const assay = new Assay({ baseUrl: mock.baseUrl, apiKey: mock.apiKey });

async function run(...args: string[]) {
  const io = recordedIo({ env: { ASSAY_API_KEY: mock.apiKey, ASSAY_BASE_URL: mock.baseUrl } });
  const code = await runCli(args, io, commands);
  return { code, stdout: io.stdout.text(), stderr: io.stderr.text() };
}

const wrong = { severity_weights: { under_triage: 3, over_triage: 3 } };

/**
 * Evaluates 10 urgent samples, `wrongs` of which have wrong outputs, at a time in March such as `02T12:00`.
 */
async function evaluated(project: string, dataset: string, { wrongs, at }: { wrongs: number; at: string }) {
  const { data } = await assay.samples.list(dataset);
  const { id: model } = await assay.models.create({ name: "system", version: at });
  const outputs = data.map(({ id }, index) => ({
    sample: id,
    output: { triage_level: index < wrongs ? "routine" : "urgent" },
  }));
  await assay.samples.createOutputs(dataset, { model, outputs });
  return assay.evaluations.create({
    name: `March ${at}`,
    project,
    dataset,
    model,
    evaluators: [{ type: "triage_accuracy", config: wrong }],
    as_of: `2026-03-${at}:00Z`,
    run_async: false,
  });
}

async function newDataset() {
  const { id: project } = await assay.projects.create({ name: "Nurse line" });
  const { id: dataset } = await assay.datasets.create({ name: "March", project });
  const samples = Array.from({ length: 10 }, (_, input) => ({ input, expected: { triage_level: "urgent" } }));
  await assay.samples.create(dataset, { samples });
  return { project, dataset };
}

describe("assay scores", () => {
  test("shows each evaluator and the distribution", async () => {
    const { project, dataset } = await newDataset();
    const { id } = await evaluated(project, dataset, { wrongs: 3, at: "02T12:00" });
    const { code, stdout } = await run("scores", id);
    expect(code).toBe(0);
    // Seven samples score 100 and three score 0: mean 70, s = √((7 · 30² + 3 · 70²)/9) = 48.3.
    expect(stdout).toMatch(/combined\s+10 of 10\s+70\.0\s+70\.0/);
    expect(stdout).toMatch(
      /triage_accuracy\s+1\s+10 of 10\s+70\.0\s+100\.0\s+48\.3\s+0\.0 to 100\.0\s+70\.0/,
    );
    expect(stdout).toContain("\n   0-10   3  █████████\n");
    expect(stdout).toContain("\n  10-20   0\n");
    expect(stdout).toContain("\n 90-100   7  █████████████████████\n");
    const json = await run("scores", id, "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ weighted_aggregate: 70, sample_count: 10 });
  });

  test("reports an unknown evaluation", async () => {
    const { code, stderr } = await run("scores", "eval_x");
    expect(code).toBe(2);
    expect(stderr).toContain('Evaluation "eval_x" not found');
  });
});

describe("assay trends", () => {
  test("shows a chart, the direction and the regressions", async () => {
    const { project, dataset } = await newDataset();
    const days = [
      { at: "02T12:00", wrongs: 0 },
      { at: "04T12:00", wrongs: 8 },
      { at: "06T12:00", wrongs: 0 },
    ];
    for (const day of days) await evaluated(project, dataset, day);
    const { code, stdout } = await run("trends", "--project", project);
    expect(code).toBe(0);
    expect(stdout).toContain("Combined scores, last 30 days\n\n     ▲\n100.0┤● ●\n");
    expect(stdout).toContain("\n 20.0┤ ●\n     └───▶\n      2026-03-02 to 2026-03-06\n");
    // The slope is 0 and the residuals are 26⅔, −53⅓ and 26⅔, so s = √(4266⅔ / 1 / Sxx).
    // Sxx is 2 · (2/7)², and t₀.₉₇₅ with 1 degree of freedom is 12.706.
    expect(stdout).toContain(
      "Inconclusive: the slope may be due to chance, and changes above the margin are possible; 0.0 points per week (95 % interval -2054.1 to +2054.1).",
    );
    // Of 30 outputs, 10 + 2 + 10 are right.
    expect(stdout).toContain(
      "Mean 73.3 over 30 samples of 3 evaluations; the scores of the evaluations range from 20.0 to 100.0.",
    );
    expect(stdout).toContain("1 regression:");
    // All eight samples that changed are worse: p = 2 / 2⁸ = 0.0078, and twice as much for two looks.
    expect(stdout).toMatch(
      /2026-03-04\s+March 04T12:00\s+100\.0\s+20\.0\s+-80\.0\s+severe\s+0\.008\s+0\.016\s+2026-03-06/,
    );
    expect(stdout).not.toContain("suspected");
    expect(stdout).not.toContain("series");
  });

  test("names series and suspected drops, with ids where names repeat", async () => {
    const { project, dataset } = await newDataset();
    const { id: other } = await assay.datasets.create({ name: "March", project });
    await assay.samples.create(other, {
      samples: Array.from({ length: 10 }, (_, input) => ({ input, expected: { triage_level: "urgent" } })),
    });
    await evaluated(project, other, { at: "01T12:00", wrongs: 0 });
    for (const [day, wrongs] of [0, 6, 0, 0].entries())
      await evaluated(project, dataset, { at: `0${2 + day}T12:00`, wrongs });
    const { stdout } = await run(
      "trends",
      "-p",
      project,
      "--start-date",
      "2026-03-01",
      "--end-date",
      "2026-03-31",
    );
    expect(stdout).toContain("Combined scores, 2026-03-01 to 2026-03-31\n");
    expect(stdout).toMatch(new RegExp(String.raw`March \(${dataset}\)\s+4\s+85\.0\s+inconclusive`));
    expect(stdout).toMatch(new RegExp(String.raw`March \(${other}\)\s+1\s+100\.0\s+insufficient data\s+–`));
    expect(stdout).toContain("They exclude 1 evaluation of another dataset");
    // All six samples that changed are worse: p = 2 / 2⁶ = 0.031, and three times as much for three looks.
    expect(stdout).toContain("1 suspected drop, which may be due to chance among 3 pairs of evaluations:");
    expect(stdout).toMatch(
      /2026-03-03\s+March 03T12:00\s+100\.0\s+40\.0\s+-60\.0\s+severe\s+0\.031\s+0\.094/,
    );
    expect(stdout).not.toContain("regression");
    const pooled = await run(
      "trends",
      "-p",
      project,
      "--pooled",
      "--margin",
      "100",
      "--time-zone",
      "Asia/Tokyo",
    );
    expect(pooled.stdout).toContain("Combined scores, last 30 days (Asia/Tokyo)\n");
    expect(pooled.stdout).toContain("of 5 evaluations;");
    expect(pooled.stdout).not.toContain("--pooled");
  });

  test.each([
    { title: "of one day", times: ["02T10:00", "02T11:00", "02T12:00"] },
    { title: "minutes apart over midnight", times: ["02T23:58", "02T23:59", "03T00:01"] },
  ])("prints no weekly slope if all evaluations are $title", async ({ times }) => {
    const { project, dataset } = await newDataset();
    for (const [index, at] of times.entries())
      await evaluated(project, dataset, { at, wrongs: index === 1 ? 8 : 0 });
    const { stdout } = await run("trends", "--project", project);
    expect(stdout).toContain("too short for a weekly slope.\n");
    expect(stdout).not.toContain("interval");
  });

  test("shows an empty trend", async () => {
    const { project } = await newDataset();
    const { code, stdout } = await run("trends", "--project", project, "--period", "1y", "-e", "custom");
    expect(code).toBe(0);
    expect(stdout).toBe(
      "custom, last 365 days\n\nInsufficient data: a trend requires three evaluations at different times.\nNo evaluation scored a sample in this period.\n",
    );
  });

  test("requires a project and a known period", async () => {
    const missing = await run("trends");
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("--project")]);
    const period = await run("trends", "--project", "proj_x", "--period", "2d");
    expect(period.code).toBe(2);
    expect(period.stderr).toContain('--period is "2d"; it must be one of 7d, 30d, 90d, 1y.');
  });
});

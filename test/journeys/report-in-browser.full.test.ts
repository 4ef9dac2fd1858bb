// Opens a report in a real browser: no request, no violation of WCAG 2.2 AA, no sideways scrolling.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Assay, type Evaluation, type EvaluationScores } from "@assay/sdk";
import { createMockAssay, failOnUnhandled } from "@assay/sdk/msw";
import { confusionPlot, overviewPlot, reportHtml, toSvg } from "@assay/sdk/report";
import axe from "axe-core";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../support/open-browser.ts";

const opened = await openBrowser();
const mock = createMockAssay({ evaluationMs: 0 });
const server = setupServer(...mock.handlers);
const folder = mkdtempSync(join(tmpdir(), "assay-report-"));
beforeAll(() => server.listen(failOnUnhandled));
afterAll(async () => {
  server.close();
  await opened?.close();
  rmSync(folder, { recursive: true, force: true });
});

const hostile = `<script>document.title = "changed"</script>\u202E & "اختبار" 測試測試測試測試`;

const levels = ["emergent", "urgent", "semi_urgent", "routine"];
/** Names of 24 red flags, one of them hostile. */
const flags = Array.from({ length: 24 }, (_, index) => (index === 0 ? hostile : `red flag ${index}`));
const runs = 2;
const types = ["triage_accuracy", "red_flag_detection", "symptom_extraction"] as const;

/** Returns the output of a system in a run, or null for a missing output. */
function outputOf(index: number, offset: number, run: number): object | null {
  if (index % 11 === 7 * offset) return null;
  const shift = index % 7 === 0 || (index % 5 === 0 && run === 2) ? offset : 0;
  return {
    triage_level: levels[(index + shift) % 4],
    red_flags: [...(index % 3 === offset ? [] : flagsOf(index)), ...(index % 9 === 0 ? ["false alarm"] : [])],
    symptoms: [{ name: `symptom ${index % 22}`, negated: index % 8 === offset }],
  };
}

const flagsOf = (index: number): (string | undefined)[] => [flags[index % 24], flags[(index + 12) % 24]];

/** Evaluates two runs of two systems on four levels, red flags and symptoms; the second one has a hostile name. */
async function evaluations(): Promise<Evaluation[]> {
  const assay = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
  const { id: project } = await assay.projects.create({ name: "Calls" });
  const found: Evaluation[] = [];
  const { id: dataset } = await assay.datasets.create({ name: "Calls", project });
  const ids = Array.from({ length: 40 }, (_, index) => index);
  await assay.samples.create(dataset, {
    samples: ids.map((index) => ({
      external_id: `${hostile} ${index}`,
      input: { text: hostile },
      expected: {
        triage_level: levels[index % 4],
        red_flags: flagsOf(index),
        symptoms: [{ name: `symptom ${index % 22}`, negated: false }],
      },
      tags: [`tag ${index % 3}`],
    })),
  });
  for (const [offset, name] of ["nightingale-1.0", hostile].entries()) {
    const { id: model } = await assay.models.create({ name: `model ${offset}`, version: "1" });
    const outputs = ids.flatMap((index) =>
      Array.from({ length: runs }, (_, before) => ({
        external_id: `${hostile} ${index}`,
        run: before + 1,
        output: outputOf(index, offset, before + 1),
      })),
    );
    await assay.samples.createOutputs(dataset, { model, outputs });
    const evaluators = types.map((type) => ({ type }));
    const body = { name, project, dataset, model, evaluators, runs, run_async: false };
    const { id } = await assay.evaluations.create(body);
    found.push(await assay.evaluations.get(id));
  }
  return found;
}

async function pageFile(): Promise<{ file: string; evaluated: Evaluation[] }> {
  const assay = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
  const evaluated = await evaluations();
  const scores: EvaluationScores[] = [];
  for (const { id } of evaluated)
    scores.push(await assay.scores.evaluation(id, { include_distribution: true, group_by: "tags" }));
  const comparison = await assay.evaluations.compare({ evaluations: evaluated.map(({ id }) => id) });
  const [first] = evaluated;
  const { data } = await assay.evaluations.results(first?.id ?? "", {
    order: "score",
    evaluator: "triage_accuracy",
    limit: 20,
  });
  const worst = {
    [first?.id ?? ""]: data.map((result, index) =>
      index === 0
        ? { result, inputMissing: "not available, because the sample was deleted." }
        : { result, input: { text: hostile } },
    ),
  };
  const html = reportHtml({
    evaluations: evaluated,
    scores,
    comparisons: [comparison],
    worst,
    includeSamples: true,
  });
  const file = join(folder, "report.html");
  writeFileSync(file, html);
  return { file, evaluated };
}

/** Returns the rules that the page violates, each with the first element. */
const violations = `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))`;

describe.skipIf(!opened)("a report in a browser", () => {
  test("makes no request, violates no rule of WCAG 2.2 AA, and does not scroll sideways", async () => {
    if (!opened) throw new Error("No browser is available.");
    const { file, evaluated } = await pageFile();
    const figures = evaluated[0]?.results;
    expect(Object.keys(figures?.red_flags?.by_flag ?? {}).length).toBeGreaterThan(20);
    expect([figures?.symptoms?.expected, figures?.repeats?.runs]).toEqual([80, 2]);
    for (const [width, scheme] of [
      [320, "light"],
      [320, "dark"],
      [1280, "light"],
      [1280, "dark"],
    ] as const) {
      const page = await opened.browser.newPage();
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      await page.setViewport({ width, height: 900 });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.goto(pathToFileURL(file).href, { timeout: 0 });
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      await page.evaluate(axe.source);
      expect(await page.evaluate(violations), `${width} px, ${scheme}`).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      expect(requests).toEqual([pathToFileURL(file).href]);
      expect(await page.evaluate("document.title")).toContain("<script>");
      expect(await page.evaluate("document.querySelectorAll('script').length")).toBe(0);
      await page.close();
    }
    // Plots are XML, also for names with markup and for right-to-left text.
    const triage = evaluated[1]?.results?.triage;
    const plots = [overviewPlot(evaluated), ...(triage ? [confusionPlot(hostile, triage)] : [])];
    const page = await opened.browser.newPage();
    const parse = (svg: string) =>
      page.evaluate(
        `new DOMParser().parseFromString(${JSON.stringify(svg)}, "image/svg+xml").querySelectorAll("parsererror").length`,
      );
    for (const { svg } of plots) expect(await parse(toSvg(svg))).toBe(0);
    expect(await parse("<svg>")).toBeGreaterThan(0);
  });
});

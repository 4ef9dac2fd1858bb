import { describe, expect, test } from "vitest";
import {
  evaluationOf,
  poorCounts,
  redFlags,
  resultOf,
  symptoms,
  withFigures,
} from "../evaluation.fixture.ts";
import { comparison, side } from "../text/comparison.fixture.ts";
import type { ReportData } from "./report-data.ts";
import { reportHtml } from "./report-html.ts";

const data: ReportData = {
  evaluations: [evaluationOf("nightingale-1.0"), evaluationOf("mercury-0.9", poorCounts)],
  comparisons: [comparison],
  worst: { "eval_mercury-0.9": [{ result: resultOf("call-17"), input: "My chest hurts" }] },
};

describe("a report", () => {
  const page = reportHtml(data);

  test("starts with missed emergencies, then the verdict", () => {
    const missed = page.indexOf("9 of 20 emergent samples were not caught by mercury-0.9");
    const verdict = page.indexOf("mercury-0.9 is worse than nightingale-1.0");
    expect(missed).toBeGreaterThan(0);
    expect(verdict).toBeGreaterThan(missed);
    expect(page.indexOf("score (0-100)")).toBeGreaterThan(verdict);
  });

  test("states missed red flags after missed emergencies, and each flag and symptom in a table", () => {
    const pooled = reportHtml({
      evaluations: [withFigures(evaluationOf("a"), { red_flags: redFlags, symptoms })],
    });
    const emergencies = pooled.indexOf("emergent samples were not caught by a");
    expect(pooled.indexOf("2 of 10 expected red flags were missed by a")).toBeGreaterThan(emergencies);
    for (const text of ["a: figures by flag", "neck stiffness", "a: figures by symptom", "fever"])
      expect(pooled).toContain(text);
    expect(page).not.toContain("<h2>Red flags and symptoms</h2>");
  });

  test("names evaluations of one name with their ids in every sentence, table and plot", () => {
    const [first, second] = [evaluationOf("a"), { ...evaluationOf("a", poorCounts), id: "eval_2" }];
    const sides = { baseline: side("b"), candidate: { ...side("a"), id: "eval_2" } };
    const named = reportHtml({
      evaluations: [withFigures(first, { red_flags: redFlags }), second, evaluationOf("b")],
      comparisons: [{ ...comparison, ...sides }],
      worst: { eval_2: [{ result: resultOf("call-1") }] },
    });
    for (const text of [
      "1 of 20 emergent samples were not caught by a (eval_a)",
      "9 of 20 emergent samples were not caught by a (eval_2)",
      "expected red flags were missed by a (eval_a)",
      "a (eval_2) is worse than b",
      "Lowest automated scores of a (eval_2)",
      "not caught by b (",
    ])
      expect(named).toContain(text);
  });

  test("states the run of each low score, and the contents of each sample once", () => {
    const worst = [1, 2].map((run) => ({
      result: resultOf("call-17", { run, output: `output ${run}` }),
      input: "My chest hurts",
    }));
    const evaluations = [{ ...evaluationOf("a"), runs: 2 }];
    const whole = reportHtml({ evaluations, worst: { eval_a: worst }, includeSamples: true });
    expect(whole).toContain('data-label="run">2</td>');
    for (const text of ["Contents of call-17", "My chest hurts", "Output of run 1", "Output of run 2"])
      expect(whole.split(text)).toHaveLength(2);
    expect(page).not.toContain('data-label="run"');
  });

  test("states why an input is missing", () => {
    const worst = [{ result: resultOf("call-17"), inputMissing: "not available, because …" }];
    const whole = reportHtml({
      evaluations: [evaluationOf("a")],
      worst: { eval_a: worst },
      includeSamples: true,
    });
    expect(whole).toContain("<p>Input: not available, because …</p>");
  });

  test("has no script and no external address, and permits none", () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe| on\w+=|@import|url\(/);
    expect(page.replaceAll('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:\/\//);
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
  });

  test("is the same for the same data", () => {
    expect(reportHtml(structuredClone(data))).toBe(page);
  });

  test("contains inputs and outputs only on request", () => {
    expect(page).toContain("call-17");
    expect(page).not.toContain("My chest hurts");
    const whole = reportHtml({ ...data, includeSamples: true });
    for (const text of ["My chest hurts", "&quot;triage_level&quot;: &quot;routine&quot;"])
      expect(whole).toContain(text);
  });

  test("shortens contents until it has at most 2 MB", () => {
    const large = { input: "<".repeat(50_000) };
    const results = Array.from({ length: 20 }, (_, index) => ({
      result: resultOf(`c${index}`, { output: large }),
      ...large,
    }));
    const evaluations = Array.from({ length: 5 }, (_, index) => evaluationOf(`s${index}`));
    const worst = Object.fromEntries(evaluations.map(({ id }) => [id, results]));
    const whole = reportHtml({ evaluations, worst, includeSamples: true });
    expect(new TextEncoder().encode(whole).length).toBeLessThanOrEqual(2_000_000);
    expect(whole).toMatch(/… \(\d+ more characters\)/);
  });

  test("leaves out sections without data", () => {
    expect(page).not.toContain("<h2>Groups</h2>");
    expect(reportHtml({ evaluations: [evaluationOf("a")] })).not.toContain("<h2>Comparison</h2>");
  });

  test.each([
    { where: "names of systems", changed: { evaluations: [evaluationOf("<script>x</script>")] } },
    {
      where: "ids of samples",
      changed: { worst: { "eval_nightingale-1.0": [{ result: resultOf("<script>x</script>") }] } },
    },
    {
      where: "levels",
      changed: { evaluations: [evaluationOf("a", { "<script>x</script>": { b: 1 }, b: { b: 1 }, c: {} })] },
    },
  ])("shows markup in $where as text", ({ changed }) => {
    const hostile = reportHtml({ ...data, ...changed });
    expect(hostile).not.toContain("<script>");
    expect(hostile).toContain("&lt;script&gt;");
  });
});

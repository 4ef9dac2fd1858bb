// Compares systems with the command and over HTTP, and checks the results against published figures.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Comparison, Evaluation } from "@assay/sdk";
import { describe, expect, test } from "vitest";
import { runAssay } from "../support/assay-process.ts";
import { casesDir, haveCases } from "../support/cases.ts";
import { useServer } from "../support/file-server.ts";

const data = fileURLToPath(new URL("../../examples/data/triage/", import.meta.url));
const files = ["nightingale-1.0.jsonl", "mercury-0.9.jsonl"].map((name) => join(data, name));
const triage = ["--evaluator", "triage_accuracy"];

const server = useServer();

const assay = (...args: string[]) => runAssay(args, server.environment);

interface Compared {
  results: { file: string; evaluation: Evaluation }[];
  comparisons: Comparison[];
}

async function comparedRun(...args: string[]): Promise<Compared> {
  const { code, stdout, stderr } = await assay("--json", "run", ...args, "--compare");
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Compared;
}

const worse =
  /mercury-0\.9 is worse than nightingale-1\.0: 18\.1 points lower on the same 68 cases \(95 % interval \d+\.\d to \d+\.\d points lower, p = 0\.\d+\); this is more than chance\./;

describe("comparing on the command line", () => {
  test("run --compare prints the verdict, with the first file as the baseline", async () => {
    const { code, stdout } = await assay("run", ...files, ...triage, "--compare");
    expect(code).toBe(0);
    expect(stdout).toMatch(/combined\s+94\.\d\s+76\.\d\s+-18\.1/);
    expect(stdout).toMatch(worse);
  });

  test("run --fail-on-regression exits 1 when a system is worse than the baseline, else 0", async () => {
    expect((await assay("run", ...files, ...triage, "--fail-on-regression")).code).toBe(1);
    const turned = await assay(
      "run",
      ...files,
      ...triage,
      "--fail-on-regression",
      "--baseline",
      files[1] ?? "",
    );
    expect(turned.code).toBe(0);
    expect(turned.stdout).toContain("nightingale-1.0 is better than mercury-0.9: 18.1 points higher");
    const alone = await assay("run", files[0] ?? "", ...triage, "--compare");
    expect([alone.code, alone.stdout]).toEqual([2, ""]);
    expect(alone.stderr).toContain("A comparison requires two or more files");
  });

  test("compare shows two evaluations and works as a gate", async () => {
    const { results, comparisons } = await comparedRun(...files, ...triage);
    const ids = results.map(({ evaluation }) => evaluation.id);
    expect((await assay("compare", ...ids)).stdout).toMatch(worse);
    const json = await assay("compare", ...ids, "--fail-on-regression", "--json");
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual(comparisons[0]);
    const turned = await assay("compare", ...ids.toReversed(), "--fail-on-regression", "--margin", "5");
    expect(turned.code).toBe(0);
    const same = await assay("compare", ids[0] ?? "", ids[0] ?? "");
    expect(same.code).toBe(2);
    expect(same.stderr).toContain("it must name two different evaluations");
  });
});

interface Published {
  n_pairs: number;
  difference_points: number;
  relative_change_percent: number;
  mcnemar_exact_p?: number;
}

const folder = join(casesDir, "A-triage");
// EXPECTED.json describes its contents in `_about`; if their shape were different, the tests would fail.
const pairs: Record<string, Published> = haveCases
  ? JSON.parse(readFileSync(join(folder, "EXPECTED.json"), "utf8")).pairs
  : {};

/** The published pairs of files, by folder. */
const byFolder = new Map<string, { baseline: string; candidate: string; published: Published }[]>();
for (const [names, published] of Object.entries(pairs)) {
  const [, baseline = "", candidate = ""] = /^baseline=(\S+) candidate=(\S+)$/.exec(names) ?? [];
  const [name = ""] = baseline.split("/");
  if (baseline) byFolder.set(name, [...(byFolder.get(name) ?? []), { baseline, candidate, published }]);
}

describe.skipIf(!haveCases)("published comparisons", () => {
  test.each([...byFolder])(
    "of %s: McNemar's exact p and the change equal the published figures",
    async (_, wanted) => {
      const names = [...new Set(wanted.flatMap(({ baseline, candidate }) => [baseline, candidate]))];
      const config = JSON.stringify({ severity_weights: { under_triage: 3, over_triage: 3 } });
      const evaluator = ["--evaluator", `triage_accuracy:${config}`];
      const { results } = await comparedRun(...names.map((name) => join(folder, name)), ...evaluator);
      const ids = new Map(results.map(({ evaluation }, index) => [names[index], evaluation.id]));
      for (const { baseline, candidate, published } of wanted) {
        const evaluations = [ids.get(baseline), ids.get(candidate)];
        const response = await fetch(`${server.url}/v1/evaluations/compare`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${server.apiKey}`,
            "content-type": "application/json",
          },
          body: JSON.stringify({ evaluations }),
        });
        const comparison = (await response.json()) as Comparison;
        const p = published.mcnemar_exact_p ?? 1;
        expect(comparison.test, candidate).toBe("mcnemar_exact");
        expect(comparison.n_paired).toBe(published.n_pairs);
        expect(comparison.change).toBeCloseTo(published.difference_points, 9);
        expect(comparison.improvement_pct).toBeCloseTo(published.relative_change_percent, 9);
        expect(comparison.p_value).toBeCloseTo(p, 9);
        expect(comparison.is_significant).toBe(p < 0.05);
      }
    },
  );
});

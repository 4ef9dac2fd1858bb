// Tests `assay run --compare` with the mock.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { http, HttpResponse } from "msw";
import { describe, expect, test } from "vitest";
import { assay, file, folder, interruptedAt, mock, run, server, useServers } from "./run-fixture.ts";

useServers();

describe("a comparison", () => {
  const better = (): string => file("compare/new.jsonl", "urgent", "urgent", "urgent");
  const worse = (): string => file("compare/old.jsonl", "urgent", "routine", "urgent");

  test("compares each other file with the baseline, independent of the order of folders", async () => {
    // The command groups files by folder, so the second file comes last.
    const paths = [file("x/a.jsonl", "urgent"), file("y/b.jsonl", "urgent"), file("x/c.jsonl", "urgent")];
    const { code, stdout, stderr } = await run(paths, ["--baseline", paths[1] ?? "", "--json"]);
    expect(code, stderr).toBe(0);
    const names = JSON.parse(stdout).comparisons.map(
      (shown: Record<"baseline" | "candidate", { name: string }>) => [
        shown.baseline.name,
        shown.candidate.name,
      ],
    );
    expect(names).toEqual([
      ["b", "a"],
      ["b", "c"],
    ]);
    expect(stderr).toContain("comparing with b: 0 of 2 systems\n");
    expect(stderr).toContain("comparing with b: 2 of 2 systems\n");
    // All systems are compared by one request, which corrects the p values for their number.
    expect(mock.calls.filter(({ path }) => path.includes("/compare")).map(({ path }) => path)).toEqual([
      "/v1/evaluations/compare/candidates",
    ]);
  });

  test("distinguishes files of one name like the other tables", async () => {
    const paths = [file("may/gpt.jsonl", "urgent"), file("june/gpt.jsonl", "urgent")];
    const { stdout } = await run(paths, ["--compare"]);
    expect(stdout).toMatch(/^ +may\/gpt +june\/gpt +change/m);
    expect(stdout).toContain(
      "june/gpt scored the same as may/gpt on each of 1 case; up to 95.0 % of further cases may differ.",
    );
  });

  test.each([
    [140, /^ .*95 % interval +better.*verdict$/m],
    [80, /95 % interval\n[^]*\n +better.*verdict\n/],
  ])("has one table on %d columns, or two where that is too wide", async (columns, heads) => {
    expect((await run([worse(), better()], ["--compare"], { columns })).stdout).toMatch(heads);
  });

  test("precedes the gates, which determine the exit code, and repeats no score of a single evaluator", async () => {
    const { code, stdout } = await run([worse(), better()], ["--compare", "--min-score", "90"]);
    expect(code).toBe(1);
    const [verdict, failed] = ["Inconclusive between", "FAIL old --min-score"].map((text) =>
      stdout.indexOf(text),
    );
    expect(verdict).toBeGreaterThan(0);
    expect(failed).toBeGreaterThan(verdict ?? Infinity);
    expect(stdout).toMatch(/^combined /m);
    expect(stdout).not.toMatch(/^triage_accuracy /m);
  });

  test("of one file with itself is refused before any request", async () => {
    const path = better();
    const { code, stderr } = await run([path, join(folder, "compare/../compare/new.jsonl")], ["--compare"]);
    expect([code, mock.calls]).toEqual([2, []]);
    expect(stderr).toContain("A comparison requires two or more files");
  });

  test("fails the gate for a safety check that the mean score hides, and names it", async () => {
    // The candidate misses 8 of 60 emergencies, and is right on 8 other cases instead.
    const rows = (answers: string[]): string =>
      answers
        .map((answer, index) => {
          const expected = { triage_level: index < 60 ? "emergent" : "urgent" };
          return `${JSON.stringify({ id: `case-${index}`, input: "It hurts.", expected, output: { triage_level: answer } })}\n`;
        })
        .join("");
    const filled = (level: string, length: number) => Array.from({ length }, () => level);
    const [before, after] = [file("safety/before.jsonl"), file("safety/after.jsonl")];
    writeFileSync(before, rows([...filled("emergent", 60), ...filled("routine", 8)]));
    writeFileSync(after, rows([...filled("routine", 8), ...filled("emergent", 52), ...filled("urgent", 8)]));
    const binary = 'triage_accuracy:{"severity_weights":{"under_triage":3,"over_triage":3}}';
    const { code, stdout, stderr } = await assay([
      "run",
      before,
      after,
      "-e",
      binary,
      "--fail-on-regression",
    ]);
    expect(code, stderr).toBe(1);
    expect(stderr).toContain(
      "FAIL --fail-on-regression: after is less safe than before: emergent not caught in 8 of 60 cases; with before, in 0 (p = 0.008).",
    );
    expect(stdout).toMatch(/emergent not caught % +0\.0 +13\.3 +\+13\.3/);
    const verdict = stdout.indexOf("Inconclusive between after and before");
    expect(stdout.indexOf("after is less safe than before")).toBeLessThan(verdict);
    expect(stdout).toMatch(/combined +88\.2 +88\.2 +0\.0/);
  });

  test("fails the gate for a system whose missing outputs are skipped", async () => {
    const paths = [better(), file("compare/silent.jsonl", "urgent", null, null)];
    const skipping = ["run", ...paths, "-e", 'triage_accuracy:{"missing_output":"skip"}'];
    const { code, stderr } = await assay([...skipping, "--fail-on-regression"]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "FAIL --fail-on-regression: silent has no score for 2 cases for which new has a score.",
    );
    expect(stderr).toContain(
      "FAIL --fail-on-regression: Not comparable: at least one case has a score in only one of the two evaluations. Cases without an output: 0 of new, 2 of silent.",
    );
    expect((await assay([...skipping, "--compare"])).code).toBe(0);
  });

  test("fails the gate if no sample was scored for both systems, and exits with 1", async () => {
    const row = (id: string) =>
      `${JSON.stringify({ id, input: "It hurts.", expected: "urgent", output: "urgent" })}\n`;
    const paths = [file("disjoint/before.jsonl"), file("disjoint/after.jsonl")];
    for (const [at, path] of paths.entries()) writeFileSync(path, row(`case-${at}`));
    const { code, stdout, stderr } = await run(paths, ["--fail-on-regression"]);
    expect(code, stderr).toBe(1);
    expect(stderr).toMatch(/^FAIL --fail-on-regression: .*No sample was scored in both/m);
    expect(stdout).toMatch(/^after: eval_/m);
    expect((await run(paths, ["--compare"])).code).toBe(2);
  });

  test.each(["text", "JSON"])(
    "that fails keeps the results in the output, as %s, and exits with 2",
    async (form) => {
      server.use(
        http.post(`${mock.baseUrl}/v1/evaluations/compare`, () =>
          HttpResponse.json(
            { detail: "No comparing today." },
            { status: 422, headers: { "content-type": "application/problem+json" } },
          ),
        ),
      );
      const options = ["--compare", "--min-score", "0", ...(form === "JSON" ? ["--json"] : [])];
      const { code, stdout, stderr } = await run([worse(), better()], options);
      expect(code).toBe(2);
      expect(stderr).toMatch(/\nerror: .*No comparing today/);
      if (form === "text") expect(stdout).toContain("ok   old --min-score: ");
      else {
        expect(JSON.parse(stdout)).toMatchObject({
          results: [{ system: "old" }, { system: "new" }],
          comparisons: [],
        });
      }
    },
  );

  test("that is interrupted keeps the results in the output, and cancels nothing", async () => {
    const { signal, later } = interruptedAt("/evaluations/compare");
    const { code, stdout, stderr } = await run([worse(), better()], ["--compare"], { signal });
    expect([code, later]).toEqual([130, []]);
    expect(stdout).toMatch(/^old: eval_/m);
    expect(stderr).toMatch(/Interrupted\.\n$/);
  });
});

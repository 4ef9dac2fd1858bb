// Tests `assay report` with the mock.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { http, HttpResponse } from "msw";
import { describe, expect, test } from "vitest";
import { assay, busy, file, folder, mock, run, server, useServers } from "../run/run-fixture.ts";

useServers();

/** Evaluates files of urgent samples. @returns the ids of the evaluations. */
async function evaluated(...paths: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await run(paths, ["--json"]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout).map(({ evaluation }: { evaluation: { id: string } }) => evaluation.id);
}

/** Writes rows as JSON Lines. @returns the path of the file. */
function linesFile(name: string, rows: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return path;
}

const old = (): string => file("report/old.jsonl", "urgent", "urgent", "urgent");
const fresh = (): string => file("report/new.jsonl", "urgent", "blue", null);

describe("a report", () => {
  test("prints missed emergencies before the score, the confusion matrix and the verdict", async () => {
    const { code, stdout, stderr } = await assay(["report", ...(await evaluated(old(), fresh()))]);
    expect(code, stderr).toBe(0);
    const places = [
      "emergent not caught",
      "score (0-100)",
      "old: expected",
      "Inconclusive between new and old",
    ];
    const found = places.map((text) => stdout.indexOf(text));
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(found[0]).toBeGreaterThan(0);
    // Levels, invalid and missing responses, all samples.
    expect(stdout).toMatch(/^urgent +0 +1 +0 +0 +1 +1 +3$/m);
    expect(stdout).toMatch(/^new: invalid answer +expected +samples\nblue +urgent +1$/m);
  });

  test("is written as one file that only its owner can read, and replaces an earlier one", async () => {
    const ids = await evaluated(old(), fresh());
    const path = join(folder, "report.html");
    writeFileSync(path, "earlier", { mode: 0o644 });
    const { code, stderr } = await assay(["report", ...ids, "--html", path, "--group-by", "tags"]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(`Report written to ${path}.\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const html = readFileSync(path, "utf8");
    expect(html).toMatch(/^<!doctype html>[^]*<h2>Comparison<\/h2>[^]*<h2>Groups<\/h2>[^]*<\/html>\n$/);
    expect(html).not.toContain("It hurts.");
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    // The same data gives the same bytes.
    await assay(["report", ...ids, "--html", path, "--group-by", "tags"]);
    expect(readFileSync(path, "utf8")).toBe(html);
  });

  test("contains inputs with --include-samples", async () => {
    const path = join(folder, "samples.html");
    await assay(["report", ...(await evaluated(fresh())), "--include-samples", "--html", path]);
    expect(readFileSync(path, "utf8")).toContain("It hurts.");
  });

  test("contains the inputs that the evaluation scored, also after an update, and reads each sample once", async () => {
    const rows = ["urgent", "urgent", "routine", "routine"].map((output, index) => ({
      id: `call-${index < 2 ? 1 : 2}`,
      run: 1 + (index % 2),
      input: "It hurts.",
      expected: "urgent",
      output,
    }));
    const path = linesFile("pinned.jsonl", rows);
    const [id = ""] = await evaluated(path);
    linesFile(
      "pinned.jsonl",
      rows.map((row) => ({ ...row, input: "Changed." })),
    );
    await evaluated(path);
    const html = join(folder, "pinned.html");
    const before = mock.calls.length;
    const { code, stderr } = await assay(["report", id, "--include-samples", "--html", html]);
    expect(code, stderr).toBe(0);
    const text = readFileSync(html, "utf8");
    expect(text).toContain("It hurts.");
    expect(text).not.toContain("Changed.");
    expect(text).toContain('data-label="run">2</td>');
    expect(mock.calls.slice(before).filter(({ operationId }) => operationId === "listSamples")).toHaveLength(
      2,
    );
  });

  test("states that a sample was deleted, and contains the others", async () => {
    const ids = await evaluated(file("report/gone.jsonl", "routine", "routine"));
    server.use(
      http.get(`${mock.baseUrl}/v1/datasets/:id/samples`, ({ request }) =>
        new URL(request.url).searchParams.get("external_id") === "call-0"
          ? HttpResponse.json({ object: "list", data: [], has_more: false, next_cursor: null })
          : undefined,
      ),
    );
    const path = join(folder, "gone.html");
    const { code, stderr } = await assay(["report", ...ids, "--include-samples", "--html", path]);
    expect(code, stderr).toBe(0);
    const text = readFileSync(path, "utf8");
    expect(text.match(/Input: not available, because the sample was deleted/g)).toHaveLength(1);
    expect(text).toContain("It hurts.");
  });

  test("compares several candidates in one table with one request", async () => {
    const ids = await evaluated(old(), fresh(), file("report/third.jsonl", "urgent", "urgent", "urgent"));
    const { stdout } = await assay(["report", ...ids], { columns: 200 });
    expect(stdout).toMatch(/^ +candidate +old +value +change/m);
    expect(stdout).toMatch(/^combined +new .*\ncombined +third .*\npassed % +new/m);
    expect(mock.calls.filter(({ path }) => path.endsWith("/compare/candidates"))).toHaveLength(1);
  });

  test("shows the groups in the terminal, the worst one first, at most five", async () => {
    // Group t5 has 6 wrong answers of 10. Group t6 has a single answer, so its lower mean is not significant.
    const rows = Array.from({ length: 61 }, (_, index) => ({
      id: `call-${index}`,
      input: "It hurts.",
      expected: "urgent",
      output: (index % 6 === 5 && index % 5 < 3) || index === 60 ? "routine" : "urgent",
      tags: [index === 60 ? "t6" : `t${index % 6}`],
    }));
    const ids = await evaluated(linesFile("groups.jsonl", rows));
    const { code, stdout, stderr } = await assay(["report", ...ids, "--group-by", "tags"]);
    expect(code, stderr).toBe(0);
    const lines = stdout.split("\n");
    const start = lines.findIndex((line) => line.startsWith("groups:"));
    const names = lines.slice(start).flatMap((line) => /^t\d/.exec(line)?.[0] ?? []);
    expect(names.slice(0, 3)).toEqual(["t5", "t6", "t0"]);
    expect(stdout).toMatch(/^2 more: assay report eval_… --html report\.html$/m);
    expect(stdout).toContain("Significantly lower than all others: t5.");
    expect(lines.every((line) => line.length <= 80)).toBe(true);
  });

  test("is one JSON document with --json", async () => {
    const ids = await evaluated(old());
    const { stdout } = await assay(["report", ...ids, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      evaluations: [{ id: ids[0] }],
      comparisons: [],
      scores: [{}],
    });
  });

  test("contains outputs, expected answers and details as JSON only with --include-samples", async () => {
    const ids = await evaluated(file("report/quoted.jsonl", "blue"));
    const worstOf = async (...options: string[]) => {
      const { stdout } = await assay(["report", ...ids, "--json", ...options]);
      return JSON.parse(stdout).worst[ids[0] ?? ""][0];
    };
    const { result, ...others } = await worstOf();
    expect(others).toEqual({});
    expect(Object.keys(result)).not.toContain("output");
    expect(Object.keys(result)).not.toContain("expected");
    expect(result).toMatchObject({
      external_id: "call-0",
      score: 0,
      details: { classification: "invalid_level" },
    });
    expect(Object.keys(result.details)).toEqual(["classification"]);
    expect(await worstOf("--include-samples")).toMatchObject({
      input: "It hurts.",
      result: { output: { triage_level: "blue" }, expected: { triage_level: "urgent" } },
    });
  });
});

describe("a report is refused", () => {
  test("for an evaluation that is not completed", async () => {
    const { id } = await pending();
    const { code, stderr } = await assay(["--base-url", busy.baseUrl, "report", id]);
    expect(code).toBe(2);
    expect(stderr).toBe(`error: The evaluation ${id} is pending; a report requires completed evaluations.\n`);
  });

  test("for an evaluation that is named twice, before any request", async () => {
    const { code, stderr } = await assay(["report", "eval_1", "eval_2", "eval_1"]);
    expect([code, mock.calls]).toEqual([2, []]);
    expect(stderr).toBe("error: The evaluation eval_1 is named twice; name each evaluation once.\n");
  });

  test("for more than 21 evaluations, before any request", async () => {
    const ids = Array.from({ length: 22 }, (_, index) => `eval_${index}`);
    const { code, stderr } = await assay(["report", ...ids]);
    expect([code, mock.calls]).toEqual([2, []]);
    expect(stderr).toBe("error: A report allows at most 21 evaluations; 22 are given.\n");
  });

  test("for --include-samples in the terminal, before any request", async () => {
    const { code, stderr } = await assay(["report", "eval_1", "--include-samples"]);
    expect([code, mock.calls]).toEqual([2, []]);
    expect(stderr).toBe(
      "error: --include-samples requires --html or --json, because the terminal shows no samples.\n",
    );
  });

  test("for a file in a missing folder", async () => {
    const path = join(folder, "missing", "report.html");
    const { code, stderr } = await assay(["report", ...(await evaluated(old())), "--html", path]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      `error: Cannot write ${path}: ENOENT. Name a file in an existing, writable folder.`,
    );
  });
});

/** Creates an evaluation that stays pending. */
async function pending(): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${busy.apiKey}`, "content-type": "application/json" };
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const response = await fetch(`${busy.baseUrl}/v1${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { id: project } = await post("/projects", { name: "P" });
  const { id: dataset } = await post("/datasets", { name: "D", project });
  const output = { triage_level: "urgent" };
  await post(`/datasets/${dataset}/samples`, { samples: [{ input: 1, expected: output, output }] });
  return post("/evaluations", { name: "E", project, dataset, evaluators: [{ type: "triage_accuracy" }] });
}

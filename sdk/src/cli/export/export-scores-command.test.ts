import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Assay } from "../../client/client.ts";
import { assay, folder, mock, useServers } from "../run/run-fixture.ts";

useServers();

/** Creates a project with one completed evaluation of two samples. */
async function evaluatedProject(): Promise<{ project: string; evaluation: string }> {
  const client = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
  const project = await client.projects.create({ name: "Nurse line" });
  const dataset = await client.datasets.create({ name: "Calls", project: project.id });
  const answer = { expected: { triage_level: "urgent" }, output: { triage_level: "urgent" } };
  const samples = ["call-1", "call-2"].map((id) => Object.assign({ external_id: id, input: id }, answer));
  await client.samples.create(dataset.id, { samples });
  const evaluators = [{ type: "triage_accuracy" as const }];
  const { id } = await client.evaluations.create({
    name: "Nightly",
    project: project.id,
    dataset: dataset.id,
    evaluators,
    run_async: false,
  });
  return { project: project.id, evaluation: id };
}

describe("assay export", () => {
  test("reports a folder that cannot be written before it sends a request", async () => {
    const path = join(folder, "not-made", "scores.csv");
    const { code, stderr } = await assay(["export", "--project", "proj_1", "-o", path]);
    expect([code, mock.calls]).toEqual([2, []]);
    expect(stderr).toBe(
      `error: Cannot write ${path}: the folder ${join(folder, "not-made")} does not exist or is not writable.\n`,
    );
  });

  test("writes the file in the format of its extension, and prints a summary", async () => {
    const { project } = await evaluatedProject();
    for (const format of ["csv", "json", "parquet"]) {
      const path = join(folder, `scores.${format}`);
      const { code, stdout, stderr } = await assay(["export", "--project", project, "-o", path]);
      expect([code, stderr]).toEqual([0, expect.stringContaining(`${path}: `)]);
      const bytes = readFileSync(path);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      expect(stdout).toBe(`${path}: 2 rows, ${bytes.length} bytes, SHA-256 ${sha256}\n`);
    }
    expect(JSON.parse(readFileSync(join(folder, "scores.json"), "utf8"))).toMatchObject([
      { external_id: "call-1", score: 100 },
      { external_id: "call-2", score: 100 },
    ]);
  });

  test("accepts a format, evaluations and samples, and prints a summary as JSON", async () => {
    const { project, evaluation } = await evaluatedProject();
    const path = join(folder, "scores");
    const args = [
      "export",
      "-p",
      project,
      "-o",
      path,
      "-f",
      "csv",
      "-e",
      evaluation,
      "--include-samples",
      "--json",
    ];
    const { code, stdout } = await assay(args);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file: path,
      export: { format: "csv", row_count: 2, include_samples: true },
    });
    expect(readFileSync(path, "utf8").split("\r\n")[0]).toMatch(/,input,output,expected$/);
  });

  test.each([
    [
      ["-o", "scores"],
      'The extension of "scores" is not a format; add --format with one of csv, json, parquet.',
    ],
    [
      ["-o", "scores.xlsx"],
      'The extension of "scores.xlsx" is not a format; add --format with one of csv, json, parquet.',
    ],
    [["-o", "a.csv", "-f", "xlsx"], '--format is "xlsx"; it must be one of csv, json, parquet.'],
  ])("rejects %j before it sends a request", async (args, message) => {
    const { code, stderr } = await assay(["export", "-p", "proj_1", ...args]);
    expect([code, stderr]).toEqual([2, `error: ${message}\n`]);
    expect(mock.calls).toEqual([]);
  });

  test("prints the refusal of the server, and writes nothing", async () => {
    const path = join(folder, "refused.csv");
    const { code, stderr } = await assay(["export", "-p", "proj_1", "-o", path]);
    expect(code).toBe(2);
    expect(stderr).toContain('Project "proj_1" not found');
    expect(existsSync(path)).toBe(false);
  });
});

// Runs `assay run` on the files that Assay contains.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runAssay, startAssay } from "../support/assay-process.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const data = fileURLToPath(new URL("../../examples/data/triage/", import.meta.url));
const files = ["nightingale-1.0.jsonl", "mercury-0.9.jsonl"].map((name) => join(data, name));
const folder = mkdtempSync(join(tmpdir(), "assay-run-"));

let server: TestServer;
let environment: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer("embedded");
  environment = { ASSAY_BASE_URL: server.url, ASSAY_API_KEY: await server.newWorkspace() };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

const assay = (args: string[], env: Record<string, string> = environment) => runAssay(args, env);

describe("assay run", () => {
  test("shows both systems side by side, every share with its denominator", async () => {
    const { code, stdout, stderr } = await assay(["run", ...files, "--evaluator", "triage_accuracy"]);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/nightingale-1\.0\s+mercury-0\.9/);
    expect(stdout).toMatch(/exact\s+59\/68 = 86\.8 % \[76\.7, 92\.9\]\s+48\/68 = 70\.6 % \[58\.9, 80\.1\]/);
    expect(stdout).toMatch(
      /emergent not caught\s+1\/20 = 5\.0 % \(≤ 21\.6 %\)\s+9\/20 = 45\.0 % \(≤ 65\.3 %\)/,
    );
    expect(stderr).toContain("importing examples/data/triage: 68 of 68 samples");
    expect(stderr).toContain("evaluating mercury-0.9: 68 of 68 samples");
  });

  test("a second run uses the same dataset and models", async () => {
    const first = JSON.parse(
      (await assay(["--json", "run", ...files, "--evaluator", "triage_accuracy"])).stdout,
    );
    const second = JSON.parse(
      (await assay(["--json", "run", ...files, "--evaluator", "triage_accuracy"])).stdout,
    );
    const key = (shown: { evaluation: Record<string, unknown> }[]) =>
      shown.map(({ evaluation: { dataset, dataset_version: version, model, manifest_hash: hash } }) => [
        dataset,
        version,
        model,
        hash,
      ]);
    expect(key(second)).toEqual(key(first));
  });

  test("exits 1 when a gate fails, and prints the difference", async () => {
    const gates = ["--min-score", "90", "--max-under-triage", "25%"];
    const { code, stdout } = await assay(["run", ...files, "-e", "triage_accuracy", ...gates]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "ok   nightingale-1.0 --min-score: score 94.61 (over 68 of 68 samples) is at least 90",
    );
    expect(stdout).toContain("FAIL mercury-0.9 --min-score: score 76.47 (over 68 of 68 samples) is below 90");
    expect(stdout).toContain(
      "FAIL mercury-0.9 --max-under-triage: 9 of 20 emergent samples not caught (at most 65.3 %): above the limit of 25.0 %",
    );
  });

  test("a gate with denominator 0 fails", async () => {
    const path = join(folder, "routine-only.jsonl");
    writeFileSync(
      path,
      `{"id":"a","input":"x","expected":{"triage_level":"routine"},"output":{"triage_level":"routine"}}\n`,
    );
    const { code, stdout } = await assay([
      "run",
      path,
      "--evaluator",
      "triage_accuracy",
      "--max-under-triage",
      "1",
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain("denominator 0");
  });

  test("exits 2 when it cannot run, and prints the reason and the accepted input", async () => {
    const two = [2, ""];
    const noServer = await assay(["run", ...files, "-e", "triage_accuracy"], {
      ...environment,
      ASSAY_BASE_URL: "http://127.0.0.1:9",
    });
    expect([noServer.code, noServer.stdout]).toEqual(two);
    expect(noServer.stderr).toContain("Check that the server is running");
    const noKey = await assay(["run", ...files, "-e", "triage_accuracy"], { ASSAY_BASE_URL: server.url });
    expect([noKey.code, noKey.stdout]).toEqual(two);
    expect(noKey.stderr).toContain("ASSAY_API_KEY");
    const unknown = await assay(["run", ...files, "-e", "triage"]);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("triage_accuracy");
    const missing = await assay(["run", join(folder, "none.jsonl"), "-e", "triage_accuracy"]);
    expect(missing.stderr).toContain("file not found");
    const noEvaluator = await assay(["run", ...files]);
    expect([noEvaluator.code, noEvaluator.stderr]).toEqual([2, expect.stringContaining("--evaluator")]);
  });

  test("Ctrl-C during the import exits with 130, and nothing is evaluated", async () => {
    const path = join(folder, "many.jsonl");
    const row = (id: number) =>
      `{"id":"${id}","input":"${"x".repeat(2000)}","output":{"triage_level":"routine"}}\n`;
    writeFileSync(path, Array.from({ length: 10_000 }, (_, id) => row(id)).join("")); // 20 MB
    const key = await server.newWorkspace();
    const env = { ...environment, ASSAY_API_KEY: key };
    const run = startAssay(["run", path, "-e", "triage_accuracy"], env);
    await run.writes(/importing \S+: \d+ of 10000 samples/);
    run.kill("SIGINT");
    expect(await run.ended, run.stderr()).toBe(130);
    expect([run.stdout(), run.stderr()]).toEqual(["", expect.stringMatching(/Interrupted\.\n$/)]);
    const client = new Assay({ apiKey: key, baseUrl: server.url });
    const [datasets, evaluations] = [await client.datasets.list(), await client.evaluations.list()];
    expect(datasets.data).toMatchObject([{ sample_count: 0 }]);
    expect(evaluations.data).toEqual([]);
  });

  test("results shows an existing evaluation", async () => {
    const [first] = JSON.parse((await assay(["--json", "run", ...files, "-e", "triage_accuracy"])).stdout);
    const { code, stdout } = await assay(["results", first.evaluation.id]);
    expect(code).toBe(0);
    expect(stdout).toContain("59/68 = 86.8 %");
  });
});

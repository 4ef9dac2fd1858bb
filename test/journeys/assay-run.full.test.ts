// Runs of `assay run` that need several processes, or a large file.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Assay } from "@assay/sdk";
import { describe, expect, test } from "vitest";
import { startAssay } from "../support/assay-process.ts";
import { triageFiles, useTriageRuns } from "./harness/triage-runs.ts";

const runs = useTriageRuns();

describe("assay run", () => {
  test("a second run uses the same dataset and models", async () => {
    const first = JSON.parse(
      (await runs().assay(["--json", "run", ...triageFiles, "--evaluator", "triage_accuracy"])).stdout,
    );
    const second = JSON.parse(
      (await runs().assay(["--json", "run", ...triageFiles, "--evaluator", "triage_accuracy"])).stdout,
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

  test("Ctrl-C during the import exits with 130, and nothing is evaluated", async () => {
    const path = join(runs().folder, "many.jsonl");
    const row = (id: number) =>
      `{"id":"${id}","input":"${"x".repeat(2000)}","output":{"triage_level":"routine"}}\n`;
    writeFileSync(path, Array.from({ length: 10_000 }, (_, id) => row(id)).join("")); // 20 MB
    const key = await runs().server.newWorkspace();
    const env = { ...runs().environment, ASSAY_API_KEY: key };
    const run = startAssay(["run", path, "-e", "triage_accuracy"], env);
    await run.writes(/importing \S+: \d+ of 10000 samples/);
    run.kill("SIGINT");
    expect(await run.ended, run.stderr()).toBe(130);
    expect([run.stdout(), run.stderr()]).toEqual(["", expect.stringMatching(/Interrupted\.\n$/)]);
    const client = new Assay({ apiKey: key, baseUrl: runs().server.url });
    const [datasets, evaluations] = [await client.datasets.list(), await client.evaluations.list()];
    expect(datasets.data).toMatchObject([{ sample_count: 0 }]);
    expect(evaluations.data).toEqual([]);
  });

  test("results shows an existing evaluation", async () => {
    const [first] = JSON.parse(
      (await runs().assay(["--json", "run", ...triageFiles, "-e", "triage_accuracy"])).stdout,
    );
    const { code, stdout } = await runs().assay(["results", first.evaluation.id]);
    expect(code).toBe(0);
    expect(stdout).toContain("59/68 = 86.8 %");
  });
});

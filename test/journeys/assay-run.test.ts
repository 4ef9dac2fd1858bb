// Runs `assay run` on the files that Assay contains.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { triageFiles, useTriageRuns } from "./harness/triage-runs.ts";

const runs = useTriageRuns();

describe("assay run", () => {
  test("shows both systems side by side, every share with its denominator", async () => {
    const { code, stdout, stderr } = await runs().assay([
      "run",
      ...triageFiles,
      "--evaluator",
      "triage_accuracy",
    ]);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/nightingale-1\.0\s+mercury-0\.9/);
    expect(stdout).toMatch(/exact\s+59\/68 = 86\.8 % \[76\.7, 92\.9\]\s+48\/68 = 70\.6 % \[58\.9, 80\.1\]/);
    expect(stdout).toMatch(
      /emergent not caught\s+1\/20 = 5\.0 % \(≤ 21\.6 %\)\s+9\/20 = 45\.0 % \(≤ 65\.3 %\)/,
    );
    expect(stderr).toContain("importing examples/data/triage: 68 of 68 samples");
    expect(stderr).toContain("evaluating mercury-0.9: 68 of 68 samples");
  });

  test("exits 1 when a gate fails, and prints the difference", async () => {
    const gates = ["--min-score", "90", "--max-under-triage", "25%"];
    const { code, stdout } = await runs().assay(["run", ...triageFiles, "-e", "triage_accuracy", ...gates]);
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
    const path = join(runs().folder, "routine-only.jsonl");
    writeFileSync(
      path,
      `{"id":"a","input":"x","expected":{"triage_level":"routine"},"output":{"triage_level":"routine"}}\n`,
    );
    const { code, stdout } = await runs().assay([
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
    const noServer = await runs().assay(["run", ...triageFiles, "-e", "triage_accuracy"], {
      ...runs().environment,
      ASSAY_BASE_URL: "http://127.0.0.1:9",
    });
    expect([noServer.code, noServer.stdout]).toEqual(two);
    expect(noServer.stderr).toContain("Check that the server is running");
    const noKey = await runs().assay(["run", ...triageFiles, "-e", "triage_accuracy"], {
      ASSAY_BASE_URL: runs().server.url,
    });
    expect([noKey.code, noKey.stdout]).toEqual(two);
    expect(noKey.stderr).toContain("ASSAY_API_KEY");
    const unknown = await runs().assay(["run", ...triageFiles, "-e", "triage"]);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("triage_accuracy");
    const missing = await runs().assay(["run", join(runs().folder, "none.jsonl"), "-e", "triage_accuracy"]);
    expect(missing.stderr).toContain("file not found");
    const noEvaluator = await runs().assay(["run", ...triageFiles]);
    expect([noEvaluator.code, noEvaluator.stderr]).toEqual([2, expect.stringContaining("--evaluator")]);
  });
});

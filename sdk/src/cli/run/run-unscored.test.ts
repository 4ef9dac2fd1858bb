// Gates for files in which some samples have no output or no score.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay, file, folder, useServers } from "./run-fixture.ts";

useServers();

/** One level too high then costs 5 points: 100·(1 − 0.15·1/3) = 95. */
const weights = { severity_weights: { over_triage: 0.15 } };
const triage = (config: object = {}) => `triage_accuracy:${JSON.stringify({ ...weights, ...config })}`;

const run = (paths: string[], evaluators: string[], gates: string[]) =>
  assay(["run", ...paths, ...evaluators.flatMap((evaluator) => ["-e", evaluator]), ...gates]);

describe("30 samples, 15 of them without an output and the others scored 95", () => {
  const half = file("half.jsonl", ...Array.from({ length: 30 }, (_, at) => (at < 15 ? null : "emergent")));

  test("fail --min-score 95, because missing outputs score 0", async () => {
    const { code, stdout } = await run([half], [triage()], ["--min-score", "95"]);
    expect(code).toBe(1);
    expect(stdout).toContain("FAIL half --min-score: score 47.50 (over 30 of 30 samples) is below 95");
    expect(stdout).toContain(
      "ok   half --max-unscored: 0 of 30 samples have no score: 0.0 %, which is within the limit of 0.0 % (implied by --min-score)",
    );
  });

  test("fail the implied gate if they are skipped, unless the caller allows more", async () => {
    const skipping = triage({ missing_output: "skip" });
    const implied = await run([half], [skipping], ["--min-score", "95"]);
    expect(implied.code).toBe(1);
    expect(implied.stdout).toContain(
      "ok   half --min-score: score 95.00 (over 15 of 30 samples, 15 without a score) is at least 95",
    );
    expect(implied.stdout).toContain(
      "FAIL half --max-unscored: 15 of 30 samples have no score: 50.0 %, which is above the limit of 0.0 % (implied by --min-score)",
    );
    const allowed = await run([half], [skipping], ["--min-score", "95", "--max-unscored", "50%"]);
    expect(allowed.code, allowed.stdout).toBe(0);
    expect(allowed.stdout).not.toContain("implied");
  });

  test("are not compared with a file that has all outputs if they are skipped", async () => {
    const whole = file("whole.jsonl", ...Array<string>(30).fill("emergent"));
    const compare = (option: string) =>
      run([whole, half], [triage({ missing_output: option })], ["--compare", "--json"]);
    const { comparisons } = JSON.parse((await compare("skip")).stdout);
    expect(comparisons).toMatchObject([
      {
        comparable: false,
        reasons: expect.arrayContaining(["coverage_differs"]),
        n_missing_output: { baseline: 0, candidate: 15 },
      },
    ]);
    expect(JSON.parse((await compare("fail")).stdout).comparisons).toMatchObject([{ comparable: true }]);
  });
});

test("skipped samples are listed with their reason, their number and one of them", async () => {
  const { stdout } = await run([file("one.jsonl", "urgent", null)], [triage({ missing_output: "skip" })], []);
  expect(stdout).toContain("one: 1 skipped result of triage_accuracy: missing_output (for example call-1)\n");
});

test("an evaluator that errors on 10 of 100 samples fails the implied gate, even at --min-score 0", async () => {
  const path = join(folder, "errors.jsonl");
  const rows = Array.from({ length: 100 }, (_, index) => ({
    id: `call-${index}`,
    input: "It hurts.",
    expected: { triage_level: index < 10 ? "purple" : "urgent", symptoms: ["pain"] },
    output: { triage_level: "urgent", symptoms: ["pain"] },
  }));
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const { code, stdout } = await run([path], ["triage_accuracy", "symptom_extraction"], ["--min-score", "0"]);
  expect(code).toBe(1);
  expect(stdout).toContain("ok   errors --min-score: score 100.00 (over 100 of 100 samples) is at least 0");
  expect(stdout).toContain(
    "FAIL errors --max-unscored: 10 of 100 samples have no score by triage_accuracy: 10.0 %, which is above the limit of 0.0 % (implied by --min-score)",
  );
});

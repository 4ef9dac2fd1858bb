// Gates on red flags and symptoms, and on samples that share clusters.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay, folder, useServers } from "./run-fixture.ts";

useServers();

interface Row {
  expected: object;
  output: object | null;
  cluster_id?: string;
}

/** Writes a file of samples. */
function rowsFile(name: string, rows: readonly Row[]): string {
  const path = join(folder, name);
  const lines = rows.map((row, at) => JSON.stringify({ id: `call-${at}`, input: "It hurts.", ...row }));
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

const repeat = <Value>(count: number, value: Value): Value[] => Array<Value>(count).fill(value);

describe("300 right answers in 15 clusters", () => {
  const level = { triage_level: "emergent" };
  const rows = repeat(300, { expected: level, output: level });
  const clustered = rows.map((row, at) => ({ ...row, cluster_id: `case-${at % 15}` }));
  const gate = (rowsOfFile: Row[], limit: string) =>
    assay(["run", rowsFile("right.jsonl", rowsOfFile), "-e", "triage_accuracy", "--max-under-triage", limit]);

  test("fail --max-under-triage 5%, because they are as good as 15 answers", async () => {
    const failed = await gate(clustered, "5%");
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain(
      "0 of 300 emergent samples not caught (at most 18.1 %; 15 clusters, effective n 15): above the limit of 5.0 %",
    );
    expect((await gate(clustered, "20%")).code).toBe(0);
  });

  test("pass --max-under-triage 5% if they are independent", async () => {
    const passed = await gate(rows, "5%");
    expect(passed.code).toBe(0);
    expect(passed.stdout).toContain("(at most 1.0 %): within the limit of 5.0 %");
  });
});

describe("200 samples, 10 of them with one flag, and outputs without flags", () => {
  const rows = [
    ...repeat(10, { expected: { red_flags: ["rigors"], escalated: false }, output: { red_flags: [] } }),
    ...repeat(190, { expected: { red_flags: [] }, output: { red_flags: [] } }),
  ];
  const gate = (gates: string[]) =>
    assay(["run", rowsFile("flags.jsonl", rows), "-e", "red_flag_detection", ...gates]);

  test("score 95 and fail --max-missed-flags and --min-f1, which imply --max-unscored 0", async () => {
    const { code, stdout } = await gate(["--max-missed-flags", "5%"]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "FAIL flags --max-missed-flags: 10 of 10 red flags missed (at most 100.0 %): above the limit of 5.0 %",
    );
    expect(stdout).toContain("(implied by --max-missed-flags)");
    const f1 = await gate(["--min-f1", "0.8"]);
    expect(f1.code).toBe(1);
    expect(f1.stdout).toContain("FAIL flags --min-f1: F1 of red flags is 0.000, which is below 0.8");
    expect(f1.stdout).toContain("(implied by --min-f1)");
    expect((await gate(["--min-score", "95"])).code).toBe(0);
  });
});

test("red flags and symptoms are printed with missed flags first, and the missed ones by name", async () => {
  const rows = [
    { red_flags: ["rigors"], symptoms: ["cough"] },
    { red_flags: ["rigors", "syncope"], symptoms: ["rash"] },
  ].map((answer) => ({
    expected: { ...answer, escalated: false },
    output: { red_flags: ["rigors"], symptoms: [] },
  }));
  const evaluators = ["-e", "red_flag_detection", "-e", "symptom_extraction"];
  const { stdout } = await assay(["run", rowsFile("names.jsonl", rows), ...evaluators]);
  const lines = stdout.split("\n").map((line) => line.trim().replaceAll(/\s+/g, " "));
  const place = (text: string) => lines.findIndex((line) => line.startsWith(text));
  expect(lines[place("missed flags")]).toMatch(/^missed flags 1\/3 = 33\.3 %/);
  expect(place("missed flags")).toBeLessThan(place("score (0-100)"));
  expect(lines[place("missed symptoms")]).toMatch(/^missed symptoms 2\/2 = 100\.0 %/);
  expect(place("missed by flag names")).toBeGreaterThan(place("flag F1 4/5"));
  expect(lines[place("missed by flag names") + 1]).toBe("syncope 1/1");
  expect(lines.slice(place("missed by symptom names"), place("missed by symptom names") + 3)).toEqual([
    "missed by symptom names",
    "cough 1/1",
    "rash 1/1",
  ]);
  expect(place("rigors")).toBe(-1);
});

test("at most five missed flags are printed, side by side for all systems, most misses first", async () => {
  const flags = ["a", "b", "c", "d", "e", "f", "g"];
  const rowsOf = (found: (flag: string) => boolean) =>
    flags.map((flag) => ({
      expected: { red_flags: [flag], escalated: false },
      output: { red_flags: [...(found(flag) ? [flag] : []), ...(flag === "a" ? ["z"] : [])] },
    }));
  const paths = [
    rowsFile(
      "first.jsonl",
      rowsOf((flag) => flag !== "g"),
    ),
    rowsFile(
      "second.jsonl",
      rowsOf((flag) => flag === "a"),
    ),
  ];
  const { stdout } = await assay(["run", ...paths, "-e", "red_flag_detection"]);
  const lines = stdout.split("\n").map((line) => line.trim().replaceAll(/\s+/g, " "));
  const start = lines.indexOf("missed by flag first second");
  expect(lines.slice(start + 1, start + 8)).toEqual([
    "g 1/1 1/1",
    "b 0/1 1/1",
    "c 0/1 1/1",
    "d 0/1 1/1",
    "e 0/1 1/1",
    // The flag f, which one system missed, and the false alarms z.
    "2 more: assay report eval_… --html report.html",
    "",
  ]);
});

test("--max-missed-flags and --min-f1 fail without an evaluator that they check", async () => {
  const level = { triage_level: "urgent" };
  const path = rowsFile("levels.jsonl", [{ expected: level, output: level }]);
  const gates = ["--max-missed-flags", "100%", "--min-f1", "0"];
  const { code, stdout } = await assay(["run", path, "-e", "triage_accuracy", ...gates]);
  expect(code).toBe(1);
  expect(stdout).toContain(
    "FAIL levels --max-missed-flags: no red_flag_detection evaluator has results of red flags, so the gate cannot verify that at most 100.0 % are missed",
  );
  expect(stdout).toContain(
    "FAIL levels --min-f1: no evaluator of red flags or symptoms has F1; the minimum is 0",
  );
});

test("--min-f1 checks every evaluator with pooled figures, and fails where F1 is undefined", async () => {
  const run = (expected: object, output: object, f1: string) => {
    const path = rowsFile("both.jsonl", [{ expected, output }]);
    const evaluators = ["-e", "red_flag_detection", "-e", "symptom_extraction"];
    return assay(["run", path, ...evaluators, "--min-f1", f1]);
  };
  const expected = { red_flags: ["rigors"], escalated: false, symptoms: ["cough", "rash"] };
  const output = { red_flags: ["rigors"], symptoms: ["cough"] };
  const { code, stdout } = await run(expected, output, "0.7");
  expect(code).toBe(1);
  expect(stdout).toContain(
    "F1 of red flags is 1.000, which is at least 0.7; F1 of symptoms is 0.667, which is below 0.7",
  );
  expect((await run(expected, output, "0.66")).code).toBe(0);
  const undefinedF1 = await run({ ...expected, symptoms: [] }, { ...output, symptoms: [] }, "0");
  expect(undefinedF1.code).toBe(1);
  expect(undefinedF1.stdout).toContain("F1 of symptoms is undefined, because none are expected or reported");
});

describe("a hint about escalations", () => {
  const rowsOf = (...outputs: object[]): Row[] =>
    outputs.map((output) => ({ expected: { red_flags: ["rigors"] }, output }));
  const hintsOf = async (files: Row[][], evaluator = "red_flag_detection") => {
    const paths = files.map((rows, at) => rowsFile(`escalations-${at}.jsonl`, rows));
    const { code, stderr } = await assay(["run", ...paths, "-e", evaluator]);
    expect(code).toBe(0);
    return stderr.split("\n").filter((line) => line.startsWith("Hint:"));
  };
  const [silent, stated] = [{ red_flags: ["rigors"] }, { red_flags: ["rigors"], escalated: false }];

  test("is one line that names each system of which no output states an escalation", async () => {
    expect(await hintsOf([rowsOf(silent, silent), rowsOf(silent, stated), rowsOf(silent)])).toEqual([
      `Hint: no output states an escalation, so every expected escalation counts as missed and its sample scores 0: escalations-0 (2 expected escalations), escalations-2 (1 expected escalation). Add "escalated": true or false to the outputs, or use -e 'red_flag_detection:{"require_escalation":false}'.`,
    ]);
  });

  test("is absent if an output states one, if none is expected, or if none is required", async () => {
    expect(await hintsOf([rowsOf(silent, stated)])).toEqual([]);
    const nested = rowsOf({ result: { ...silent, escalation: true } });
    expect(await hintsOf([nested], 'red_flag_detection:{"output_path":"/result"}')).toEqual([]);
    expect(await hintsOf([[{ expected: { red_flags: [] }, output: silent }]])).toEqual([]);
    expect(await hintsOf([rowsOf(silent)], 'red_flag_detection:{"require_escalation":false}')).toEqual([]);
    const cough = { symptoms: ["cough"] };
    expect(await hintsOf([[{ expected: cough, output: cough }]], "symptom_extraction")).toEqual([]);
  });
});

// Tests `assay run` with the mock.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { OperationId } from "../../msw/index.ts";
import { assay, busy, file, folder, interruptedAt, mock, run, useServers } from "./run-fixture.ts";

useServers();

const callsOf = (operationId: OperationId, { calls } = mock) =>
  calls.filter((call) => call.operationId === operationId);

describe("Ctrl-C", () => {
  test.each(["/projects", "/datasets", "/import", "/models", "/outputs"])(
    "during POST …%s ends the run without further requests",
    async (ending) => {
      // The mock logs an error for the aborted body.
      vi.spyOn(console, "error").mockReturnValue();
      const { signal, later } = interruptedAt(ending);
      const { code, stdout, stderr } = await run([file("a.jsonl", "urgent")], [], { signal });
      expect([code, stdout, signal.aborted, later]).toEqual([130, "", true, []]);
      expect(stderr).toMatch(/Interrupted\.\n$/);
    },
  );

  test("before the first request sends nothing", async () => {
    const { code } = await run([file("a.jsonl", "urgent")], [], { signal: AbortSignal.abort() });
    expect([code, mock.calls]).toEqual([130, []]);
  });

  test.each([
    ["during the next file's upload", "/outputs", 2],
    ["while it is being created", "/evaluations", 1],
  ])("cancels an evaluation that is created already, %s", async (_, ending, nth) => {
    // The mock logs an error for the aborted body.
    vi.spyOn(console, "error").mockReturnValue();
    const paths = [file("first/a.jsonl", "urgent"), file("second/b.jsonl", "routine")];
    const { signal, later } = interruptedAt(ending, nth);
    const { code, stderr } = await run(paths, ["--base-url", busy.baseUrl], { signal });
    expect(code).toBe(130);
    expect(stderr).toContain("1 of 1 evaluation cancelled");
    expect(later).toEqual([expect.stringMatching(/^POST .*\/cancel$/)]);
    expect(callsOf("createEvaluation", busy)).toHaveLength(1);
    expect(callsOf("cancelEvaluation", busy)).toMatchObject([{ status: 200 }]);
  });
});

test("all files of a folder are evaluated on the same dataset version", async () => {
  const paths = [file("versions/a.jsonl", "urgent"), file("versions/b.jsonl", "routine")];
  const { stdout, stderr } = await assay(["--json", "run", ...paths, "-e", "triage_accuracy"]);
  const [first, second] = JSON.parse(stdout);
  expect(second.evaluation.dataset_version, stderr).toBe(first.evaluation.dataset_version);
});

test("an invalid evaluator is refused before any request", async () => {
  for (const evaluator of ["triage", 'triage_accuracy:{"levels":["one"]}', "triage_accuracy"]) {
    // `run` itself passes the triage evaluator, so the last value repeats its type.
    const { code, stderr } = await run([file("a.jsonl", "urgent")], ["-e", evaluator]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: --evaluator/);
  }
  expect(mock.calls).toEqual([]);
});

test("a file with several runs is scored over all of them, or over the first ones", async () => {
  const rows = ["urgent", "urgent", "routine"].map((level, index) => ({
    id: "call-1",
    run: index + 1,
    input: 1,
    expected: "urgent",
    output: level,
  }));
  const path = join(folder, "runs.jsonl");
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const all = await run([path]);
  expect(all.stdout).toMatch(/runs +3\n/);
  expect(all.stdout).toMatch(/runs disagree +1\/1 = 100\.0 %/);
  expect(all.stdout).toMatch(/one run passes % +66\.67\n/);
  expect(all.stdout).toMatch(/all runs pass % +0\.00\n/);
  const two = await run([path], ["--runs", "2", "--min-score", "100"]);
  expect([two.code, callsOf("createEvaluation").length]).toEqual([0, 2]);
  const none = await run([path], ["--runs", "0"]);
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringContaining('--runs is "0"; it must be a whole number from 1 to 100.'),
  ]);
});

test("the progress of import, outputs and evaluation is displayed", async () => {
  const { stderr } = await run([file("progress/a.jsonl", "urgent", "routine")]);
  expect(stderr).toMatch(/^importing \S+\/progress: 0 of 2 samples\n/);
  expect(stderr).toMatch(/importing \S+\/progress: 2 of 2 samples\noutputs of a: 0 of 2 outputs\n/);
  expect(stderr).toMatch(/outputs of a: 2 of 2 outputs\nevaluating a: /);
});

test("an evaluation that no worker claims is reported with the remedy", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const interruption = new AbortController();
  const ran = run([file("idle.jsonl", "urgent")], ["--base-url", busy.baseUrl], {
    signal: interruption.signal,
  });
  await expect.poll(() => callsOf("getEvaluation", busy).length).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(15_000);
  interruption.abort();
  expect((await ran).stderr).toMatch(
    /^The evaluation eval_\S+ has been pending for 15 s: .* `assay-server worker`/m,
  );
});

test("the progress of reading a large file is displayed", async () => {
  const path = file("large.jsonl", "urgent");
  writeFileSync(path, " ".repeat(1_000_000), { flag: "a" });
  expect((await run([path])).stderr).toMatch(
    /^reading large: 66 of 1000 kB\n[^]*reading large: 1000 of 1000 kB\n/,
  );
});

describe("two files of one name", () => {
  test("have different labels in all output, and separate datasets", async () => {
    const paths = [file("may/x/gpt.jsonl", "urgent"), file("june/x/gpt.jsonl", "routine")];
    const { stdout, stderr } = await run(paths, ["--min-score", "0"]);
    expect(stdout).toMatch(/^ +may\/x\/gpt +june\/x\/gpt\n/);
    expect(stdout).toMatch(/^may\/x\/gpt: eval_\S+\njune\/x\/gpt: eval_/m);
    expect(stdout).toContain("ok   june/x/gpt --min-score: ");
    expect(stderr).toContain("evaluating june/x/gpt: ");
    expect(callsOf("createDataset").map(({ body }) => Object(body).name)).toEqual([
      join(folder, "may/x"),
      join(folder, "june/x"),
    ]);
  });

  test("count as one if they are the same file", async () => {
    const path = file("once/gpt.jsonl", "urgent");
    expect((await run([path, join(folder, "once/../once/gpt.jsonl")])).code).toBe(0);
    expect(callsOf("createEvaluation")).toHaveLength(1);
  });
});

test("results distinguishes evaluations of one name", async () => {
  const path = file("a.jsonl", "urgent");
  const ids: string[] = [];
  for (const _ of [1, 2]) ids.push(JSON.parse((await run([path], ["--json"])).stdout)[0].evaluation.id);
  const { stdout } = await assay(["results", ...ids]);
  for (const id of ids) expect(stdout).toContain(`a (${id}): ${id}\n`);
});

test("a table is also a file of samples", async () => {
  const path = file("table/a.csv");
  writeFileSync(path, "id;input;expected.triage_level;output.triage_level\n1;It hurts.;urgent;urgent\n");
  const { code, stdout, stderr } = await run([path], ["--min-score", "100", "--max-unscored", "0"]);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("ok   a --min-score: score 100.00 (over 1 of 1 sample)");
});

test.each([
  [200, ["a  b  c"]],
  [80, ["a  b  c"]],
  [50, ["a  b", "c"]],
  [20, ["a", "b", "c"]],
])("on %d columns as many systems stand beside each other as fit", async (columns, heads) => {
  const paths = ["a", "b", "c"].map((name) => file(`wide/${name}.jsonl`, "urgent", "routine", "urgent"));
  const { stdout } = await run(paths, [], { columns });
  const shown = stdout.split("\n").filter((line) => /^ {4,}[abc]( +[abc])*$/.test(line));
  expect(shown.map((line) => line.trim().replaceAll(/ +/g, "  "))).toEqual(heads);
});

test("the same content under another extension is the same system", async () => {
  const first = file("renamed/a.jsonl", "urgent", "routine");
  const modelOf = async (path: string): Promise<string> => {
    const { code, stdout, stderr } = await run([path], ["--json"]);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout)[0].evaluation.model;
  };
  const model = await modelOf(first);
  expect(await modelOf(file("renamed/a.json", "urgent", "routine"))).toBe(model);
  expect(await modelOf(file("renamed/a.json", "urgent", "urgent"))).not.toBe(model);
});

test("control characters of a file name are removed from stdout and stderr", async () => {
  const path = file("evil\u001B[2J\u009B/a\u001B[31m.jsonl", "urgent", null);
  for (const gates of [
    ["--min-score", "100"],
    ["--min-score", "100", "--json"],
  ]) {
    const { code, stdout, stderr } = await run([path], gates);
    expect(code, stderr).toBe(1);
    expect(stdout + stderr).toContain("[31m");
    for (const character of ["\u001B", "\u009B"]) expect(stdout + stderr).not.toContain(character);
  }
  const missing = await run([`${path}x\u001B[2J`]);
  expect(missing.stderr).not.toContain("\u001B");
});

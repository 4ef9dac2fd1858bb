// Tests `assay reviews` with the mock.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, folder, mock, useServers } from "../run/run-fixture.ts";
import { arranged } from "./review-task.fixture.ts";

useServers();

test("queue lists samples and claimable tasks; claim claims the most urgent task", async () => {
  const { run, newTask } = await arranged();
  expect(await run("queue")).toMatchObject({
    code: 0,
    stdout: "Your queue is empty.\nNo claimable tasks.\n",
  });
  await newTask();
  const urgent = await newTask({ priority: "urgent" });
  expect((await run("queue")).stdout).toContain(
    "2 claimable tasks. Claim the most urgent one with assay reviews claim.\n",
  );
  const claimed = await run("claim");
  expect(claimed.stdout).toContain(`Claimed ${urgent.id}: 2 samples.`);
  const { stdout } = await run("queue");
  expect(stdout).toMatch(/priority +due +position +score +flagged +draft +task +sample/);
  // The level is two of three possible levels too low, and under-triage counts double. The penalty is
  // min(1, 2 · 2/3) = 1, so the score is 0.
  expect(stdout).toMatch(/urgent +– +2 of 2 +0\.0 +under_triage +no +task_/);
  expect(stdout).toMatch(
    /2 samples in your queue\.\n.*priority +due +samples +slots +requires +blind +claimable task/s,
  );
  expect(stdout).toMatch(
    /normal +– +2 +1 +– +no +task_\w+ *\n.*1 claimable task\. Claim the most urgent one/s,
  );
  const json = JSON.parse((await run("queue", "--limit", "1", "--priority", "urgent", "--json")).stdout);
  expect(json).toMatchObject({ total_pending: 2, items: [{ task_id: urgent.id }], claimable: [] });
});

test("progress shows each reviewer of a task, and of all tasks", async () => {
  const { run, newTask } = await arranged();
  const { id } = await newTask();
  expect((await run("progress", id)).stdout).toBe("0 of 2 samples completed; 1 open slot.\n");
  await run("claim", id);
  const ofTask = await run("progress", id);
  expect(ofTask.stdout).toMatch(/Ada +claimed +0 of 2 +0 +– +20\d\d-.+ +– +rvr_/);
  expect(JSON.parse((await run("progress", id, "--json")).stdout)).toMatchObject({ task: id, slots_left: 0 });
  const all = await run("progress", "--period", "7d");
  expect(all.stdout).toMatch(/Ada +yes +2 +0 +0 +– +rvr_/);
  expect(all.stdout).toContain("Open tasks: 0 pending, 1 assigned, 0 in progress; 0 overdue,");
  expect(all.stdout).toContain("Waiting samples: 2, of which 0 are overdue.\n");
  expect(await run("progress", id, "--period", "7d")).toMatchObject({ code: 2 });
});

test("a task can be claimed by its id; a refusal of the server is printed", async () => {
  const { run, newTask, admin } = await arranged();
  const { id } = await newTask();
  expect((await run("claim", id)).stdout).toContain(`assay reviews show ${id} smp_`);
  const cancelled = await admin.reviews.tasks.cancel((await newTask()).id);
  expect(await run("claim", cancelled.id)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is cancelled"),
  });
  expect(await run("claim")).toEqual({ code: 0, stdout: "No claimable tasks.\n", stderr: "" });
  expect(await run("claim", "--json")).toEqual({ code: 0, stdout: "null\n", stderr: "" });
});

test("show and next print the answer to review, the rubric and the draft", async () => {
  const { run, newTask, samples } = await arranged();
  const [one = "", two = ""] = samples;
  const { id } = await newTask();
  await run("claim", id);
  const { code, stdout } = await run("show", id, two);
  expect(code).toBe(0);
  expect(stdout).toContain('"text": "A call that is routine."');
  expect(stdout).toContain('Answer\n  {\n    "triage_level": "routine"\n  }\n');
  expect(stdout).toContain("level: The level is [one of]\n    1: right\n    2: wrong\n");
  expect(stdout).toContain("tone (optional): Tone [1 to 5]");
  expect(stdout).toContain("2 of 2\n");
  expect(stdout).toContain(`assay reviews submit ${id} ${two} --grade level=… --grade clear=…`);
  expect(await run("show", id, "smp_x")).toMatchObject({ code: 2, stderr: expect.stringContaining("smp_x") });
  expect((await run("draft", id, one, "-g", "level=2")).stdout).toContain("Stored the draft (revision 1).");
  expect((await run("show", id)).stdout).toContain("Your draft (revision 1): level=2\n");
  expect((await run("draft", id, one, "--clear")).stdout).toBe("Deleted the draft.\n");
  for (const sample of samples) {
    expect((await run("next", id)).stdout).toContain(`assay reviews submit ${id} ${sample} `);
    await run("submit", id, sample, "-g", "level=2", "-g", "clear=true");
  }
});

test("next states that nothing is left, and what else there is to review", async () => {
  const { run, newTask, samples } = await arranged();
  const { id } = await newTask();
  await run("claim", id);
  for (const sample of samples) await run("submit", id, sample, "-g", "level=2", "-g", "clear=true");
  const empty = "Your queue is empty.\nNo claimable tasks.\n";
  expect(await run("next")).toEqual({ code: 0, stdout: empty, stderr: "" });
  const done = "You have reviewed every sample of the task.\n";
  expect(await run("next", id)).toEqual({ code: 0, stdout: `${done}${empty}`, stderr: "" });
  for (const args of [[], [id]])
    expect(await run("next", ...args, "--json")).toEqual({ code: 0, stdout: "null\n", stderr: "" });
  await newTask({ priority: "urgent" });
  await newTask();
  const claim = "Claim the most urgent one with assay reviews claim.\n";
  expect((await run("next", id)).stdout).toBe(`${done}Your queue is empty.\n2 claimable tasks. ${claim}`);
  await run("claim");
  expect((await run("next", id)).stdout).toBe(
    `${done}2 samples in your queue. Show the next one with assay reviews next.\n1 claimable task. ${claim}`,
  );
});

test("reveal prints what was hidden, with the grades side by side", async () => {
  const { run, newTask, samples } = await arranged();
  const [sample = ""] = samples;
  const { id } = await newTask({ blind: true });
  await run("claim", id);
  expect((await run("show", id, sample)).stdout).not.toContain("Expected");
  await run("submit", id, sample, "-g", "level=1", "-g", "clear=true");
  const { stdout } = await run("reveal", id, sample);
  expect(stdout).toContain('Expected\n  {\n    "triage_level": "urgent"\n  }\n');
  expect(stdout).toMatch(/dimension +you *\nlevel +1 *\nclear +true *\n/);
});

test("grades of the command line are parsed by the type of their dimension", async () => {
  const { admin, run, newTask, samples } = await arranged();
  const { id } = await newTask();
  const [sample = ""] = samples;
  const grades = ["level=2", "clear=false", "tone=4.5", "missed=pain,fever"].flatMap((one) => ["-g", one]);
  const words = ["--confidence", "level=high", "--notes", "Too late.", "--flag", "safety"];
  const args = ["submit", id, sample, ...grades, ...words, "--override", "40", "--active-seconds", "41.5"];
  const { code, stdout, stderr } = await run(...args);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^Submitted rev_\w+\.\nScore of smp_\w+ overridden: 100\.0 → 40\.\n$/);
  const { data } = await admin.reviews.list();
  expect(data).toMatchObject([
    {
      grades: {
        level: { value: 2, confidence: "high" },
        clear: { value: false },
        tone: { value: 4.5 },
        missed: { value: ["pain", "fever"] },
      },
      override_value: 40,
      notes: "Too late.",
      flags: ["safety"],
      active_seconds: 41.5,
    },
  ]);
});

test("a rejected review reports every fault at once, and nothing is stored", async () => {
  const { admin, run, newTask, samples } = await arranged();
  const { id } = await newTask();
  const { code, stderr } = await run("submit", id, samples[0] ?? "", "-g", "level=3", "-g", "tone=6");
  expect(code).toBe(2);
  expect(stderr).toContain("The review was rejected and nothing was stored");
  for (const path of ["/grades/level/value", "/grades/clear", "/grades/tone/value"])
    expect(stderr).toContain(path);
  expect((await admin.reviews.list()).data).toEqual([]);
});

test("grades and notes can come from files; dimensions can be marked as not assessable", async () => {
  const { admin, run, newTask, samples } = await arranged();
  const { id } = await newTask();
  const grades = join(folder, "grades.json");
  const notes = join(folder, "notes.txt");
  writeFileSync(grades, JSON.stringify({ level: { value: 1, correct_level: "urgent" } }));
  writeFileSync(notes, "Two\nlines.");
  const args = ["submit", id, samples[0] ?? "", "--grades", grades, "--notes-file", notes];
  expect(await run(...args, "--not-assessable", "clear")).toMatchObject({ code: 0, stderr: "" });
  expect((await admin.reviews.list()).data[0]).toMatchObject({
    grades: { level: { value: 1, correct_level: "urgent" }, clear: { value: null, not_assessable: true } },
    notes: "Two\nlines.",
  });
  writeFileSync(grades, "[1]");
  expect(await run(...args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("the text is not a JSON object"),
  });
  writeFileSync(grades, '{"level": {"value": 1}, "level": {"value": 2}}');
  expect(await run(...args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("level is repeated; each member must be unique."),
  });
});

test.each([
  [["queue", "--priority", "soon"], "--priority is"],
  [["queue", "--limit", "0"], "--limit is"],
  [["submit", "task_1", "smp_1", "--override", "101"], "--override is"],
  [
    ["submit", "task_1", "smp_1", "--active-seconds", "soon"],
    '--active-seconds is "soon"; it must be a number',
  ],
])("%j is refused before anything is sent", async (args, message) => {
  const { code, stderr } = await assay(["reviews", ...args]);
  expect([code, mock.calls]).toEqual([2, []]);
  expect(stderr).toContain(message);
});

test("a key without a reviewer is refused", async () => {
  expect(await assay(["reviews", "queue"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("requires an API key of a reviewer"),
  });
});

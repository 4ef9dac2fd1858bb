// Tests `assay reviews draft`, and `submit` with a stored draft, with the mock.
import { Readable } from "node:stream";
import { http } from "msw";
import { afterEach, expect, test } from "vitest";
import { Assay } from "../../../client/client.ts";
import { mock, server, useServers } from "../../run/run-fixture.ts";
import { arranged } from "../review-task.fixture.ts";

useServers();

const stdin = Object.getOwnPropertyDescriptor(process, "stdin") ?? {};
afterEach(() => {
  Object.defineProperty(process, "stdin", stdin);
});

function give(input: unknown): void {
  const value = Readable.from([Buffer.from(JSON.stringify(input))]);
  Object.defineProperty(process, "stdin", { value, configurable: true });
}

/** A claimed task, and commands for its first sample. */
async function claimed() {
  const { admin, run, newTask, samples, secret } = await arranged();
  const { id } = await newTask();
  await run("claim", id);
  const [sample = ""] = samples;
  const reviewer = new Assay({ apiKey: secret, baseUrl: mock.baseUrl });
  return {
    id,
    sample,
    reviewer,
    draft: (...args: string[]) => run("draft", id, sample, ...args),
    submit: (...args: string[]) => run("submit", id, sample, ...args),
    run,
    stored: async () => (await reviewer.reviews.items.get(id, sample)).draft,
    review: async () => (await admin.reviews.list()).data[0],
  };
}

const half = ["-g", "level=2", "--confidence", "level=high", "--notes", "Half done.", "--flag", "safety"];

test("draft adds to the stored draft, and shows all that it contains", async () => {
  const { id, sample, draft, stored } = await claimed();
  await draft(...half);
  const { code, stdout } = await draft("-g", "clear=true", "--flag", "pulse", "--flag", "safety");
  expect([code, stdout]).toEqual([
    0,
    `Stored the draft (revision 2).\n  level=2, clear=true; Half done.; flags: safety, pulse\nSubmit it with assay reviews submit ${id} ${sample}\n`,
  ]);
  expect(await stored()).toMatchObject({
    grades: { level: { value: 2, confidence: "high" }, clear: { value: true } },
    notes: "Half done.",
    flags: ["safety", "pulse"],
  });
  await draft("--not-assessable", "clear", "-g", "level=1", "--notes", "Done.", "--override", "40");
  await draft("-g", "missed=");
  expect(await stored()).toMatchObject({
    grades: {
      level: { value: 1, confidence: "high" },
      clear: { value: null, not_assessable: true },
      missed: { value: [] },
    },
    notes: "Done.",
    override_ai_score: true,
    override_value: 40,
  });
  expect((await draft("-g", "clear=false")).stdout).toContain(
    "  level=1, clear=false, missed=(none); Done.; flags: safety, pulse; override: 40\n",
  );
  expect((await stored())?.grades?.["clear"]).toEqual({ value: false });
});

test("draft --stdin adds to the stored draft, and null removes a member", async () => {
  const { draft, stored } = await claimed();
  await draft(...half);
  give({ grades: { clear: { value: true } }, notes: null });
  expect(await draft("--stdin")).toMatchObject({ code: 0, stderr: "" });
  expect(await stored()).toMatchObject({
    grades: { level: { value: 2 }, clear: { value: true } },
    notes: null,
    flags: ["safety"],
  });
});

test("draft --replace starts over", async () => {
  const { draft, stored } = await claimed();
  await draft(...half);
  await draft("--replace", "-g", "clear=true");
  expect(await stored()).toMatchObject({ grades: { clear: { value: true } }, notes: null, flags: null });
});

test.each([
  [[], "Nothing to store in the draft; give --grade, --grades,"],
  [["--replace"], "Nothing to store in the draft"],
  [["--clear", "--notes", "a"], "--clear and --notes exclude each other"],
  [["--clear", "--replace"], "--clear and --replace exclude each other"],
  [["--notes", "a", "--notes-file", "b"], "--notes and --notes-file exclude each other"],
])("draft %j is refused, and the stored draft stays", async (args, message) => {
  const { draft, stored } = await claimed();
  await draft(...half);
  expect(await draft(...args)).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
  expect(await stored()).toMatchObject({ revision: 1, notes: "Half done." });
});

test("an empty object in stdin is refused as a draft", async () => {
  const { draft, stored } = await claimed();
  give({});
  expect(await draft("--stdin")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Nothing to store"),
  });
  expect(await stored()).toBeNull();
});

/** Stores a draft with this number as its only flag before each of the first `times` commands store theirs. */
function interfere({ id, sample, reviewer }: Awaited<ReturnType<typeof claimed>>, times: number): void {
  let stores = 0;
  server.use(
    http.put(`${mock.baseUrl}/v1/reviews/tasks/:id/samples/:sample/draft`, async ({ request }) => {
      const conditions = ["if-match", "if-none-match"].some((name) => request.headers.has(name));
      if (!conditions || stores >= times) return;
      stores += 1;
      const { draft } = await reviewer.reviews.items.get(id, sample);
      await reviewer.reviews.drafts.put(id, sample, { flags: [...(draft?.flags ?? []), `other ${stores}`] });
    }),
  );
}

test("two windows that store the draft at the same time lose nothing", async () => {
  const task = await claimed();
  interfere(task, 3);
  expect(await task.draft(...half)).toMatchObject({ code: 0, stderr: "" });
  expect(await task.stored()).toMatchObject({
    revision: 4,
    grades: { level: { value: 2 } },
    notes: "Half done.",
    flags: ["other 1", "other 2", "other 3", "safety"],
  });
});

test("a submission includes what another window stores in the draft at the same time", async () => {
  const task = await claimed();
  await task.draft("-g", "level=2", "-g", "clear=true", "-g", "missed=");
  let submissions = 0;
  server.use(
    http.post(`${mock.baseUrl}/v1/reviews/tasks/:id/reviews`, async () => {
      submissions += 1;
      if (submissions > 1) return;
      const { draft } = await task.reviewer.reviews.items.get(task.id, task.sample);
      const { grades, flags } = { grades: draft?.grades ?? {}, flags: ["seen late"] };
      await task.reviewer.reviews.drafts.put(task.id, task.sample, { grades, flags });
    }),
  );
  expect(await task.submit("--notes", "Done.")).toMatchObject({ code: 0, stderr: "" });
  expect(submissions).toBe(2);
  expect(await task.review()).toMatchObject({ revision: 1, notes: "Done.", flags: ["seen late"] });
  expect(await task.stored()).toBeNull();
});

test("a draft that changes again and again is not overwritten", async () => {
  const task = await claimed();
  interfere(task, 100);
  expect(await task.draft(...half)).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: Another window changed the draft 5 times; nothing was stored. Repeat the command.\n",
  });
  expect((await task.stored())?.notes).toBeNull();
});

test("submit without options submits the draft", async () => {
  const { run, id, sample, draft, submit, review, stored } = await claimed();
  await draft(...half);
  expect((await run("queue")).stdout).toMatch(/2 of 2 .* yes +task_|1 of 2 .* yes +task_/);
  expect((await run("show", id, sample)).stdout).toContain(
    `Your draft (revision 1): level=2; Half done.; flags: safety\n1 of 2\n\nassay reviews submit ${id} ${sample} --grade clear=…\n`,
  );
  expect(await submit()).toMatchObject({ code: 2, stderr: expect.stringContaining("clear") });
  await draft("-g", "clear=true", "--override", "40");
  const { code, stdout } = await submit();
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      /overridden.*→ 40\.\nIt includes your draft \(revision 2\), which is deleted now\.\n$/s,
    ),
  ]);
  expect(await review()).toMatchObject({
    grades: { level: { value: 2, confidence: "high" }, clear: { value: true } },
    notes: "Half done.",
    flags: ["safety"],
    override_value: 40,
  });
  expect(await stored()).toBeNull();
  expect((await run("show", id, sample)).stdout).toContain(
    "Your review (revision 1): level=2, clear=true; Half done.; flags: safety; override: 40\n",
  );
});

test("the options of submit win over the draft, and drop none of its other contents", async () => {
  const { draft, submit, review } = await claimed();
  await draft(...half);
  expect((await submit("-g", "level=1", "-g", "clear=true", "--flag", "pulse")).code).toBe(0);
  expect(await review()).toMatchObject({
    grades: { level: { value: 1, confidence: "high" }, clear: { value: true } },
    notes: "Half done.",
    flags: ["safety", "pulse"],
  });
});

test("submit --stdin submits exactly the object", async () => {
  const { draft, submit, review } = await claimed();
  await draft(...half);
  give({ grades: { level: { value: 1 }, clear: { value: true } } });
  expect((await submit("--stdin")).stdout).toMatch(/^Submitted rev_\w+\.\n$/);
  expect(await review()).toMatchObject({ grades: { level: { value: 1 } }, notes: null, flags: [] });
});

test("submit includes a draft that is older than the expired claim", async () => {
  const { draft, submit, run, review } = await claimed();
  await draft(...half);
  mock.advance(31 * 60_000);
  expect((await run("queue")).stdout).toContain("Your queue is empty.");
  expect(await submit()).toMatchObject({ code: 2, stderr: expect.stringContaining("clear") });
  expect((await run("queue")).stdout).toContain("Your queue is empty.");
  expect((await submit("-g", "clear=true")).code).toBe(0);
  expect(await review()).toMatchObject({ notes: "Half done.", flags: ["safety"] });
});

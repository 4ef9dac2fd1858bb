// Tests `assay reviews import` with the mock.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { Assay } from "../../client/client.ts";
import { assay, folder, mock, useServers } from "../run/run-fixture.ts";

useServers();

/** Creates a dataset and a rubric, and a command that imports a file with this content. */
async function arranged() {
  const admin = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
  const { id: project } = await admin.projects.create({ name: "p" });
  const { id: dataset } = await admin.datasets.create({ name: "d", project });
  await admin.samples.create(dataset, { samples: ["a", "b"].map((id) => ({ external_id: id, input: id })) });
  const { id: rubric } = await admin.reviews.rubrics.create({
    name: "Tone",
    project,
    dimensions: [{ id: "tone", name: "Tone", type: "scale", min: 1, max: 5 }],
  });
  const env = { ASSAY_API_KEY: mock.apiKey, ASSAY_BASE_URL: mock.baseUrl };
  const run = (name: string, content: string | Uint8Array, ...args: string[]) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    const ids = ["--dataset", dataset, "--rubric", rubric];
    return assay(["reviews", "import", path, ...ids, ...args], { env, columns: 200 });
  };
  const reviews = async () => (await admin.reviews.list({ project })).data;
  return { admin, project, run, reviews };
}

const row = { external_id: "a", rater: "Ada", dimension: "tone", value: 3 };
const lines = (...rows: object[]) => rows.map((one) => JSON.stringify(one)).join("\n");

test("stores a wide table with gzip, and prints the counts and the task", async () => {
  const { run, reviews, admin, project } = await arranged();
  const wide = [
    "--dimension",
    "tone",
    "--rater",
    "A",
    "--rater",
    "B",
    "--blind",
    "--create-reviewers",
    "--id",
    "item",
  ];
  const table = gzipSync("item,A,B\na,3,4\nb,5,\n");
  const { code, stdout } = await run("wide.csv.gz", table, ...wide);
  const [task] = (await admin.reviews.tasks.list({ project })).data;
  expect(code).toBe(0);
  expect(stdout).toMatch(/wide\.csv\.gz: 3 new reviews, 0 changed, 0 unchanged\.\n/);
  expect(stdout).toContain(`Stored in ${task?.id}.\n2 reviewers created, without credentials.\n`);
  expect(task).toMatchObject({ origin: "import", blind: true, sample_count: 2 });
  const stored = (await reviews()).map(
    ({ reviewer, grades }) => `${reviewer.name} ${String(grades["tone"]?.value)}`,
  );
  expect(new Set(stored)).toEqual(new Set(["A 3", "A 5", "B 4"]));
  const again = await run("wide.csv.gz", table, ...wide, "--mode", "append", "--json");
  expect(JSON.parse(again.stdout)).toMatchObject({
    object: "review_import",
    inserted: 0,
    unchanged: 3,
    tasks: [],
  });
});

test("maps the members of a document, and keeps cells as text on request", async () => {
  const { run, reviews } = await arranged();
  const file = JSON.stringify({ data: [{ item: 1, who: "Ada", tone: 2 }] });
  const refused = await run("export.json", file, "--records", "/data", "--map", "item=id", "--rest", "drop");
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain("line 1 /data/0/rater:");
  const table = "external_id\trater\tdimension\tvalue\nb\t7\ttone\t4\n";
  const done = await run("export.tsv", table, "--create-reviewers", "--text-column", "value");
  expect(done.code).toBe(0);
  expect((await reviews()).map(({ reviewer, grades }) => [reviewer.name, grades["tone"]?.value])).toEqual([
    ["7", 4],
  ]);
});

test("lists every fault of a refused file, and the refused rows of a file with --skip-errors", async () => {
  const { run, reviews, admin } = await arranged();
  await admin.reviews.reviewers.create({ name: "Ada", credentials: ["MD"] });
  const file = lines(row, { ...row, value: 9 }, { ...row, external_id: "z" });
  const refused = await run("ratings.jsonl", file);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain("2 of 3 rows cannot be imported; nothing was written.\n");
  expect(refused.stderr).toContain('  line 2 /value: Grade for "tone" is 9; it must be from 1 to 5.\n');
  expect(refused.stderr).toContain('  line 3 /external_id: Sample "z" not found in the dataset.');
  expect(await reviews()).toEqual([]);
  const skipped = await run("ratings.jsonl", file, "--skip-errors");
  expect(skipped.code).toBe(0);
  expect(skipped.stdout).toContain("1 new review, 0 changed, 0 unchanged.");
  expect(skipped.stdout).toContain('2 rows refused:\n  line 2 /value: Grade for "tone" is 9;');
});

test("refuses a file that cannot be read, before any request", async () => {
  const ids = ["--dataset", "ds_1", "--rubric", "rub_1"];
  const { code, stderr } = await assay(["reviews", "import", join(folder, "none.csv"), ...ids], {
    env: { ASSAY_API_KEY: "assay_live_x" },
    columns: 200,
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining("none.csv: file not found.")]);
});

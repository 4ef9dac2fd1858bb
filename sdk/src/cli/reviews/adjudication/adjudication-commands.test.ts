// Tests the commands about adjudication with the mock.
import { expect, test } from "vitest";
import { Assay } from "../../../client/client.ts";
import { assay, mock, useServers } from "../../run/run-fixture.ts";

useServers();

const admin = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });

async function actingReviewer(name: string, preset: "reviewer" | "lead") {
  const { id: reviewer } = await admin.reviews.reviewers.create({ name, credentials: ["MD"] });
  const { secret } = await admin.apiKeys.create({ name, preset, reviewer });
  return { secret, client: new Assay({ apiKey: secret, baseUrl: mock.baseUrl }) };
}

/** Options of a command with another key. */
const as = (key: string) => ({ env: { ASSAY_API_KEY: key, ASSAY_BASE_URL: mock.baseUrl } });

/** Creates a sample that two reviewers graded with 1 and 5, and the key of an adjudicator. */
async function disputed() {
  const { id: project } = await admin.projects.create({ name: "p" });
  const { id: dataset } = await admin.datasets.create({ name: "d", project });
  const { data } = await admin.samples.create(dataset, { samples: [{ input: "a", external_id: "call-1" }] });
  const sample = data[0]?.id ?? "";
  const { id: rubric } = await admin.reviews.rubrics.create({
    name: "Triage",
    project,
    dimensions: [{ id: "level", name: "Level", type: "scale", min: 1, max: 5 }],
  });
  const task = await admin.reviews.tasks.create({ project, rubric, samples: [sample], reviews_required: 2 });
  for (const value of [1, 5]) {
    const { client } = await actingReviewer("Ada", "reviewer");
    await client.reviews.submit(task.id, { sample, grades: { level: { value } } });
  }
  return { dataset, sample, rubric, task: task.id, key: (await actingReviewer("Cleo", "lead")).secret };
}

test("disagreements are listed, adjudicated, and written to the dataset as labels", async () => {
  const { dataset, sample, rubric, task, key } = await disputed();
  const listed = await assay(["reviews", "disagreements", "--rubric", rubric, "--min-spread", "0.5"]);
  expect(listed.code).toBe(0);
  expect(listed.stdout).toContain("1.00");
  expect(listed.stdout).toContain("1, 5");
  expect(listed.stdout).toContain("1 disagreement.");
  const decide = ["reviews", "adjudicate", task, sample, "-g", "level=3"];
  const stored = await assay([...decide, "--notes", "Clear."], as(key));
  expect(stored.stdout).toMatch(/^Stored adj_\w+\.\n$/);
  const open = await assay(["reviews", "disagreements", "--rubric", rubric, "--open"]);
  expect(open.stdout).toBe("No disagreements.\n");
  const references = ["reviews", "references", "--rubric", rubric, "--dimension", "level"];
  const labels = await assay([...references, "--source", "adjudicated"]);
  expect(labels.stdout).toContain("call-1");
  expect(labels.stdout).toContain("1 reference label.");
  const apply = [...references, "--apply", dataset, "--path", "/level"];
  const dry = await assay(apply);
  expect(dry.stdout).toBe(
    "1 sample would change, 0 unchanged, 0 skipped.\nNothing was written. To write the labels, repeat the command with --yes.\n",
  );
  expect((await admin.samples.get(sample)).expected).toBeNull();
  const written = await assay([...apply, "--yes"]);
  expect(written.stdout).toBe("1 sample updated, 0 unchanged, 0 skipped.\nThe dataset has version 2.\n");
  expect((await admin.samples.get(sample)).expected).toEqual({ level: 3 });
  const skipped = await assay([...references, "--apply", dataset, "--path", "/level/deep", "--json"]);
  expect(JSON.parse(skipped.stdout)).toMatchObject({ skipped: [{ sample, reason: "path_not_object" }] });
});

test("faults of options and of grades are reported", async () => {
  const { sample, rubric, task, key } = await disputed();
  const references = ["reviews", "references", "--rubric", rubric, "--dimension", "level"];
  const failure = async (args: string[], env = {}) => {
    const { code, stderr } = await assay(args, env);
    expect(code).not.toBe(0);
    return stderr;
  };
  expect(await failure([...references, "--yes"])).toContain("--apply is required");
  expect(await failure([...references, "--apply", "ds_1"])).toContain("--path is required");
  expect(await failure([...references, "--source", "majority"])).toContain("adjudicated or unanimous");
  expect(await failure(["reviews", "disagreements", "--rubric", rubric, "--min-spread", "2"])).toContain(
    "it must be a number from 0 to 1",
  );
  const decide = ["reviews", "adjudicate", task, sample, "-g", "level=9", "-g", "tone=1"];
  const faults = await failure(decide, as(key));
  expect(faults).toContain("The adjudication was rejected");
  expect(faults).toContain("/grades/tone");
});

test("the help marks required options", async () => {
  const { code, stdout } = await assay(["reviews", "references", "--help"], { columns: 120 });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /--rubric <id> .*\(required\)\n.*--dimension <id> .*\(required\)\n.*--source [^(]+\n/,
  );
});

// Loads 450 real paired reviews (two reviewers, 225 outputs, five dimensions from 0 to 10) through the API as
// two reviewers' blind reviews, in two different orders, and as one file of blind ratings.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Assay, type Reliability } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../support/cases.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

interface Line {
  sample: string;
  system: string;
  reviewer: "primary" | "secondary";
  grades: Record<string, number>;
}

const lines = haveCases
  ? readFileSync(join(casesDir, "C-agreement/llm-answer-reviews.jsonl"), "utf8")
      .split("\n")
      .filter((text) => text !== "")
      .map((text): Line => JSON.parse(text))
  : [];

const dimensions = [
  "Accuracy",
  "Completeness",
  "Logical Consistency",
  "Clarity and Conciseness",
  "Evidence Support",
];
const nameOf = ({ sample, system }: Line) => `${sample} ${system}`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer("embedded");
});
afterAll(() => server.close());

/** Processes each item, with a limited number at a time. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>, width = 8): Promise<void> {
  const rest = [...items];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
    }),
  );
}

/** Creates the samples and the rubric of the reviews in a separate workspace. */
async function arranged(ordered: readonly Line[]) {
  const assay = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace() });
  const project = (await assay.projects.create({ name: "Answers" })).id;
  const dataset = await assay.datasets.create({ name: "Answers", project });
  const names = [...new Set(ordered.map(nameOf))];
  const created = await assay.samples.create(dataset.id, {
    samples: names.map((name) => ({ external_id: name, input: name })),
  });
  const rubric = await assay.reviews.rubrics.create({
    name: "Answers",
    project,
    dimensions: dimensions.map((id) => ({ id, name: id, type: "scale", min: 0, max: 10 })),
  });
  return { assay, project, dataset, created, rubric };
}

/** Measures every dimension. */
async function measured(assay: Assay, project: string): Promise<Reliability[]> {
  const reports: Reliability[] = [];
  for (const dimension of dimensions) reports.push(await assay.reviews.reliability({ project, dimension }));
  return reports;
}

/** Imports the reviews as one file with a row per grade, and measures every dimension. */
async function imported(ordered: readonly Line[]): Promise<Reliability[]> {
  const { assay, project, dataset, rubric } = await arranged(ordered);
  for (const name of new Set(ordered.map(({ reviewer }) => reviewer)))
    await assay.reviews.reviewers.create({ name, credentials: ["MD"] });
  const rows = ordered.flatMap((line) =>
    Object.entries(line.grades).map(([dimension, value]) => ({
      external_id: nameOf(line),
      rater: line.reviewer,
      dimension,
      value,
    })),
  );
  const result = await assay.reviews.importRatings(dataset.id, rubric.id, rows, { blind: true });
  expect(result).toMatchObject({ inserted: ordered.length, failed: 0, reviewers_created: 0 });
  return measured(assay, project);
}

/** Submits the reviews in a given order, and measures every dimension. */
async function load(ordered: readonly Line[]): Promise<Reliability[]> {
  const { assay, project, created, rubric } = await arranged(ordered);
  const idOf = new Map(created.data.map(({ external_id: name, id }) => [name, id]));
  const task = await assay.reviews.tasks.create({
    project,
    samples: created.data.map(({ id }) => id),
    rubric: rubric.id,
    reviews_required: 2,
  });
  const clients = new Map<string, Assay>();
  for (const name of new Set(ordered.map(({ reviewer }) => reviewer))) {
    const reviewer = await assay.reviews.reviewers.create({ name, credentials: ["MD"] });
    const { secret } = await assay.apiKeys.create({ name, preset: "reviewer", reviewer: reviewer.id });
    const client = new Assay({ baseUrl: server.url, apiKey: secret });
    await client.reviews.tasks.claim(task.id);
    clients.set(name, client);
  }
  await eachOf(ordered, async (line) => {
    const grades = Object.fromEntries(Object.entries(line.grades).map(([id, value]) => [id, { value }]));
    await clients
      .get(line.reviewer)
      ?.reviews.submit(task.id, { sample: idOf.get(nameOf(line)) ?? "", grades });
  });
  expect(await assay.reviews.tasks.get(task.id)).toMatchObject({ status: "completed" });
  return measured(assay, project);
}

/** Returns the figures without the ids, which differ between workspaces. */
const figuresOf = ({ project: _project, rubric: _rubric, by_pair: pairs, ...rest }: Reliability) => ({
  ...rest,
  by_pair: pairs.map(({ reviewers: _reviewers, ...pair }) => pair),
});

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const unequal = (one: number, other: number): number => Number(one !== other);
const squared = (one: number, other: number): number => (one - other) ** 2;

/** Computes the same figures from their definition, by enumerating every expected pair. */
function byDefinition(pairs: readonly (readonly [number, number])[]) {
  const kappa = (distance: typeof unequal) =>
    1 -
    mean(pairs.map(([one, other]) => distance(one, other))) /
      mean(pairs.flatMap(([one]) => pairs.map(([, other]) => distance(one, other))));
  const all = pairs.flat();
  const expected = all.flatMap((one, index) =>
    all.flatMap((other, at) => (at === index ? [] : [squared(one, other)])),
  );
  return {
    percent_agreement: 100 * mean(pairs.map(([one, other]) => 1 - unequal(one, other))),
    cohens_kappa: kappa(unequal),
    weighted_kappa: kappa(squared),
    krippendorff_alpha: 1 - mean(pairs.map(([one, other]) => squared(one, other))) / mean(expected),
  };
}

describe.skipIf(!haveCases)("450 real reviews loaded through the API", () => {
  test("agree with an independent computation, in any loading order and as one file", async () => {
    const forth = await load(lines);
    // Load in reverse, second half first, so that reviewers, samples and reviews come in a different order.
    const back = await load([...lines.slice(225).toReversed(), ...lines.slice(0, 225).toReversed()]);
    expect(back.map(figuresOf)).toEqual(forth.map(figuresOf));
    expect((await imported(lines)).map(figuresOf)).toEqual(forth.map(figuresOf));
    for (const report of forth) {
      const gradeOf = new Map(
        lines.map((line) => [
          `${line.reviewer} ${nameOf(line)}`,
          line.grades[report.dimension] ?? Number.NaN,
        ]),
      );
      const pairs = [...new Set(lines.map(nameOf))].map(
        (name) => [gradeOf.get(`primary ${name}`) ?? 0, gradeOf.get(`secondary ${name}`) ?? 0] as const,
      );
      const { percent_agreement, cohens_kappa, weighted_kappa, krippendorff_alpha } = report;
      const statistics = { percent_agreement, cohens_kappa, weighted_kappa, krippendorff_alpha };
      for (const [name, value] of Object.entries(byDefinition(pairs)))
        expect([report.dimension, name, Reflect.get(statistics, name)]).toEqual([
          report.dimension,
          name,
          expect.closeTo(value, 9),
        ]);
      expect(report).toMatchObject({
        n_samples: 225,
        review_count: 450,
        reviewer_count: 2,
        alpha_metric: "interval",
      });
    }
  });
});

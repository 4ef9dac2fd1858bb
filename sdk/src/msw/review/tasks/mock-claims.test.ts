import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Assay } from "../../../client/client.ts";
import { createMockAssay, failOnUnhandled } from "../../index.ts";

const minuteMs = 60_000;

const standard = createMockAssay({ baseUrl: "https://claims.test" });
const short = createMockAssay({ baseUrl: "https://short-claims.test", claimMinutes: 5 });
const server = setupServer(...standard.handlers, ...short.handlers);

beforeAll(() => server.listen(failOnUnhandled));
afterAll(() => server.close());

type Mock = ReturnType<typeof createMockAssay>;

/** Creates a claimed task with two samples, and clients for the administrator and the reviewer. */
async function claimedTask({ apiKey, baseUrl }: Mock) {
  const admin = new Assay({ apiKey, baseUrl, maxRetries: 0 });
  const { id: project } = await admin.projects.create({ name: "Nurse line" });
  const dataset = await admin.datasets.create({ name: "Calls", project });
  const { data: samples } = await admin.samples.create(dataset.id, { samples: [{ input: 1 }, { input: 2 }] });
  const rubric = await admin.reviews.rubrics.create({
    name: "Triage safety",
    project,
    dimensions: [{ id: "clarity", name: "Clarity", type: "scale", required: false, min: 1, max: 5 }],
  });
  const { id: reviewer } = await admin.reviews.reviewers.create({ name: "Ada", credentials: ["MD"] });
  const key = await admin.apiKeys.create({ name: "Ada", preset: "reviewer", reviewer });
  const ada = new Assay({ apiKey: key.secret, baseUrl, maxRetries: 0 });
  const ids = samples.map(({ id }) => id);
  const task = await admin.reviews.tasks.create({ project, rubric: rubric.id, samples: ids });
  await ada.reviews.tasks.claim(task.id);
  const holders = async () => (await admin.reviews.tasks.get(task.id)).assignments.length;
  return { ada, task, sample: ids[0] ?? "", holders };
}

describe("a claim of the mock", () => {
  test("expires after 30 minutes without a review", async () => {
    const { holders } = await claimedTask(standard);
    standard.advance(29 * minuteMs);
    expect(await holders()).toBe(1);
    standard.advance(minuteMs);
    expect(await holders()).toBe(0);
  });

  test("expires after claimMinutes, counted from the claim, the next claim and the last review", async () => {
    const { ada, task, sample, holders } = await claimedTask(short);
    short.advance(4 * minuteMs);
    await ada.reviews.tasks.claim(task.id);
    short.advance(4 * minuteMs);
    expect(await holders()).toBe(1);
    await ada.reviews.submit(task.id, { sample, grades: {} });
    short.advance(4 * minuteMs);
    expect(await holders()).toBe(1);
    short.advance(minuteMs);
    expect(await holders()).toBe(0);
  });

  test.each([0, 10_081, 1.5, Number.NaN])("cannot last %d minutes", (claimMinutes) => {
    expect(() => createMockAssay({ claimMinutes })).toThrow(
      `claimMinutes is ${claimMinutes}; it must be an integer from 1 to 10080.`,
    );
  });
});
